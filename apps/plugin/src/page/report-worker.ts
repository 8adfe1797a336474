import type { Answer, ToWorker } from '../messages.ts';

/**
 * Sends a message to the worker; null if there is none any more: the plugin was reloaded, and this page must be, too.
 */
export async function reportWorker(message: ToWorker): Promise<Answer | null> {
  try {
    // Cast: the worker is part of this same program, so its response has this type.
    const answer: Answer | undefined = await chrome.runtime.sendMessage(message);
    return answer ?? null;
  } catch {
    return null;
  }
}
