import type { Edit } from '@bowerbird/catalog/edits/edit';
import type { Product } from '@bowerbird/catalog/product';
import type { CollectScope } from '@bowerbird/contract/collect/collect';
import type { ProductDetail } from '@bowerbird/contract/products/products';
import type { Run } from '@bowerbird/contract/runs';
import { platforms } from '@bowerbird/platforms/all';
import { signIn } from '../../testing/api/app.ts';
import type { FeedShop } from '../../testing/collect/feed-shop.ts';
import { type AfterRun, collectJob } from '../collect/collect-job.ts';
import { collectedReader } from '../collect/lists/filter.ts';
import { collectTests } from '../collect/testing.ts';
import type { Db } from '../db/database.ts';
import type { BrowserServed, Served } from '../http/serve.ts';
import { claimRoutes } from '../products/claim/claim-routes.ts';
import { productRoutes } from '../products/routes.ts';
import { mergeRun } from './merge-run.ts';
import { recollectRoutes } from './routes.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Sets up re-collecting on a test's database, with jobs processed immediately, and with `more` routes. */
export async function recollectTests(db: Db, more: Served[] = [], browserServed: BrowserServed[] = []) {
  const tests = await collectTests(db, platforms, {
    served: [...recollectRoutes, ...productRoutes, ...claimRoutes(collectedReader), ...more],
    browserServed,
  });
  const { app, services, ownerId } = tests;
  const own = tests.headers;
  const merges: AfterRun = (run, control) => mergeRun(services, run, control);

  async function send(method: Method, path: string, payload?: object, headers = own) {
    const answer = await app.inject({
      method,
      url: `/shop-reptile/api${path}`,
      headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json<{ data: unknown; code?: string }>() };
  }
  /** Calls a route whose answer the test knows. */
  async function call<Answer>(method: Method, path: string, payload?: object): Promise<Answer> {
    const { status, body } = await send(method, path, payload);
    if (status >= 300) {
      throw new Error(`${method} ${path} answered ${status} ${JSON.stringify(body)}`);
    }
    return body.data as Answer;
  }

  async function work(
    runId: string,
    shop: Pick<FeedShop, 'fetch'>,
    afterRun = merges,
    stop = new AbortController(),
  ): Promise<Run> {
    const job = collectJob({ ...services, fetch: shop.fetch }, [afterRun]);
    await job.work({ runId, ownerId, key: '' }, stop.signal);
    return await call<Run>('GET', `/runs/${runId}`);
  }
  const product = (id: string) => call<ProductDetail>('GET', `/products/${id}`);

  return {
    ...tests,
    send,
    call,
    work,
    merges,
    product,
    /** Collects a shop again; returns the run's id. */
    async again(host: string, shop: FeedShop, scope: CollectScope = 'shop'): Promise<string> {
      const id = await tests.start(`https://${host}/`, scope);
      await work(id, shop);
      return id;
    },
    /** Collects a shop and claims everything; returns the products' ids in the order of the source. */
    async claimed(host: string, shop: FeedShop, edits: Edit[] = []): Promise<string[]> {
      const id = await tests.start(`https://${host}/`, 'shop');
      await work(id, shop);
      const rows = await tests.rows({ sources: [host] }, 200);
      const place = new Map(shop.products.map((good, at) => [String(good.title), at]));
      const ids = rows
        .toSorted((one, other) => (place.get(one.title) ?? 0) - (place.get(other.title) ?? 0))
        .map((row) => row.id);
      const { productIds } = await call<{ productIds: string[] }>('POST', '/collect/results/claim', {
        selection: { ids },
        edits,
      });
      return productIds;
    },
    edit: (id: string, edits: Edit[]) => call('POST', `/products/${id}/edit`, { edits }),
    signIn: (account: { username: string; password: string }) => signIn(app, account),
    async titles(ids: readonly string[]): Promise<string[]> {
      return await Promise.all(ids.map(async (id) => (await product(id)).product.title));
    },
    async prices(ids: readonly string[]): Promise<(string | null | undefined)[]> {
      const all = await Promise.all(ids.map(product));
      return all.map((each: { product: Product }) => each.product.variants[0]?.price);
    },
  };
}

/** Changes a product of a simulated shop; price and inventory are those of its one variant. */
export function change(
  shop: FeedShop,
  at: number,
  to: { title?: string; price?: string; available?: boolean },
): void {
  const good = shop.products[at] ?? {};
  const [variant] = (good.variants ?? []) as Record<string, unknown>[];
  if (to.title !== undefined) {
    good.title = to.title;
  }
  const { price, available } = to;
  Object.assign(variant ?? {}, {
    ...(price !== undefined && { price }),
    ...(available !== undefined && { available }),
  });
}
