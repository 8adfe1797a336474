import type { ToPage } from '../messages.ts';
import { attend } from './attend.ts';
import { watchTab } from './reading/tab-page.ts';

/* Content script: runs next to a page, isolated from its scripts. On the marketplaces it is loaded from the start; on
   any other shop it is injected once the person requests it. */

const started = Symbol.for('bowerbird.page');

// It may be injected into a page where it already runs.
if (!(started in globalThis)) {
  Object.defineProperty(globalThis, started, { value: true });
  const attendant = attend(watchTab(window), document.readyState === 'complete');

  chrome.runtime.onMessage.addListener((message: ToPage, { id }, answer) => {
    if (id !== chrome.runtime.id) {
      return false;
    }
    if (message.type === 'state') {
      attendant.stateCame(message.state);
      return false;
    }
    void attendant.read().then(answer);
    return true;
  });
}
