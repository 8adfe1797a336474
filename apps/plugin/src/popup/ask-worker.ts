import type { Answer, FromPopup, ToWorker } from '../messages.ts';

/** Asks the worker, which the browser starts when it sleeps. */
export async function askWorker(question: FromPopup | ToWorker): Promise<Answer> {
  return await chrome.runtime.sendMessage<FromPopup | ToWorker, Answer>(question);
}
