import type { checkListing } from '@bowerbird/contract/listing';
import type { Selection } from '@bowerbird/contract/products';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import { asOwner } from '../db/database.ts';
import { productsByIds, type StoredProduct, selectProducts } from '../products/selection.ts';
import type { Services } from '../services.ts';
import { getStore, type StoreWithShop } from '../stores/queries.ts';
import { listerOf, type StoreLister } from '../stores/session.ts';

type Answer = AnswerOf<typeof checkListing>;
type Problem = Answer['stores'][number]['problems'][number];
/** Products named with a problem; its count tells of all. */
const namedMax = 100;

interface Lane {
  found: StoreWithShop;
  lister: StoreLister;
  fits: number;
  creates: number;
  updates: number;
  cost: number;
  problems: Map<string, Problem>;
}

/** What would go straight through, and what each store would refuse, cut or drop; nothing is sent. */
export async function checkSelection(
  services: Services,
  ownerId: string,
  storeIds: readonly string[],
  selection: Selection,
): Promise<Answer> {
  const stores = await asOwner(services.db, ownerId, (db) =>
    Promise.all([...new Set(storeIds)].map((id) => getStore(db, ownerId, id))),
  );
  const lanes = stores.map(
    (found): Lane => ({
      found,
      lister: listerOf(services, found.shop.platform),
      fits: 0,
      creates: 0,
      updates: 0,
      cost: 0,
      problems: new Map(),
    }),
  );
  let products = 0;
  let fitsAny = 0;
  for await (const ids of selectProducts(services.db, ownerId, selection, 200)) {
    const { page, bound } = await asOwner(services.db, ownerId, async (db) => ({
      page: await productsByIds(db, ownerId, ids),
      bound: await db
        .selectFrom('listing')
        .select(['product_id', 'shop_id'])
        .where('owner_id', '=', ownerId)
        .where('store_product_id', 'is not', null)
        .where(sql<boolean>`product_id = any(${ids}::uuid[])`)
        .execute(),
    }));
    products += page.length;
    const there = new Set(bound.map(({ product_id, shop_id }) => `${product_id} ${shop_id}`));
    for (const stored of page) {
      const fitting = lanes.filter((lane) =>
        addProduct(lane, stored, there.has(`${stored.id} ${lane.found.shop.id}`)),
      );
      fitsAny += fitting.length > 0 ? 1 : 0;
    }
  }
  return { products, fitsAny, stores: lanes.map(toAnswer) };
}

/** Counts one product into a lane; false when its store would refuse it. */
function addProduct(lane: Lane, { id, product }: StoredProduct, isThere: boolean): boolean {
  const { shop } = lane.found;
  const found = lane.lister.fit(product, {
    maximumVariants: shop.maximum_variants,
    maximumOptions: shop.maximum_options,
    currency: shop.currency,
  });
  for (const { kind, code, params } of found) {
    const name = `${kind} ${code}`;
    const problem = lane.problems.get(name) ?? { kind, code, params, count: 0, productIds: [] };
    problem.count += 1;
    if (problem.productIds.length < namedMax) {
      problem.productIds.push(id);
    }
    lane.problems.set(name, problem);
  }
  if (found.some(({ kind }) => kind === 'refused')) {
    return false;
  }
  lane.fits += 1;
  if (isThere) {
    lane.updates += 1;
    lane.cost += lane.lister.costOf('update', product);
  } else {
    lane.creates += 1;
    lane.cost +=
      lane.lister.costOf('create', product) +
      (lane.lister.publish ? lane.lister.costOf('publish', product) : 0);
  }
  return true;
}

function toAnswer({ found, lister, fits, creates, updates, cost, problems }: Lane): Answer['stores'][number] {
  const throttle = found.shop.throttle ?? lister.firstThrottle;
  const seconds = Math.max(0, (cost - throttle.currentlyAvailable) / throttle.restoreRate);
  return {
    storeId: found.store.id,
    fits,
    creates,
    updates,
    problems: [...problems.values()].sort((one, other) => other.count - one.count),
    // A store that is never short of its limit is bound by how long one request takes.
    forecastSeconds: Math.max(seconds, ((creates * 2 + updates) * 0.3) / lister.inFlightMax),
    boundBy: seconds > 0 ? 'points' : 'answers',
  };
}
