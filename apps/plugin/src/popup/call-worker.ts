import type { Answer, FromPopup, ToWorker } from '../messages.ts';

/** Sends a message to the worker, which the browser starts if it is asleep. */
export async function callWorker(message: FromPopup | ToWorker): Promise<Answer> {
  return await chrome.runtime.sendMessage<FromPopup | ToWorker, Answer>(message);
}
