import { type RemedyKind, remedyFor } from '@bowerbird/catalog/listing-rules/remedies';
import type { Product } from '@bowerbird/catalog/product';
import type { Risk, RiskCode } from '@bowerbird/catalog/risk/risks';
import type { checkListing } from '@bowerbird/contract/listing/listing';
import type { Selection } from '@bowerbird/contract/products/products';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import type { Fit } from '@bowerbird/platforms/listing/planner';
import { asOwner } from '../../db/database.ts';
import { type ImagesForStore, imagesForStore } from '../../images/for-store.ts';
import { productsByIds, type StoredProduct, selectProducts } from '../../products/list/selection.ts';
import { findReported } from '../../rules/facts.ts';
import { type ForShop, findRuling, type Ruling, readyFor } from '../../rules/ruling.ts';
import type { Services } from '../../services/services.ts';
import { getStore, type StoreWithShop } from '../../stores/queries.ts';
import { listerOf } from '../../stores/session.ts';
import { beginMark } from '../runs/selection-mark.ts';
import { bulkOf } from '../transport/bulk.ts';
import { FitCauses } from './fit-causes.ts';
import { PriceReport } from './price-report.ts';

type Answer = AnswerOf<typeof checkListing>;
type Problem = Answer['stores'][number]['problems'][number];
type FoundRisks = Answer['stores'][number]['risks'][number];
/** The most products named with a problem; its count covers all. */
const namedMax = 100;

interface StoreJob {
  found: StoreWithShop;
  lister: Lister;
  fit(product: Product): Fit[];
  images: ImagesForStore;
  fits: number;
  /** Stopped by the merchant's own checks. */
  stopped: number;
  creates: number;
  updates: number;
  /** In the throttle's units, sent one by one. */
  createCost: number;
  updateCost: number;
  problems: Map<string, Problem>;
  ruling: Ruling;
  risks: Map<string, FoundRisks>;
  prices: PriceReport;
}

/** Returns what would go straight through, and what each store would reject, cut or drop; nothing is sent. */
export async function checkSelection(
  services: Services,
  ownerId: string,
  storeIds: readonly string[],
  selection: Selection,
  accepted: { released?: RiskCode[]; remedies?: RemedyKind[] } = {},
): Promise<Answer> {
  const { stores, mark } = await asOwner(services.db, ownerId, async (db) => {
    const all = await Promise.all(
      [...new Set(storeIds)].map(async (id) => {
        const found = await getStore(db, ownerId, id);
        return { found, ruling: await findRuling(db, ownerId, found.shop.id) };
      }),
    );
    const places = all.map(({ found }) => found);
    return { stores: all, mark: await beginMark(db, ownerId, places, accepted) };
  });
  const requested = { status: 'active' as const, publish: true, again: false, ...accepted };
  const storeJobs = stores.map(
    ({ found, ruling }): StoreJob => ({
      found,
      ruling,
      risks: new Map(),
      prices: new PriceReport(),
      ...checksOf(services, found),
      fits: 0,
      stopped: 0,
      creates: 0,
      updates: 0,
      createCost: 0,
      updateCost: 0,
      problems: new Map(),
    }),
  );
  let products = 0;
  let fitsAny = 0;
  let heldBack = 0;
  const causes = new FitCauses();
  for await (const ids of selectProducts(services.db, ownerId, selection, 200)) {
    const { page, reported } = await asOwner(services.db, ownerId, async (db) => {
      await mark.add(db, ids);
      return {
        page: await productsByIds(db, ownerId, ids),
        reported: await Promise.all(
          storeJobs.map(({ found }) => findReported(db, ownerId, found.shop.id, ids)),
        ),
      };
    });
    products += page.length;
    for (const stored of page) {
      const fitting = storeJobs.filter((storeJob, at) => {
        const known = reported[at]?.get(stored.id);
        const ready = readyFor(
          storeJob.ruling,
          stored.product,
          known,
          requested,
          storeJob.fit,
          storeJob.images,
        );
        causes.add(storeJob.found.store.id, stored.id, ready);
        return addProduct(storeJob, stored, ready, known?.isThere ?? false);
      });
      fitsAny += fitting.length > 0 ? 1 : 0;
      heldBack += fitting.length < storeJobs.length ? 1 : 0;
    }
  }
  return {
    products,
    fitsAny,
    heldBack,
    causes: causes.answer(),
    mark: mark.text(),
    stores: storeJobs.map(toAnswer),
  };
}

/** Counts one product for a store job; returns false when the risk check stops it or its store would reject it. */
function addProduct(
  storeJob: StoreJob,
  stored: StoredProduct,
  { product, repaired, unfit, risks, stopped, facts }: ForShop,
  isThere: boolean,
): boolean {
  const { id } = stored;
  for (const risk of risks) {
    addRisk(storeJob, id, risk, !stopped.includes(risk));
  }
  for (const problem of unfit) {
    addProblem(storeJob, id, problem, false);
  }
  for (const problem of repaired) {
    addProblem(storeJob, id, problem, true);
  }
  storeJob.stopped += stopped.length > 0 ? 1 : 0;
  if (stopped.length > 0 || unfit.some(({ kind }) => kind === 'refused')) {
    return false;
  }
  storeJob.fits += 1;
  storeJob.prices.add(stored, product, facts);
  if (isThere) {
    storeJob.updates += 1;
    storeJob.updateCost += storeJob.lister.planner.costOf('update', product);
  } else {
    storeJob.creates += 1;
    storeJob.createCost +=
      storeJob.lister.planner.costOf('create', product) +
      (storeJob.lister.writer.publish ? storeJob.lister.planner.costOf('publish', product) : 0);
  }
  return true;
}

function addProblem(storeJob: StoreJob, id: string, { kind, code, params }: Fit, repaired: boolean): void {
  const name = `${kind} ${code} ${params.field ?? ''} ${repaired}`;
  const remedy = remedyFor({ code, params });
  const first = { kind, code, params, count: 0, productIds: [], remedy, repaired };
  const problem = storeJob.problems.get(name) ?? first;
  problem.count += 1;
  if (problem.productIds.length < namedMax) {
    problem.productIds.push(id);
  }
  storeJob.problems.set(name, problem);
}

/** Returns a store's own check of a product, and how uploaded images get there. */
export function checksOf(
  services: Services,
  { store, shop }: StoreWithShop,
): Pick<StoreJob, 'lister' | 'fit' | 'images'> {
  const lister = listerOf(services, shop.platform);
  const limits = {
    maximumVariants: shop.maximum_variants,
    maximumOptions: shop.maximum_options,
    currency: shop.currency,
  };
  return {
    lister,
    fit: (product) => lister.planner.fit(product, limits),
    images: imagesForStore(services, lister.writer, store),
  };
}

function addRisk(storeJob: StoreJob, id: string, { code, params }: Risk, released: boolean): void {
  const risk = storeJob.risks.get(code) ?? { code, params, count: 0, productIds: [], released };
  risk.count += 1;
  if (risk.productIds.length < namedMax) {
    risk.productIds.push(id);
  }
  storeJob.risks.set(code, risk);
}

function toAnswer(storeJob: StoreJob): Answer['stores'][number] {
  const { found, fits, stopped, creates, updates, problems, risks, prices } = storeJob;
  return {
    storeId: found.store.id,
    fits,
    stopped,
    creates,
    updates,
    problems: [...problems.values()].sort((one, other) => other.count - one.count),
    risks: [...risks.values()],
    prices: prices.answer(),
    ...forecastOf(storeJob),
  };
}

type Forecast = Pick<Answer['stores'][number], 'forecastSeconds' | 'boundBy'>;

/**
 * Forecasts as a run goes: by the store's bulk operations where there are enough writes of a kind and that is quicker,
 * else one by one.
 */
function forecastOf(storeJob: StoreJob): Forecast {
  const { lister, creates, updates, createCost, updateCost } = storeJob;
  const alone = oneByOne(storeJob, { creates, updates, cost: createCost + updateCost });
  const bulk = bulkOf(lister);
  const [made, changed] = [creates, updates].map((count) => bulk !== null && count >= bulk.minimum);
  if (!bulk || (!made && !changed)) {
    return alone;
  }
  // A created product is shown by a line of its own.
  const lines = (made ? creates * (lister.writer.publish ? 2 : 1) : 0) + (changed ? updates : 0);
  const left = oneByOne(storeJob, {
    creates: made ? 0 : creates,
    updates: changed ? 0 : updates,
    cost: (made ? 0 : createCost) + (changed ? 0 : updateCost),
  });
  const forecastSeconds = lines / bulk.linesPerSecond + left.forecastSeconds;
  return forecastSeconds < alone.forecastSeconds ? { forecastSeconds, boundBy: 'bulk' } : alone;
}

function oneByOne(
  { found, lister }: StoreJob,
  { creates, updates, cost }: { creates: number; updates: number; cost: number },
): Forecast {
  const throttle = found.shop.throttle ?? lister.features.firstThrottle;
  const seconds = Math.max(0, (cost - throttle.currentlyAvailable) / throttle.restoreRate);
  return {
    // A store that never exhausts its limit is bound by how long one request takes.
    forecastSeconds: Math.max(seconds, ((creates * 2 + updates) * 0.3) / lister.features.inFlightMax),
    boundBy: seconds > 0 ? 'points' : 'answers',
  };
}
