import { prefetch } from '../../async/prefetch.ts';
import { looksAgainAt } from '../../billing/quotas.ts';
import { Courses } from '../decide/courses.ts';
import { outwait, type Waiting } from '../decide/through.ts';
import type { Work } from '../engine/work.ts';
import { lookFirst } from '../look-ups/looking.ts';
import { lookForHidden } from '../look-ups/taken-down.ts';
import { firstTried, pauseFault } from '../rejections/similar.ts';
import { openItems } from '../runs/items.ts';
import { guarded } from '../store-job/guarded.ts';
import { inStoreJob, type StoreJob, StoreJobHeld } from '../store-job/store-job.ts';
import { chunkOf } from '../transport/bulk.ts';
import { takeUp } from './take-up.ts';

const chunk = 100;
/** Passes over what is left open, each after another worker was involved. */
const roundsMax = 20;

/** Processes every item of the store job, in chunks; then what is left, until nothing is. */
export async function workItems(storeJob: StoreJob): Promise<void> {
  for (let round = 0; round < roundsMax; round += 1) {
    const waiting: Waiting[] = [];
    let seen = 0;
    let sentNothing = false;
    // Where nothing had to be sent, as for products that are as the store has them, nothing was tried.
    const toTry = () => (sentNothing ? 0 : storeJob.rejections.toTry);
    const courses = new Courses(storeJob);
    try {
      // Whether more may be begun is known when the tried products have their answers.
      for await (const { count, works } of prefetch(chunks(storeJob, toTry), () => toTry() === 0)) {
        seen += count;
        const { answers, toTry: tried, firstAccepted } = storeJob.rejections;
        const left = await courses.begin(works, tried === 0 ? Promise.resolve() : firstAccepted);
        waiting.push(...left);
        if (storeJob.plan.reached || storeJob.rejections.reached) {
          break;
        }
        sentNothing = tried > 0 && storeJob.rejections.answers === answers && left.length === 0;
        if (toTry() > 0) {
          // The outcome of the tried products is known only when their in-doubt attempts are resolved.
          await outwait(storeJob, waiting.splice(0));
        }
      }
    } finally {
      await courses.settled();
    }
    waiting.push(...(await courses.end()));
    await outwait(storeJob, waiting);
    restIfReached(storeJob);
    await pauseIfSameReason(storeJob);
    if (seen === 0) {
      return;
    }
    if (round > 0) {
      // Another worker is processing what is left, and is given a moment.
      await storeJob.clock.sleep(500, storeJob.signal);
    }
  }
}

/**
 * Yields open items, taken up and looked for.
 * @param limit how many may be begun by now; 0: as many as there are
 */
async function* chunks(
  storeJob: StoreJob,
  limit: () => number,
): AsyncGenerator<{ count: number; works: Work[] }, void> {
  let after = -1;
  for (;;) {
    storeJob.signal.throwIfAborted();
    const toTry = limit();
    const found = await inStoreJob(storeJob, (db) =>
      openItems(db, storeJob.ownerId, storeJob, after, chunkOf(storeJob, chunk)),
    );
    // A store that rejects everything is detected with a few products, before a bulk file carries thousands.
    const isSmall = after === -1 && toTry === firstTried && found.length <= 2 * firstTried;
    const items = toTry > 0 && !isSmall ? found.slice(0, toTry) : found;
    if (items.length === 0) {
      return;
    }
    after = items.at(-1)?.position ?? after;
    const taken = await takeUp(storeJob, items);
    const looked = await guarded(storeJob, () => lookForHidden(storeJob, taken));
    const works = await guarded(storeJob, () => lookFirst(storeJob, looked));
    yield { count: items.length, works };
  }
}

/** Pauses the store job until a person looks, where products wait for a store that rejects all for one cause. */
async function pauseIfSameReason(storeJob: StoreJob): Promise<void> {
  const { reached } = storeJob.rejections;
  const waiting = reached
    ? await inStoreJob(storeJob, (db) => openItems(db, storeJob.ownerId, storeJob, -1, 1))
    : [];
  if (reached && waiting.length > 0) {
    throw new StoreJobHeld(pauseFault(reached, storeJob.session.store.name), null);
  }
}

/**
 * Makes the store job rest where the merchant's plan has no room: what was begun has ended by now, and the rest waits.
 */
function restIfReached({ plan: { reached }, clock }: StoreJob): void {
  if (reached) {
    const now = clock.wall();
    const fault = { code: reached.code, params: reached.params };
    throw new StoreJobHeld(fault, looksAgainAt(reached, new Date(now)).getTime() - now);
  }
}
