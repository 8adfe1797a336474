import { type ImportFile, uploadLimits } from '@bowerbird/contract/files/uploads';
import { CallFailure } from '../../../lib/api/call-failure.ts';

/** The server's side of one upload. */
export interface PartReceiver {
  /** Sends bytes that begin at `from`. */
  send(part: Blob, from: number, signal: AbortSignal): Promise<ImportFile>;
  /** Returns what has arrived so far. */
  look(signal: AbortSignal): Promise<ImportFile>;
}

interface Sending {
  signal: AbortSignal;
  /** Called with the bytes that have arrived, after every part. */
  onReceived(received: number): void;
  /** Called with true while the server cannot be reached, and with false when it can again. */
  onWaiting(waiting: boolean): void;
  /** Waits before the next attempt, in milliseconds. */
  wait?(ms: number, signal: AbortSignal): Promise<void>;
}

/** Attempts in a row without progress before a failure is shown. */
export const attemptsMax = 8;
/** Longest pause between two attempts, in milliseconds. */
const pauseMaxMs = 30_000;

/**
 * Sends the rest of a file in parts, from the byte that the server expects. A lost connection is waited for; after any
 * failed part the server is asked where to continue, so that no byte is sent twice in vain and none is left out.
 */
export async function sendParts(
  file: Blob,
  start: ImportFile,
  receiver: PartReceiver,
  { signal, onReceived, onWaiting, wait = waitFor }: Sending,
): Promise<ImportFile> {
  let state = start;
  let attempts = 0;
  while (state.received < file.size) {
    signal.throwIfAborted();
    const from = state.received;
    try {
      state = await receiver.send(file.slice(from, from + uploadLimits.partBytes), from, signal);
      if (state.received <= from) {
        throw new Error('a part that arrived made no progress');
      }
      attempts = 0;
      onWaiting(false);
      onReceived(state.received);
    } catch (thrown) {
      attempts += 1;
      if (signal.aborted || attempts >= attemptsMax || !mayPass(thrown)) {
        throw thrown;
      }
      onWaiting(true);
      await wait(Math.min(pauseMaxMs, 500 * 2 ** attempts), signal);
      state = await receiver.look(signal).catch(() => state);
    }
  }
  return state;
}

/** Whether the same part may arrive later: nobody answered, the server is busy, or it expects another byte. */
function mayPass(thrown: unknown): boolean {
  const { status } = CallFailure.from(thrown);
  return status === 0 || status === 409 || status === 429 || status >= 500;
}

/** Waits for a while; less if the browser is online again before. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    globalThis.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
