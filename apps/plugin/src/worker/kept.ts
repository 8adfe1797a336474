import type { z } from 'zod/mini';
import { safeParse } from 'zod/mini';

/** A value that outlives the worker, under one key of the extension's own storage. */
export interface Kept<T> {
  read(): Promise<T>;
  /** Reads, changes and writes atomically. If `step` throws, the value stays unchanged. */
  change(step: (now: T) => T | Promise<T>): Promise<T>;
}

/**
 * Returns a stored value. The worker dies after seconds without work, so nothing is kept in variables; two concurrent
 * steps on the same key would lose one change, so every step holds the key's lock. A value in the shape of an earlier
 * version reads as `empty`.
 */
export function kept<T>(key: string, schema: z.ZodMiniType<T>, empty: T): Kept<T> {
  const read = async () => {
    const held = await chrome.storage.local.get(key);
    const parsed = safeParse(schema, held[key]);
    return parsed.success ? parsed.data : empty;
  };
  return {
    read,
    change: (step) =>
      withLock(key, async () => {
        const now = await read();
        const next = await step(now);
        if (next !== now) {
          await chrome.storage.local.set({ [key]: next });
        }
        return next;
      }),
  };
}

/** Runs the work exclusively for its name, across all workers. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return await navigator.locks.request(`bowerbird.${name}`, work);
}
