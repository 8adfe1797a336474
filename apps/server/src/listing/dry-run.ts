import type { StoreAccess } from '@bowerbird/platforms/listing/store';
import type { Fate, ToCreate } from '@bowerbird/platforms/listing/writes';
import { fetchFrom, type Outside } from '@bowerbird/platforms/simulation';
import { simulators } from '@bowerbird/platforms/simulators';
import { v7 } from 'uuid';
import { productsByIds } from '../products/selection.ts';
import { findTold } from '../rules/facts.ts';
import { findRuling, readyFor } from '../rules/ruling.ts';
import { Limit } from '../stores/limit.ts';
import { contextWith } from '../stores/session.ts';
import { type ItemChange, openItems, writeItem } from './items.ts';
import { listingKey } from './key.ts';
import { inLane, type Lane } from './lane.ts';
import { pool } from './pool.ts';
import { fitOf, imagesOf, refusalOf } from './take-up.ts';

const name = 'dry-run';
const chunk = 100;

/** A store of the lane's platform that lives in memory alone, with the limits of the real one. */
interface Rehearsal {
  access: StoreAccess;
  fetch: typeof fetch;
  /** There where pictures are brought to the store; none are for a rehearsal, nor does the store fetch any. */
  library?: NonNullable<ToCreate['library']>;
}

/** Tries every item of a dry run: by what we know of the store's limits, then against a store played in memory. */
export async function tryItems(lane: Lane): Promise<void> {
  const rehearsal = await rehearse(lane);
  for (;;) {
    lane.signal.throwIfAborted();
    const items = await inLane(lane, (db) => openItems(db, lane.ownerId, lane, -1, chunk));
    if (items.length === 0) {
      return;
    }
    const ids = items.map((item) => item.product_id);
    const { products, ruling, told } = await inLane(lane, async (db) => ({
      products: await productsByIds(db, lane.ownerId, ids),
      ruling: await findRuling(db, lane.ownerId, lane.shopId),
      told: await findTold(db, lane.ownerId, lane.shopId, ids),
    }));
    const byId = new Map(products.map((each) => [each.id, each]));
    const changes = await pool(items, 4, async ({ product_id }): Promise<ItemChange> => {
      const stored = byId.get(product_id);
      if (!stored) {
        return { state: 'cancelled', fault: { code: 'not-found', params: {} } };
      }
      const ready = readyFor(
        ruling,
        stored.product,
        told.get(stored.id),
        lane.options,
        fitOf(lane),
        imagesOf(lane),
      );
      const refusal = refusalOf(ready);
      if (refusal) {
        return { state: 'refused', ...refusal };
      }
      if (!rehearsal) {
        return { state: 'listed' };
      }
      const key = listingKey(lane.installationId, product_id, lane.shopId, 1);
      const context = {
        ...contextWith(
          { ...lane.services, fetch: rehearsal.fetch },
          free(lane),
          lane.signal,
          () => undefined,
        ),
      };
      const [fate] = await lane.lister.create(
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
      return changeFor(fate);
    });
    await inLane(lane, async (db) => {
      for (const [index, item] of items.entries()) {
        await writeItem(db, lane.ownerId, item.id, changes[index] ?? { state: 'listed' });
      }
    });
  }
}

async function rehearse(lane: Lane): Promise<Rehearsal | null> {
  const make = simulators.get(lane.session.shop.platform);
  const simulation = make?.({ name, outside: quickOutside(lane) });
  if (!simulation?.access) {
    return null;
  }
  const fetch = fetchFrom(new Map([[`${name}.localhost`, simulation]]));
  const access = {
    domain: `${name}.localhost`,
    ...simulation.access,
    prepared: {},
  };
  const context = contextWith({ ...lane.services, fetch }, free(lane), lane.signal);
  const { details } = await lane.lister.prepare(access, context);
  const { library } = lane.lister;
  const brings = library && (library.opensTo?.(await lane.session.access(lane.cut)) ?? true);
  return { fetch, access: { ...access, prepared: details }, ...(brings && { library: new Map() }) };
}

/** A time in which the store's limit is always full again: a rehearsal keeps nobody waiting. */
function quickOutside({ clock }: Lane): Outside {
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

/** And none of ours is kept either. */
function free(lane: Lane): Limit {
  return new Limit(lane.clock, { maximumAvailable: 1e9, currentlyAvailable: 1e9, restoreRate: 1e9 });
}

function changeFor(fate: Fate | undefined): ItemChange {
  switch (fate?.fate) {
    case 'applied':
      return { state: 'listed' };
    case 'refused': {
      const [first] = fate.faults;
      const fault = { code: first?.code ?? ('store.rejected-product' as const), params: first?.params ?? {} };
      return { state: 'refused', fault, field: first?.field ?? null, notes: fate.faults.slice(0, 20) };
    }
    case 'doubt':
      return fate.because.includes('HANDLE_NOT_UNIQUE')
        ? { state: 'conflict', fault: { code: 'store.handle-taken', params: {} }, field: 'handle' }
        : { state: 'refused', fault: { code: 'store.unwell', params: {} } };
    default:
      return { state: 'refused', fault: { code: 'store.unwell', params: {} } };
  }
}
