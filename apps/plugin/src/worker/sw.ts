import { safeParse } from 'zod/mini';
import type { ToPage } from '../messages.ts';
import type { AlarmName } from './alarms.ts';
import { answerConsole } from './answer-console.ts';
import { accessGiven, browserStarted, tabClosed, tabLoaded } from './batch.ts';
import { stepBatch } from './batch-step.ts';
import { deliverWaiting } from './deliver.ts';
import { hear } from './hear.ts';
import { ConsoleQuestion } from './questions.ts';
import { stateForPages, stateNow } from './state.ts';

// The token stands there: scripts beside pages of others must not read it.
void chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });

// All listeners are set while the worker starts: one that is set later misses what woke it.

chrome.runtime.onMessage.addListener((message: unknown, sender, answer) => {
  void hear(message, sender)
    .catch(async () => ({ ok: false, code: 'unexpected', state: stateForPages(await stateNow()) }))
    .then(answer);
  return true;
});

chrome.runtime.onMessageExternal.addListener((message: unknown, sender, answer) => {
  const question = safeParse(ConsoleQuestion, message);
  if (!question.success || sender.origin === undefined) {
    return false;
  }
  void answerConsole(question.data, sender.origin).then(answer);
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

// The browser's question closes the popup that asked it: what was waiting for the answer goes on here.
chrome.permissions.onAdded.addListener(() => void accessGiven());

chrome.runtime.onStartup.addListener(() => void browserStarted().then(deliverWaiting));
chrome.runtime.onInstalled.addListener(() => void browserStarted().then(deliverWaiting));

/** What is shown changed: the page before the person hears of it; the popup watches the storage itself. */
chrome.storage.onChanged.addListener((changes) => {
  if (['queue', 'pairing', 'batch', 'hold'].some((key) => Object.hasOwn(changes, key))) {
    void tellShownPages();
  }
});

async function tellShownPages(): Promise<void> {
  const news: ToPage = { type: 'state', state: stateForPages(await stateNow()) };
  for (const { id } of await chrome.tabs.query({ active: true })) {
    if (id !== undefined) {
      await chrome.tabs.sendMessage(id, news).catch(() => undefined);
    }
  }
}
