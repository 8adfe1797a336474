import type { StoreSettings } from '@bowerbird/simulators/shopify/settings';
import { manyProducts } from '@bowerbird/simulators/shopify/testing/many-products';
import { practiceStore } from '@bowerbird/simulators/shopify/testing/practice-store';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import type { SeenProduct } from '../../../../listing/product-seen.ts';
import type { ListerContext } from '../../../../listing/store/access.ts';
import { contextWith } from '../../../../testing/lister/bench.ts';
import { lister } from '../../lister.ts';

/** Number of products of a large store. */
export const large = 1200;
/** What a request contains that starts a bulk query, that reads its results, or that reads one page. */
export const startOfQuery = 'bulkOperationRunQuery';
export const results = 'bulk-results';
export const pages = 'BowerbirdFullScan($first';

/** Seven of twelve products are ours, mixed with the merchant's own. */
function keyOf(place: number): string | null {
  return place % 12 < 7 ? `bb-${String(place).padStart(16, 'a')}` : null;
}

/** A store with this many products and a count of its requests, on a clock that moves only by waiting. */
export function opened(count = large, settings: Partial<StoreSettings> = {}, keyed = keyOf) {
  const store = practiceStore({ entries: manyProducts(count, keyed), settings });
  const { shop, clock } = store;
  const requested: string[] = [];
  const spent: number[] = [];
  const access = {
    domain: 'aster-practice.localhost:8000',
    connection: 'token',
    credentials: { token: shop.settings.access.token },
    prepared: {},
  };
  const real = fetchFrom(new Map([['aster-practice.localhost', shop]]));
  const context: ListerContext = {
    ...contextWith((input, init) => {
      requested.push(`${String(input)} ${typeof init?.body === 'string' ? init.body : ''}`);
      return real(input, init);
    }),
    now: () => clock.now(),
    sleep: clock.sleep,
    throttled: (_throttle, _estimated, actual) => {
      spent.push(actual);
    },
  };
  return {
    ...store,
    access,
    context,
    times: (text: string) => requested.filter((request) => request.includes(text)).length,
    requests: () => requested.length,
    points: () => spent.reduce((sum, points) => sum + points, 0),
  };
}
export type Opened = ReturnType<typeof opened>;

/** Returns what a full scan yields, page by page. */
export async function scanned({
  access,
  context,
}: Pick<Opened, 'access' | 'context'>): Promise<SeenProduct[][]> {
  const found: SeenProduct[][] = [];
  for await (const page of lister.reader.fullScan(access, context)) {
    found.push(page);
  }
  return found;
}

/** Returns each product of ours that the store holds, by its id: what a full scan yields, each once. */
export function expected({ shop }: Pick<Opened, 'shop'>): string[] {
  return shop
    .view()
    .products.filter(({ metafields }) => metafields.some(({ key }) => key === 'listing_key'))
    .map(({ id }) => `gid://shopify/Product/${id}`)
    .sort();
}

/** Returns the ids that a full scan yielded, sorted. */
export function idsOf(found: SeenProduct[][]): string[] {
  return found
    .flat()
    .map(({ storeProductId }) => storeProductId)
    .sort();
}
