import { answerLengthMax, type CopiedVariables, type HeardAnswer, marker } from './between-worlds.ts';
import { copyVariables } from './main-world/copy-variables.ts';
import { kindOf } from './main-world/wanted.ts';
import { quietly, type Watching, watchFetch, watchXhr } from './main-world/watch-calls.ts';
import { watchJsonp } from './main-world/watch-jsonp.ts';

/* Runs in a marketplace's own world, before its scripts: copies responses that contain products to our content script.
   It changes nothing, requests nothing, and its messages stay inside the page. */

const watching: Watching = {
  isWanted: (address) => kindOf(address, location.href) !== null,
  hear(address, text) {
    const kind = kindOf(address, location.href);
    if (kind !== null && text.length > 0 && text.length <= answerLengthMax) {
      const url = new URL(address, location.href);
      report({ mark: marker, what: 'answer', kind, address: url.href.slice(0, 8000), text });
    }
  },
};

for (const watch of [watchFetch, watchXhr]) {
  quietly(() => watch(window, watching));
}
quietly(() => watchJsonp(window, watching));

window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  quietly(() => {
    const requested =
      typeof data === 'object' && data !== null && 'what' in data && 'mark' in data ? data : null;
    if (source === window && requested?.mark === marker && requested.what === 'variables-wanted') {
      report({ mark: marker, what: 'variables', values: copyVariables(window) });
    }
  });
});

function report(message: HeardAnswer | CopiedVariables): void {
  window.postMessage(message, location.origin);
}
