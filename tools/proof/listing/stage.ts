import type { Product } from '@bowerbird/catalog/product';
import type { FaultKind } from '@bowerbird/platforms/simulation-faults';
import type { ListingRow } from '../../../apps/server/src/listing/ledger.ts';
import type { Services } from '../../../apps/server/src/services.ts';
import type { ProofClock } from './clock.ts';
import type { Crew } from './crew.ts';
import type { ProofTimes, Rule } from './cripple.ts';
import { proofProduct, tinyProduct } from './goods.ts';
import { judge } from './judge.ts';
import type { KeyBook } from './key-book.ts';
import { endedStates, type ProofMerchant } from './merchant.ts';
import type { RoundPlan } from './plan.ts';
import type { PlayedPlatform, PlayedProduct, PlayedStore } from './played-view.ts';
import type { StoreWatch } from './watch.ts';

/** What one round is played with. */
export interface Stage {
  played: PlayedPlatform;
  services: Services;
  merchant: ProofMerchant;
  store: PlayedStore;
  clock: ProofClock;
  watch: StoreWatch;
  crew: Crew;
  plan: RoundPlan;
  /** Every edition of each product so far, the newest first, by our product's id: what the watch goes by. */
  editions: Map<string, Product[]>;
  keys: KeyBook;
  times: ProofTimes;
  /** The rule of the protocol that is taken away. */
  without: Rule | null;
  /** Whether the round came to what its story is about; it counts for nothing where it did not. */
  isReached: boolean;
  /** Other workers on the same runs, as a server of another folder has them. */
  onServices(services: Services): Crew;
  /** A merchant of another installation at the same store; left out where there is but one installation. */
  beside?(): Promise<Stage>;
}

/** From now on the store and the workers do as planned. */
export function inTrouble({ store, crew, plan }: Stage): void {
  store.simulation.faults.add(...plan.faults);
  crew.expect(plan.blows);
}

/** From now on nothing goes wrong. */
export function inPeace({ store, crew }: Stage): void {
  store.simulation.faults.clear();
  crew.expect([]);
}

/** What the merchant has and wants, before anything is listed. */
export interface Goods {
  ids: string[];
  /** What is to be in the store, by our product's id. */
  wanted: Map<string, Product>;
  /** Every edition of each, the newest first. */
  editions: Map<string, Product[]>;
  /** What was the merchant's own there before we came. */
  planted: readonly PlayedProduct[];
  /** Ids in the store of what was a stranger's, and was to become ours. */
  adopted: Set<string>;
}

export async function setOut({ merchant, store, plan, editions, keys }: Stage): Promise<Goods> {
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

/** Gives a product another content, here and in what is wanted. */
export async function edit(
  { merchant }: Stage,
  { wanted, editions }: Goods,
  id: string,
  to: Product,
): Promise<void> {
  wanted.set(id, to);
  editions.set(id, [to, ...(editions.get(id) ?? [])]);
  await merchant.edit(id, to);
}

/**
 * Peace: these runs are brought to their end, what a fault had refused or broken off is listed when it is asked for again, and a last run
 * finds nothing to do. Then all is held against each other.
 */
export async function endInPeace(
  stage: Stage,
  asks: Parameters<Crew['work']>[0],
  goods: Goods,
  isForgotten: (id: string) => boolean = () => false,
): Promise<string[]> {
  const { merchant, store, clock, crew } = stage;
  const { faults } = store.simulation;
  faults.clear();
  crew.expect([]);
  await crew.work(asks, true);
  await crew.work([await merchant.start(goods.ids)], true);
  const again = await merchant.start(goods.ids);
  await crew.work([again], true);
  await clock.sleep(30_000);
  if (crew.wrong.length > 0) {
    return crew.wrong;
  }
  return await judgeNow(stage, goods, again, isForgotten);
}

/** Holds everything against each other, as it is now; `again` is the last run, which found nothing to do. */
export async function judgeNow(
  stage: Stage,
  goods: Goods,
  again: Parameters<ProofMerchant['view']>[0] | null,
  isForgotten: (id: string) => boolean = () => false,
): Promise<string[]> {
  const { merchant, store, crew } = stage;
  const { faults } = store.simulation;
  const rows = await merchant.rows();
  const own = store.products().filter(({ key, by }) => by !== 'us' || !isOthers(stage, key));
  const products = own.map((product) =>
    goods.adopted.has(product.id) ? { ...product, by: 'us' as const } : product,
  );
  const twins = forgottenTwins(products, rows, isForgotten);
  return [
    ...judge({
      played: stage.played,
      editions: goods.editions,
      products: products.filter((product) => !twins.includes(product)),
      planted: goods.planted.filter(({ by, key }) => by !== 'us' || !isOthers(stage, key)),
      files: store.files(),
      rows,
      wanted: goods.wanted,
      hits: withoutAdopted(faults.hits, goods),
      unheard: total(faults.hits) + total(crew.struck),
    }),
    ...(again === null ? [] : await judgeLast(stage, again, twins)),
  ];
}

/**
 * Second copies whose making our database forgot before it could take them out again: nobody can tell them from the merchant's own,
 * and so they stay and are told.
 */
function forgottenTwins(
  products: readonly PlayedProduct[],
  rows: readonly ListingRow[],
  isForgotten: (id: string) => boolean,
): PlayedProduct[] {
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

/** Whether another installation at this store made it. */
function isOthers({ keys, merchant }: Stage, key: string | null): boolean {
  return key !== null && keys.isKnown(key) && !keys.isOf(key, merchant.ownerId);
}

function withoutAdopted(
  hits: ReadonlyMap<FaultKind, number>,
  { adopted }: Goods,
): ReadonlyMap<FaultKind, number> {
  const strangers = (hits.get('stranger') ?? 0) - adopted.size;
  return adopted.size === 0 ? hits : new Map([...hits, ['stranger', strangers]]);
}

/** The last run found nothing to do; where nobody else had a hand in the store, it certifies that all agrees. */
async function judgeLast(
  { merchant, store }: Stage,
  ask: Parameters<ProofMerchant['view']>[0],
  twins: readonly PlayedProduct[],
): Promise<string[]> {
  const { run, certificate } = await merchant.view(ask);
  const { hits } = store.simulation.faults;
  const others = [
    'merchant-edit',
    'merchant-delete',
    'merchant-duplicate',
    'stranger',
    'trash-holds-sku',
  ] as const;
  const isOurs = others.every((kind) => !hits.has(kind));
  if (!endedStates.includes(run.state)) {
    return [`the last run does not end: it is ${run.state}`];
  }
  const isTold = twins.length === 0 ? certificate?.agrees : certificate?.twins === twins.length;
  return isOurs && (run.state !== 'complete' || !isTold)
    ? [`the last run is ${run.state} with ${JSON.stringify(certificate)}`]
    : [];
}

export function total(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((all, count) => all + count, 0);
}
