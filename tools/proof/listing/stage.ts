import type { Product } from '@bowerbird/catalog/product';
import type { FaultKind } from '@bowerbird/simulators/simulation-faults';
import type { ListingRow } from '../../../apps/server/src/listing/ledger/ledger.ts';
import type { Services } from '../../../apps/server/src/services/services.ts';
import type { ProofClock } from './clock.ts';
import type { ProofTimes, Rule } from './disable-rule.ts';
import { judge } from './judge/judge.ts';
import type { SimulatedPlatform, SimulatedProduct, SimulatedStore } from './judge/simulated-view.ts';
import type { KeyRegister } from './key-book.ts';
import { endedStates, type ProofMerchant } from './merchant.ts';
import type { RoundPlan } from './plan.ts';
import { proofProduct, tinyProduct } from './products.ts';
import type { StorePlugin } from './store-plugin.ts';
import type { StoreWatch } from './watch.ts';
import type { Crew } from './workers/crew.ts';

/** Everything that one round runs with. */
export interface Stage {
  simulated: SimulatedPlatform;
  services: Services;
  merchant: ProofMerchant;
  store: SimulatedStore;
  clock: ProofClock;
  watch: StoreWatch;
  /** The store's plugin, which rewrites nothing unless the story says so. */
  plugin: StorePlugin;
  crew: Crew;
  plan: RoundPlan;
  /** Every edition of each product so far, newest first, by our product's id; used by the watch. */
  editions: Map<string, Product[]>;
  keys: KeyRegister;
  times: ProofTimes;
  /** The rule of the protocol that is disabled. */
  without: Rule | null;
  /** Whether the round reached the subject of its story; otherwise it does not count. */
  isReached: boolean;
  /** Returns other workers on the same runs, as a server with another folder would have them. */
  onServices(services: Services): Crew;
  /** Returns a merchant of another installation at the same store; left out if there is only one installation. */
  beside?(): Promise<Stage>;
}

/** From now on, store and workers fail as planned. */
export function inTrouble({ store, crew, plan }: Stage): void {
  store.simulation.faults.add(...plan.faults);
  crew.expect(plan.plannedFaults);
}

/** From now on, nothing fails. */
export function inPeace({ store, crew }: Stage): void {
  store.simulation.faults.clear();
  crew.expect([]);
}

/** What the merchant has and wants, before anything is listed. */
export interface Products {
  ids: string[];
  /** What should be in the store, by our product's id. */
  wanted: Map<string, Product>;
  /** Every edition of each, newest first. */
  editions: Map<string, Product[]>;
  /** The merchant's own products there before our first write. */
  planted: readonly SimulatedProduct[];
  /** Store ids of unmanaged products that were to become ours. */
  adopted: Set<string>;
}

export async function setOut({ merchant, store, plan, editions, keys }: Stage): Promise<Products> {
  if (!merchant.isSecond) {
    store.plant('of-the-merchant');
  }
  const planted = store.products();
  const make = plan.isTiny ? tinyProduct : proofProduct;
  const first = 1 + plan.round * 20 + (merchant.isSecond ? 500 : 0);
  const products = Array.from({ length: plan.count }, (_, at) => make(first + at));
  const ids = await merchant.own(products);
  for (const [at, product] of products.entries()) {
    const id = ids[at] ?? '';
    editions.set(id, [product]);
    keys.add(merchant, id);
  }
  return {
    ids,
    planted,
    editions,
    adopted: new Set(),
    wanted: new Map(products.map((product, at) => [ids[at] ?? '', product])),
  };
}

/** Changes a product's content, here and in what is wanted. */
export async function edit(
  { merchant }: Stage,
  { wanted, editions }: Products,
  id: string,
  to: Product,
): Promise<void> {
  wanted.set(id, to);
  editions.set(id, [to, ...(editions.get(id) ?? [])]);
  await merchant.edit(id, to);
}

/**
 * Ends without faults: completes these runs, requests again what a fault had refused or interrupted, and a last run
 * finds nothing to do. Then compares everything.
 */
export async function endInPeace(
  stage: Stage,
  requests: Parameters<Crew['work']>[0],
  edition: Products,
  isForgotten: (id: string) => boolean = () => false,
): Promise<string[]> {
  const { merchant, store, clock, crew } = stage;
  const { faults } = store.simulation;
  faults.clear();
  crew.expect([]);
  await crew.work(requests, true);
  await crew.work([await merchant.start(edition.ids)], true);
  const again = await merchant.start(edition.ids);
  await crew.work([again], true);
  await clock.sleep(30_000);
  if (crew.wrong.length > 0) {
    return crew.wrong;
  }
  return await judgeNow(stage, edition, again, isForgotten);
}

/** Compares everything in its current state; `again` is the last run, which found nothing to do. */
export async function judgeNow(
  stage: Stage,
  edition: Products,
  again: Parameters<ProofMerchant['view']>[0] | null,
  isForgotten: (id: string) => boolean = () => false,
): Promise<string[]> {
  const { merchant, store, crew } = stage;
  const { faults } = store.simulation;
  const rows = await merchant.rows();
  const own = store.products().filter(({ key, by }) => by !== 'us' || !isOthers(stage, key));
  const products = own.map((product) =>
    edition.adopted.has(product.id) ? { ...product, by: 'us' as const } : product,
  );
  const duplicates = forgottenDuplicates(products, rows, isForgotten);
  return [
    ...judge({
      simulated: stage.simulated,
      editions: edition.editions,
      products: products.filter((product) => !duplicates.includes(product)),
      planted: edition.planted.filter(({ by, key }) => by !== 'us' || !isOthers(stage, key)),
      files: store.files(),
      rows,
      wanted: edition.wanted,
      hits: withoutAdopted(faults.hits, edition),
      unconfirmed: total(faults.hits) + total(crew.injected),
    }),
    ...(again === null ? [] : await judgeLast(stage, again, duplicates)),
  ];
}

/**
 * Returns duplicates whose creation our database forgot before it could remove them: they cannot be distinguished from
 * the merchant's own products, so they stay and are reported.
 */
function forgottenDuplicates(
  products: readonly SimulatedProduct[],
  rows: readonly ListingRow[],
  isForgotten: (id: string) => boolean,
): SimulatedProduct[] {
  const bound = new Map(rows.map(({ key, store_product_id }) => [key, store_product_id?.split('/').at(-1)]));
  return products.filter(
    ({ id, key, by, state }) =>
      key !== null &&
      by === 'us' &&
      state !== 'trashed' &&
      bound.has(key) &&
      bound.get(key) !== id &&
      isForgotten(id),
  );
}

/** Reports whether another installation at this store created it. */
function isOthers({ keys, merchant }: Stage, key: string | null): boolean {
  return key !== null && keys.isKnown(key) && !keys.isOf(key, merchant.ownerId);
}

function withoutAdopted(
  hits: ReadonlyMap<FaultKind, number>,
  { adopted }: Products,
): ReadonlyMap<FaultKind, number> {
  const unmanaged = (hits.get('unmanaged') ?? 0) - adopted.size;
  return adopted.size === 0 ? hits : new Map([...hits, ['unmanaged', unmanaged]]);
}

/**
 * Checks that the last run found nothing to do; if nobody else changed the store, it certifies that everything agrees.
 */
async function judgeLast(
  { merchant, store }: Stage,
  request: Parameters<ProofMerchant['view']>[0],
  duplicates: readonly SimulatedProduct[],
): Promise<string[]> {
  const { run, certificate } = await merchant.view(request);
  const { hits } = store.simulation.faults;
  const others = [
    'merchant-edit',
    'merchant-delete',
    'merchant-duplicate',
    'unmanaged',
    'trash-holds-sku',
  ] as const;
  const isOurs = others.every((kind) => !hits.has(kind));
  if (!endedStates.includes(run.state)) {
    return [`the last run does not end: it is ${run.state}`];
  }
  const isStated =
    duplicates.length === 0 ? certificate?.agrees : certificate?.duplicates === duplicates.length;
  return isOurs && (run.state !== 'complete' || !isStated)
    ? [`the last run is ${run.state} with ${JSON.stringify(certificate)}`]
    : [];
}

export function total(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((all, count) => all + count, 0);
}
