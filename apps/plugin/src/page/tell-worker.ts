import type { Answer, ToWorker } from '../messages.ts';

/** Tells the worker; null where there is none any more: the plugin was loaded anew, and this page must be, too. */
export async function tellWorker(message: ToWorker): Promise<Answer | null> {
  try {
    // The worker is the other half of this very program: what it answers is of this type.
    const answer: Answer | undefined = await chrome.runtime.sendMessage(message);
    return answer ?? null;
  } catch {
    return null;
  }
}
