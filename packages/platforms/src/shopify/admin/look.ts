import { z } from 'zod';
import type { LookAsk, SeenProduct } from '../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { shorten } from '../../listing/store-client.ts';
import type { StoreFault } from '../../listing/writes.ts';
import { readData } from './client.ts';
import { seenCost } from './cost.ts';
import * as operations from './operations.ts';
import { StoreProduct, seenOf } from './seen.ts';
import { understood } from './understood.ts';

/** Nodes of one page: three points each, and one request may cost 1000 (`readme.md`, Rate limits). */
const pageSize = 250;
/** Products whose pictures are asked for at once. */
const picturePage = 10;
const pictureStatesMax = 30;
const noProduct = 'gid://shopify/Product/1';

/**
 * The ladder: the bound id, our key as unique custom id, the handle. The three are read in one request and written
 * through at once by the store (assumption A3); a search is never asked.
 */
export async function look(
  asks: readonly LookAsk[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[][]> {
  // Of many that were never bound, most are not there: that is asked first, for a third of the points.
  const there = asks.length > 1 ? await thoseThere(asks, store, context) : asks;
  const found = there.length > 0 ? await lookWhole(there, store, context) : [];
  const byAsk = new Map(there.map((ask, at) => [ask, found[at] ?? []]));
  return asks.map((ask) => byAsk.get(ask) ?? []);
}

/** The asks that any rung may answer: all that were bound, and of the others those of which something is there. */
async function thoseThere(
  asks: readonly LookAsk[],
  store: StoreAccess,
  context: ListerContext,
): Promise<LookAsk[]> {
  const unbound = asks.filter(({ storeProductId }) => storeProductId === null);
  if (unbound.length === 0) {
    return [...asks];
  }
  const variables = Object.fromEntries(
    unbound.flatMap(({ key, handle }, at) => [
      [`key${at}`, key],
      [`handle${at}`, handle],
    ]),
  );
  const document = operations.isThereQuery(unbound.length);
  const data = await readData(document, variables, unbound.length * 2, store, context);
  // Only what the store says is not there is left out.
  const absent = new Set(
    unbound.filter((_, at) => data[`key${at}`] === null && data[`handle${at}`] === null),
  );
  return asks.filter((ask) => !absent.has(ask));
}

async function lookWhole(
  asks: readonly LookAsk[],
  store: StoreAccess,
  context: ListerContext,
): Promise<SeenProduct[][]> {
  const variables = Object.fromEntries(
    asks.flatMap((ask, at) => [
      [`id${at}`, ask.storeProductId ?? noProduct],
      [`bound${at}`, ask.storeProductId !== null],
      [`key${at}`, ask.key],
      [`handle${at}`, ask.handle],
    ]),
  );
  const document = operations.lookQuery(asks.length);
  const data = await readData(document, variables, asks.length * seenCost * 3, store, context);
  return Promise.all(
    asks.map((_, at) => candidates([data[`id${at}`], data[`key${at}`], data[`handle${at}`]])),
  );
}

async function candidates(rungs: unknown[]): Promise<SeenProduct[]> {
  const found = new Map<string, SeenProduct>();
  for (const rung of rungs) {
    if (rung !== null && rung !== undefined) {
      const seen = await seenOf(understood(StoreProduct, rung));
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

/** Of the products that were changed last, so many at most, those with a key of ours. */
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
 * The pictures a product holds, by the name they were uploaded under. A picture still being worked on has no address
 * and so no name yet; it is waited for a few seconds.
 */
export async function pictures(
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
    const data = await readData(operations.picturesQuery, { id, first }, 1 + 2 * first, store, context);
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

/** Pictures that the store took and could not fetch or read afterwards. Those still at work are waited for. */
export async function failedPictures(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Map<string, StoreFault[]>> {
  const failed = new Map<string, StoreFault[]>();
  let left: readonly string[] = ids;
  for (let tries = 1; left.length > 0 && tries <= 8; tries += 1) {
    const atWork: string[] = [];
    for (let start = 0; start < left.length; start += picturePage) {
      for (const product of await pictureStates(left.slice(start, start + picturePage), store, context)) {
        const media = product.media.nodes;
        const faults = media.flatMap(pictureFault);
        if (faults.length > 0) {
          failed.set(product.id, faults);
        }
        if (media.some(({ status }) => status === 'UPLOADED' || status === 'PROCESSING')) {
          atWork.push(product.id);
        }
      }
    }
    left = atWork;
    if (left.length > 0) {
      await context.sleep(1000, context.signal);
    }
  }
  return failed;
}

const PictureStates = z.object({
  id: z.string(),
  media: z.object({
    nodes: z.array(
      z.object({
        status: z.string(),
        mediaErrors: z.array(z.object({ code: z.string(), message: z.string() })),
      }),
    ),
  }),
});
type PictureStates = z.infer<typeof PictureStates>;

async function pictureStates(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<PictureStates[]> {
  const first = pictureStatesMax;
  const data = await readData(
    operations.pictureStatesQuery,
    { ids, first },
    ids.length * (1 + 2 * first),
    store,
    context,
  );
  return understood(z.array(z.unknown()), data.nodes).flatMap((node) => {
    const product = PictureStates.safeParse(node);
    return product.success ? [product.data] : [];
  });
}

function pictureFault(
  { status, mediaErrors }: PictureStates['media']['nodes'][number],
  place: number,
): StoreFault[] {
  if (status !== 'FAILED') {
    return [];
  }
  const said = shorten(mediaErrors.map(({ code, message }) => `${code}: ${message}`).join('; '));
  return [{ code: 'store.picture-failed', params: { message: said }, field: `pictures.${place}`, said }];
}
