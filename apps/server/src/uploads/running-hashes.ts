import { createHash, type Hash } from 'node:crypto';

/** Files whose hash is kept while they arrive; for the others it is computed at their end. */
const mostFiles = 200;

interface Running {
  hash: Hash;
  /** Bytes that it covers, from the beginning of the file. */
  bytes: number;
}

/**
 * SHA-256 of files that are arriving, so that no file is read again for it. Kept in this process only: where a part went
 * to another process, or the process ended meanwhile, there is none.
 */
export class RunningHashes {
  readonly #running = new Map<string, Running>();

  /**
   * Returns the hash of the file up to the end of `bytes`, which begin at `position`; null if it does not cover what is
   * before. Nothing is kept before `keep`: a part that is not recorded may come again.
   */
  with(id: string, position: number, bytes: Uint8Array): Running | null {
    const before = position === 0 ? { hash: createHash('sha256'), bytes: 0 } : this.#running.get(id);
    if (before?.bytes !== position) {
      return null;
    }
    return { hash: before.hash.copy().update(bytes), bytes: position + bytes.length };
  }

  /** Keeps a file's hash up to here; null forgets it. */
  keep(id: string, running: Running | null): void {
    this.#running.delete(id);
    if (running !== null) {
      this.#running.set(id, running);
      const [oldest] = this.#running.keys();
      if (this.#running.size > mostFiles && oldest !== undefined) {
        this.#running.delete(oldest);
      }
    }
  }
}
