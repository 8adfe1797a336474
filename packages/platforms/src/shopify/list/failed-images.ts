import { z } from 'zod';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { shorten } from '../../listing/store/client.ts';
import type { StoreFault } from '../../listing/writes.ts';
import { readData } from './client.ts';
import * as operations from './operations.ts';
import { understood } from './understood.ts';

/** Pages that are read at the same time. */
const pagesAtOnce = 8;
/** Most images of a product whose state is read. */
const imagesMax = 30;

/**
 * Returns images that the store accepted and could not fetch or read afterwards. Waits for those still being processed.
 */
export async function failedImages(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<Map<string, StoreFault[]>> {
  const failed = new Set<string>();
  let left: readonly string[] = ids;
  for (let tries = 1; left.length > 0 && tries <= 8; tries += 1) {
    const atWork: string[] = [];
    for (const { id, media } of await readImages(left, states, store, context)) {
      if (media.nodes.some(({ status }) => status === 'FAILED')) {
        failed.add(id);
      }
      if (media.nodes.some(({ status }) => status === 'UPLOADED' || status === 'PROCESSING')) {
        atWork.push(id);
      }
    }
    left = atWork;
    if (left.length > 0) {
      await context.sleep(1000, context.signal);
    }
  }
  const stated = await readImages([...failed], errors, store, context);
  return new Map(stated.map(({ id, media }) => [id, media.nodes.flatMap(imageFault)]));
}

/** One way of reading a product's images: the points of an image, and how many products one request reads. */
interface ImageReading<Image> {
  query: string;
  each: number;
  page: number;
  Product: z.ZodType<{ id: string; media: { nodes: Image[] } }>;
}

const states: ImageReading<{ status: string }> = {
  query: operations.imageStatesQuery,
  each: 1,
  page: 20,
  Product: z.object({
    id: z.string(),
    media: z.object({ nodes: z.array(z.object({ status: z.string() })) }),
  }),
};

interface ImageError {
  status: string;
  mediaErrors: { code: string; message: string }[];
}

const errors: ImageReading<ImageError> = {
  query: operations.imageErrorsQuery,
  each: 2,
  page: 10,
  Product: z.object({
    id: z.string(),
    media: z.object({
      nodes: z.array(
        z.object({
          status: z.string(),
          mediaErrors: z.array(z.object({ code: z.string(), message: z.string() })),
        }),
      ),
    }),
  }),
};

/** Reads the images of products, several pages of them at a time. */
async function readImages<Image>(
  ids: readonly string[],
  { query, each, page: size, Product }: ImageReading<Image>,
  store: StoreAccess,
  context: ListerContext,
): Promise<{ id: string; media: { nodes: Image[] } }[]> {
  const pages = chunksOf(ids, size);
  const first = imagesMax;
  const found: { id: string; media: { nodes: Image[] } }[] = [];
  for (const some of chunksOf(pages, pagesAtOnce)) {
    const answers = await Promise.all(
      some.map((page) =>
        readData(query, { ids: page, first }, page.length * (1 + each * first), store, context),
      ),
    );
    for (const node of answers.flatMap(({ nodes }) => understood(z.array(z.unknown()), nodes))) {
      const product = Product.safeParse(node);
      if (product.success) {
        found.push(product.data);
      }
    }
  }
  return found;
}

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

function imageFault({ status, mediaErrors }: ImageError, place: number): StoreFault[] {
  if (status !== 'FAILED') {
    return [];
  }
  const said = shorten(mediaErrors.map(({ code, message }) => `${code}: ${message}`).join('; '));
  return [{ code: 'store.image-failed', params: { message: said }, field: `images.${place}`, said }];
}
