import { safeParse } from 'zod/mini';
import type { ToPage } from '../messages.ts';
import type { AlarmName } from './alarms.ts';
import { answerConsole } from './answers/answer-console.ts';
import { accessGiven, browserStarted, tabClosed, tabLoaded } from './batch/batch.ts';
import { stepBatch } from './batch/batch-step.ts';
import { deliverWaiting } from './batch/deliver.ts';
import { hear } from './hear.ts';
import { ConsoleMessage } from './messages.ts';
import { stateForPages, stateNow } from './state.ts';

// The token is stored there: content scripts must not read it.
void chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });

// All listeners are registered while the worker starts: a later one misses the event that woke the worker.

chrome.runtime.onMessage.addListener((message: unknown, sender, answer) => {
  void hear(message, sender)
    .catch(async () => ({ ok: false, code: 'unexpected', state: stateForPages(await stateNow()) }))
    .then(answer);
  return true;
});

chrome.runtime.onMessageExternal.addListener((message: unknown, sender, answer) => {
  const parsed = safeParse(ConsoleMessage, message);
  if (!parsed.success || sender.origin === undefined) {
    return false;
  }
  void answerConsole(parsed.data, sender.origin).then(answer);
  return true;
});

chrome.alarms.onAlarm.addListener(({ name }) => {
  const work: Record<AlarmName, () => Promise<void>> = { deliver: deliverWaiting, batch: stepBatch };
  if (Object.hasOwn(work, name)) {
    void work[name as AlarmName]();
  }
});

chrome.tabs.onUpdated.addListener((tabId, { status }) => {
  if (status === 'complete') {
    void tabLoaded(tabId);
  }
});
chrome.tabs.onRemoved.addListener((tabId) => void tabClosed(tabId));

// The browser's permission prompt closes the popup that opened it: what waited for the answer continues here.
chrome.permissions.onAdded.addListener(() => void accessGiven());

chrome.runtime.onStartup.addListener(() => void browserStarted().then(deliverWaiting));
chrome.runtime.onInstalled.addListener(() => void browserStarted().then(deliverWaiting));

/** The displayed state changed: notifies the active page; the popup watches the storage itself. */
chrome.storage.onChanged.addListener((changes) => {
  if (['queue', 'pairing', 'batch', 'hold'].some((key) => Object.hasOwn(changes, key))) {
    void reportShownPages();
  }
});

async function reportShownPages(): Promise<void> {
  const news: ToPage = { type: 'state', state: stateForPages(await stateNow()) };
  for (const { id } of await chrome.tabs.query({ active: true })) {
    if (id !== undefined) {
      await chrome.tabs.sendMessage(id, news).catch(() => undefined);
    }
  }
}
