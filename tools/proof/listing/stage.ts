import type { Product } from '@bowerbird/catalog/product';
import type { ListingRow } from '../../../apps/server/src/listing/ledger.ts';
import type { Services } from '../../../apps/server/src/services.ts';
import type { ProofClock } from './clock.ts';
import type { Crew } from './crew.ts';
import type { ProofTimes, Rule } from './cripple.ts';
import { proofProduct } from './goods.ts';
import { judge } from './judge.ts';
import { endedStates, type ProofMerchant } from './merchant.ts';
import type { RoundPlan } from './plan.ts';
import type { PlayedPlatform, PlayedProduct, PlayedStore } from './played-view.ts';

/** What one round is played with. */
export interface Stage {
  played: PlayedPlatform;
  services: Services;
  merchant: ProofMerchant;
  store: PlayedStore;
  clock: ProofClock;
  crew: Crew;
  plan: RoundPlan;
  times: ProofTimes;
  /** The rule of the protocol that is taken away. */
  without: Rule | null;
}

/** What the merchant has and wants, before anything is listed. */
export interface Goods {
  ids: string[];
  /** What is to be in the store, by our product's id. */
  wanted: Map<string, Product>;
  /** What was the merchant's own there before we came. */
  planted: readonly PlayedProduct[];
}

export async function setOut({ merchant, store, plan }: Stage): Promise<Goods> {
  store.plant('of-the-merchant');
  const planted = store.products();
  const products = Array.from({ length: plan.count }, (_, at) => proofProduct(1 + plan.round * 20 + at));
  const ids = await merchant.own(products);
  return { ids, planted, wanted: new Map(products.map((product, at) => [ids[at] ?? '', product])) };
}

/** Gives a product another content, here and in what is wanted. */
export async function edit({ merchant }: Stage, { wanted }: Goods, id: string, to: Product): Promise<void> {
  wanted.set(id, to);
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
  const rows = await merchant.rows();
  const products = store.products();
  const twins = forgottenTwins(products, rows, isForgotten);
  return [
    ...judge({
      products: products.filter((product) => !twins.includes(product)),
      planted: goods.planted,
      files: store.files(),
      rows,
      wanted: goods.wanted,
      hits: faults.hits,
      unheard: total(faults.hits) + total(crew.struck),
    }),
    ...(await judgeLast(stage, again, twins)),
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
