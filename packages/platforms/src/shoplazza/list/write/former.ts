import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import type { Json } from '../../../context.ts';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../../reading/unread.ts';
import { type ApiRequest, call, readJson } from '../connection/client.ts';
import { markIn } from '../mark.ts';
import { variantsIn } from '../seen.ts';

const Former = z.object({
  title: z.string(),
  /** Created without choices. */
  single: z.boolean(),
  /** Hash of the images we sent last: `imagesHash`. */
  imagesHash: z.nullable(z.string()),
  /** Null when the version does not return it. */
  productType: z.nullable(z.string()),
  /** The values that its options list. */
  values: z.array(z.array(z.string())),
  /** In the store's order; `pictured`: with an image of its own. */
  variants: z.array(z.object({ id: z.string(), values: z.array(z.string()), pictured: z.boolean() })),
  images: z.array(z.string()),
});
/** What an update must know about the current product: some of its parts are named by their own ids. */
export type Former = z.infer<typeof Former>;

/** Returns the result of `held`; null for what it did not give. */
export function formerIn(held: Json | undefined): Former | null {
  const parsed = Former.safeParse(held);
  return parsed.success ? parsed.data : null;
}

/** Reads the current product; returns null when it no longer exists. */
export async function readFormer(
  storeProductId: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<Former | null> {
  const id = encodeURIComponent(storeProductId);
  const body = await readJson({ method: 'GET', route: `/products/${id}` }, store, context).catch(
    (thrown: unknown) => {
      if (thrown instanceof AppError && thrown.code === 'store.product-gone') {
        return null;
      }
      throw thrown;
    },
  );
  return body !== null && isObject(body.product) ? formerOf(body.product) : null;
}

function formerOf(sent: UnreadObject): Former {
  const options = itemsOf(sent.options).filter(isObject);
  return {
    title: textOf(sent.title) ?? '',
    single: sent.has_only_default_variant === true,
    imagesHash: markIn(textOf(sent.note) ?? '')?.images ?? null,
    productType: typeof sent.product_type === 'string' ? sent.product_type : null,
    values: options.map(({ values }) => itemsOf(values).flatMap((value) => textOf(value) ?? [])),
    variants: variantsIn(sent).flatMap((variant) => {
      const id = idOf(variant.id);
      const values = options.map((_, at) => textOf(variant[`option${at + 1}`]) ?? '');
      const { image } = variant;
      const pictured = isObject(image) ? textOf(image.src) !== null : image === undefined;
      return id === null ? [] : [{ id, values, pictured }];
    }),
    images: imageAddressesOf(sent),
  };
}

export function imageAddressesOf(product: UnreadObject): string[] {
  return itemsOf(product.images).flatMap((image) => (isObject(image) ? (idOf(image.id) ?? []) : []));
}

/**
 * Returns the manual collections that contain a product; null when the store did not give them. One request, whose cost
 * was taken with the write's; at most a hundred collections of one product are read.
 */
export async function collectionsOf(
  storeProductId: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<{ id: string; title: string }[] | null> {
  const query = [
    ['product_id', storeProductId],
    ['page_size', '100'],
  ] as const;
  const request: ApiRequest = { method: 'GET', route: '/collections', query };
  const answer = await call(request, store, context, { gated: false });
  return answer.kind === 'json' && answer.status < 300
    ? itemsOf(answer.body.collections).flatMap((one) => {
        const id = isObject(one) && one.smart !== true ? idOf(one.id) : null;
        return isObject(one) && id !== null ? [{ id, title: textOf(one.title) ?? '' }] : [];
      })
    : null;
}
