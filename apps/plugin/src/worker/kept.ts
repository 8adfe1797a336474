import type { z } from 'zod/mini';
import { safeParse } from 'zod/mini';

/** One thing that outlives the worker, under one key of the extension's own storage. */
export interface Kept<T> {
  read(): Promise<T>;
  /** Reads, changes and writes with nobody between. What `step` throws leaves it as it was. */
  change(step: (now: T) => T | Promise<T>): Promise<T>;
}

/**
 * The worker dies after seconds without work, so nothing lives in variables; and two steps that read and write the same key at
 * once lose one of both, so every step holds the key's lock. What an earlier version left in another shape reads as `empty`.
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

/** Runs the work with nobody else under the same name, in whatever worker. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return await navigator.locks.request(`bowerbird.${name}`, work);
}
