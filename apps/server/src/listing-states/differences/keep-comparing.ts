import type { BackgroundWork } from '../../background/background-work.ts';
import { asOwner } from '../../db/database.ts';
import type { Services } from '../../services/services.ts';
import { follow } from '../following.ts';
import { awaitNight, compareStore } from './compare-store.ts';

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

export const comparisons: BackgroundWork<Services> = {
  name: 'comparisons',
  everyMs: 2_000,
  does: `Compares stores with what was listed to them, at night and on request, ${atOnce} stores at once in each process.`,
  runsIn: 'workers',
  begin(services) {
    const atWork = new Map<string, Promise<unknown>>();
    return {
      pass: (signal) => compareDue(services, signal, atWork),
      close: () => Promise.all(atWork.values()),
    };
  },
};

export const followedSources: BackgroundWork<Services> = {
  name: 'followed-sources',
  // Sources change by the minute at most.
  everyMs: 20_000,
  does: 'Starts listings to stores that follow their sources, when a source has changed.',
  runsIn: 'workers',
  begin: (services) => ({ pass: () => followDue(services) }),
};
