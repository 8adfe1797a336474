import { z } from 'zod/mini';
import { kept } from '../kept.ts';

const Batch = z.object({
  id: z.string(),
  platform: z.string(),
  urls: z.array(z.string()),
  /** Index of the page that is being read, or is next. */
  at: z.number(),
  done: z.number(),
  failed: z.number(),
  total: z.number(),
  state: z.enum(['running', 'blocked', 'ended']),
  because: z.nullable(z.string()),
  needs: z.array(z.string()),
  /** The tab in which the pages are opened; null before the first, and after the person closed it. */
  tabId: z.nullable(z.number()),
  /** `resting`: the page at `at` is opened at `until`. `reading`: it is open, and abandoned at `until`. */
  phase: z.enum(['resting', 'reading']),
  until: z.number(),
});
export type Batch = z.infer<typeof Batch>;

/** The single batch, kept until the person has seen its end. */
export const batch = kept<Batch | null>('batch', z.nullable(Batch), null);

export const readBatch = () => batch.read();

/**
 * Changes the batch of this id if it is still in the observed state; one that was stopped meanwhile stays unchanged.
 */
export async function changeBatch(seen: Pick<Batch, 'id' | 'state' | 'at'>, change: Partial<Batch>) {
  return await batch.change((now) =>
    now !== null && now.id === seen.id && now.state === seen.state && now.at === seen.at
      ? { ...now, ...change }
      : now,
  );
}
