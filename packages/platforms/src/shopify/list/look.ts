import { z } from 'zod';
import type { LookupRequest, SeenProduct } from '../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { readData } from './client.ts';
import { seenCost } from './cost.ts';
import * as operations from './operations.ts';
import { StoreProduct, seenOf } from './seen.ts';
import { understood } from './understood.ts';

/** Products of one page: three points each, and one request may cost 1000 (`readme.md`, Rate limits). */
const pageSize = 250;
const noProduct = 'gid://shopify/Product/1';

/**
 * Looks products up in this order: the bound id, our key as unique custom id, the handle. All three are read in one
 * request and are written through at once by the store (assumption A3); a search is never used.
 */
export async function look(
  requests: readonly LookupRequest[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[][]> {
  // Of many products that were never bound, most do not exist: their existence is checked first, for a third of the
  // points.
  const there = requests.length > 1 ? await thoseThere(requests, store, context) : requests;
  const found = there.length > 0 ? await lookWhole(there, store, context) : [];
  const byRequest = new Map(there.map((request, at) => [request, found[at] ?? []]));
  return requests.map((request) => byRequest.get(request) ?? []);
}

/**
 * Returns the look-up requests that any step of the look-up order may answer: all that were bound, and of the others
 * those for which something exists.
 */
async function thoseThere(
  requests: readonly LookupRequest[],
  store: StoreAccess,
  context: ListerContext,
): Promise<LookupRequest[]> {
  const unbound = requests.filter(({ storeProductId }) => storeProductId === null);
  if (unbound.length === 0) {
    return [...requests];
  }
  const variables = Object.fromEntries(
    unbound.flatMap(({ key, handle }, at) => [
      [`key${at}`, key],
      [`handle${at}`, handle],
    ]),
  );
  const document = operations.isThereQuery(unbound.length);
  const data = await readData(document, variables, unbound.length * 2, store, context);
  // Only what the store reports as absent is left out.
  const absent = new Set(
    unbound.filter((_, at) => data[`key${at}`] === null && data[`handle${at}`] === null),
  );
  return requests.filter((request) => !absent.has(request));
}

async function lookWhole(
  requests: readonly LookupRequest[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[][]> {
  const variables = Object.fromEntries(
    requests.flatMap((request, at) => [
      [`id${at}`, request.storeProductId ?? noProduct],
      [`bound${at}`, request.storeProductId !== null],
      [`key${at}`, request.key],
      [`handle${at}`, request.handle],
    ]),
  );
  const document = operations.lookQuery(requests.length);
  const data = await readData(document, variables, requests.length * seenCost * 3, store, context);
  return Promise.all(
    requests.map((_, at) => candidates([data[`id${at}`], data[`key${at}`], data[`handle${at}`]])),
  );
}

async function candidates(lookupSteps: unknown[]): Promise<SeenProduct[]> {
  const found = new Map<string, SeenProduct>();
  for (const lookupStep of lookupSteps) {
    if (lookupStep !== null && lookupStep !== undefined) {
      const seen = await seenOf(understood(StoreProduct, lookupStep));
      found.set(seen.storeProductId, seen);
    }
  }
  return [...found.values()];
}

export async function lookByIds(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<(SeenProduct | null)[]> {
  const found: (SeenProduct | null)[] = [];
  for (let start = 0; start < ids.length; start += pageSize) {
    const page = ids.slice(start, start + pageSize);
    const data = await readData(operations.byIdsQuery, { ids: page }, page.length * seenCost, store, context);
    const nodes = understood(z.array(z.unknown()), data.nodes);
    for (const node of nodes) {
      const product = StoreProduct.safeParse(node);
      found.push(product.success ? await seenOf(product.data) : null);
    }
  }
  return found;
}

/** Returns the products with a key of ours among those that were changed last, at most this many. */
export async function newest(
  count: number,
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[]> {
  const Newest = z.object({ nodes: z.array(StoreProduct) });
  const data = await readData(operations.newestQuery, { first: count }, count * seenCost, store, context);
  const { nodes } = understood(Newest, data.products);
  return await Promise.all(nodes.filter((node) => node.key).map(seenOf));
}

/**
 * Returns the images that a product holds, by the name they were uploaded under. An image still being processed has no
 * address and so no name yet; we wait a few seconds for it.
 */
export async function images(
  id: string,
  count: number,
  store: StoreAccess,
  context: ListerContext,
): Promise<Map<string, string>> {
  const Media = z.object({
    id: z.string(),
    status: z.string(),
    image: z.object({ url: z.string() }).nullish(),
  });
  const Answer = z.object({ media: z.object({ nodes: z.array(Media) }) }).nullish();
  // A few more than we know of: the merchant may have added some.
  const first = Math.min(pageSize, count + 10);
  for (let tries = 1; ; tries += 1) {
    const data = await readData(operations.imagesQuery, { id, first }, 1 + 2 * first, store, context);
    const media = understood(Answer, data.product)?.media.nodes ?? [];
    const named = media.flatMap(({ id: mediaId, image }) => {
      const name = /\/(bb-[0-9a-f]{16}\.\w+)(?:\?|$)/.exec(image?.url ?? '')?.[1];
      return name ? [[name, mediaId] as const] : [];
    });
    const atWork = media.some(({ status }) => status === 'UPLOADED' || status === 'PROCESSING');
    if (!atWork || tries >= 6) {
      return new Map(named);
    }
    await context.sleep(1000, context.signal);
  }
}
