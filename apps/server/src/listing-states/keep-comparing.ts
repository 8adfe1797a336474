import { asOwner } from '../db/database.ts';
import type { Services } from '../services/services.ts';
import { awaitNight, compareStore } from './compare-store.ts';
import { follow } from './following.ts';

const everyMs = 2_000;
/** Sources change by the minute at most. */
const followEveryMs = 20_000;

/** Stores that are compared concurrently in one process. */
const atOnce = 4;

/**
 * Starts comparing stores where that was requested or their nightly hour has come, except those that this process is
 * comparing already (their shops are in `atWork`).
 */
export async function compareDue(
  services: Services,
  signal: AbortSignal,
  atWork: Map<string, Promise<unknown>>,
): Promise<void> {
  const now = new Date(services.clock.wall());
  const due = await services.db
    .selectFrom('open_comparison')
    .select(['shop_id', 'owner_id', 'state'])
    .where((eb) => eb.or([eb('state', '<>', 'idle'), eb('next_at', '<=', now)]))
    .execute();
  for (const { shop_id, owner_id, state } of due) {
    if (state === 'new') {
      await asOwner(services.db, owner_id, (db) => awaitNight(db, owner_id, shop_id, now));
    } else if (!atWork.has(shop_id) && atWork.size < atOnce && !signal.aborted) {
      const working = compareStore(services, owner_id, shop_id, signal)
        .catch((thrown: unknown) =>
          services.log.warn({ error: String(thrown), shopId: shop_id }, 'A store could not be compared'),
        )
        .finally(() => atWork.delete(shop_id));
      atWork.set(shop_id, working);
    }
  }
}

/** Starts the runs of all stores that follow and whose sources changed; returns the runs. */
export async function followDue(services: Services): Promise<string[]> {
  const now = new Date(services.clock.wall());
  const due = await services.db
    .selectFrom('open_following')
    .select(['shop_id', 'owner_id'])
    .where('next_at', '<=', now)
    .execute();
  const runIds: string[] = [];
  for (const { shop_id, owner_id } of due) {
    runIds.push(...(await follow(services, owner_id, shop_id)));
  }
  return runIds;
}

/** Compares and follows for as long as the process lives; `stop` waits for what is under way to finish. */
export function keepComparing(services: Services): { stop(): Promise<void> } {
  const over = new AbortController();
  const atWork = new Map<string, Promise<unknown>>();
  const repeat = async (ms: number, what: string, step: () => Promise<unknown>) => {
    while (!over.signal.aborted) {
      await step().catch((thrown: unknown) => {
        if (!over.signal.aborted) {
          services.log.warn({ error: String(thrown) }, what);
        }
      });
      await services.clock.sleep(ms, over.signal).catch(() => undefined);
    }
  };
  const looking = Promise.all([
    repeat(everyMs, 'Stores could not be compared', () => compareDue(services, over.signal, atWork)),
    repeat(followEveryMs, 'Followed sources could not be looked for', () => followDue(services)),
  ]);
  return {
    async stop() {
      over.abort();
      await looking;
      await Promise.all(atWork.values());
    },
  };
}
