import type { ToPage } from '../messages.ts';
import { attend } from './attend.ts';
import { watchTab } from './tab-page.ts';

/*
 * Runs beside a page, apart from its scripts. On the marketplaces it is there from the start; on any other shop it comes
 * after the person asked for it.
 */

const started = Symbol.for('bowerbird.page');

// It may be brought to a page where it is already.
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
