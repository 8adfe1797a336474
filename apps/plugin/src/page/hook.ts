import { answerLengthMax, type CopiedVariables, type HeardAnswer, marker } from './between-worlds.ts';
import { copyVariables } from './main-world/copy-variables.ts';
import { kindOf } from './main-world/wanted.ts';
import { quietly, type Watching, watchFetch, watchXhr } from './main-world/watch-calls.ts';
import { watchJsonp } from './main-world/watch-jsonp.ts';

/*
 * Runs in a marketplace's own world, before its scripts: answers that bring goods are copied to our script beside it. It
 * changes nothing, asks for nothing, and what it says is said inside the page alone.
 */

const watching: Watching = {
  isWanted: (address) => kindOf(address, location.href) !== null,
  hear(address, text) {
    const kind = kindOf(address, location.href);
    if (kind !== null && text.length > 0 && text.length <= answerLengthMax) {
      const url = new URL(address, location.href);
      tell({ mark: marker, what: 'answer', kind, address: url.href.slice(0, 8000), text });
    }
  },
};

for (const watch of [watchFetch, watchXhr]) {
  quietly(() => watch(window, watching));
}
quietly(() => watchJsonp(window, watching));

window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  quietly(() => {
    const asked = typeof data === 'object' && data !== null && 'what' in data && 'mark' in data ? data : null;
    if (source === window && asked?.mark === marker && asked.what === 'variables-wanted') {
      tell({ mark: marker, what: 'variables', values: copyVariables(window) });
    }
  });
});

function tell(message: HeardAnswer | CopiedVariables): void {
  window.postMessage(message, location.origin);
}
