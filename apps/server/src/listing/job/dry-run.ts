import type { StoreAccess } from '@bowerbird/platforms/listing/store/access';
import type { Outcome, ToCreate } from '@bowerbird/platforms/listing/writes';
import type { Outside } from '@bowerbird/simulators/simulation';
import { v7 } from 'uuid';
import { mapConcurrently } from '../../async/map-concurrently.ts';
import { productsByIds } from '../../products/list/selection.ts';
import { findReported } from '../../rules/facts.ts';
import { findRuling, readyFor } from '../../rules/ruling.ts';
import { Limit } from '../../stores/limit.ts';
import { contextWith } from '../../stores/session.ts';
import { listingKey } from '../ledger/key.ts';
import { type ItemChange, openItems, writeItem } from '../runs/items.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { fitOf, imagesOf, refusalOf } from './take-up.ts';

const name = 'dry-run';
const chunk = 100;

/** An in-memory store of the store job's platform, with the limits of the real one. */
interface Rehearsal {
  access: StoreAccess;
  fetch: typeof fetch;
  /** Set where images are brought to the store; a rehearsal brings none, and the store fetches none. */
  library?: NonNullable<ToCreate['library']>;
}

/** Tries every item of a dry run: against what we know of the store's limits, then against a simulated store. */
export async function tryItems(storeJob: StoreJob): Promise<void> {
  const rehearsal = await rehearse(storeJob);
  for (;;) {
    storeJob.signal.throwIfAborted();
    const items = await inStoreJob(storeJob, (db) => openItems(db, storeJob.ownerId, storeJob, -1, chunk));
    if (items.length === 0) {
      return;
    }
    const ids = items.map((item) => item.product_id);
    const { products, ruling, reported } = await inStoreJob(storeJob, async (db) => ({
      products: await productsByIds(db, storeJob.ownerId, ids),
      ruling: await findRuling(db, storeJob.ownerId, storeJob.shopId),
      reported: await findReported(db, storeJob.ownerId, storeJob.shopId, ids),
    }));
    const byId = new Map(products.map((each) => [each.id, each]));
    const changes = await mapConcurrently(items, 4, async ({ product_id }): Promise<ItemChange> => {
      const stored = byId.get(product_id);
      if (!stored) {
        return { state: 'cancelled', fault: { code: 'not-found', params: {} } };
      }
      const ready = readyFor(
        ruling,
        stored.product,
        reported.get(stored.id),
        storeJob.options,
        fitOf(storeJob),
        imagesOf(storeJob),
      );
      const refusal = refusalOf(ready);
      if (refusal) {
        return { state: 'refused', ...refusal };
      }
      if (!rehearsal) {
        return { state: 'listed' };
      }
      const key = listingKey(storeJob.installationId, product_id, storeJob.shopId, 1);
      const context = {
        ...contextWith(
          { ...storeJob.services, fetch: rehearsal.fetch },
          free(storeJob),
          storeJob.signal,
          () => undefined,
        ),
      };
      const [outcome] = await storeJob.lister.writer.create(
        [
          {
            attemptId: v7(),
            key,
            product: ready.product,
            options: ready.options,
            ...(rehearsal.library && { library: rehearsal.library }),
          },
        ],
        rehearsal.access,
        context,
      );
      return changeFor(outcome);
    });
    await inStoreJob(storeJob, async (db) => {
      for (const [index, item] of items.entries()) {
        await writeItem(db, storeJob.ownerId, item.id, changes[index] ?? { state: 'listed' });
      }
    });
  }
}

async function rehearse(storeJob: StoreJob): Promise<Rehearsal | null> {
  // Only a dry run needs the simulated stores.
  const { simulators } = await import('@bowerbird/simulators/all');
  const { fetchFrom } = await import('@bowerbird/simulators/simulation');
  const make = simulators.get(storeJob.session.shop.platform);
  const simulation = make?.({ name, outside: quickOutside(storeJob) });
  if (!simulation?.access) {
    return null;
  }
  const fetch = fetchFrom(new Map([[`${name}.localhost`, simulation]]));
  const access = {
    domain: `${name}.localhost`,
    ...simulation.access,
    prepared: {},
  };
  const context = contextWith({ ...storeJob.services, fetch }, free(storeJob), storeJob.signal);
  const { details } = await storeJob.lister.connector.prepare(access, context);
  const { images } = storeJob.lister.writer;
  const brings = images?.kind === 'library' && images.opensTo(await storeJob.session.access(storeJob.cut));
  return { fetch, access: { ...access, prepared: details }, ...(brings && { library: new Map() }) };
}

/** Returns an outside world whose clock always finds the store's limit full again: a rehearsal makes nothing wait. */
function quickOutside({ clock }: StoreJob): Outside {
  let now = clock.wall();
  return {
    now: () => {
      now += 60_000;
      return now;
    },
    random: Math.random,
    sleep: async () => undefined,
  };
}

/** Returns a limit of our own that makes nothing wait either. */
function free(storeJob: StoreJob): Limit {
  return new Limit(storeJob.clock, { maximumAvailable: 1e9, currentlyAvailable: 1e9, restoreRate: 1e9 });
}

function changeFor(outcome: Outcome | undefined): ItemChange {
  switch (outcome?.outcome) {
    case 'applied':
      return { state: 'listed' };
    case 'refused': {
      const [first] = outcome.faults;
      const fault = { code: first?.code ?? ('store.rejected-product' as const), params: first?.params ?? {} };
      return { state: 'refused', fault, field: first?.field ?? null, notes: outcome.faults.slice(0, 20) };
    }
    case 'unknown':
      return outcome.because.includes('HANDLE_NOT_UNIQUE')
        ? { state: 'conflict', fault: { code: 'store.handle-taken', params: {} }, field: 'handle' }
        : { state: 'refused', fault: { code: 'store.unwell', params: {} } };
    default:
      return { state: 'refused', fault: { code: 'store.unwell', params: {} } };
  }
}
