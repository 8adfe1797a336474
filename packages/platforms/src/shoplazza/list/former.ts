import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import type { Json } from '../../context.ts';
import type { ListerContext, StoreAccess } from '../../listing/store.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../unread.ts';
import { type ApiRequest, ask, readJson } from './client.ts';
import { markIn } from './mark.ts';
import { variantsIn } from './seen.ts';

const Former = z.object({
  title: z.string(),
  /** Made without choices. */
  single: z.boolean(),
  /** The pictures we gave it last: `picturesHash`. */
  pictures: z.nullable(z.string()),
  /** Null where the version does not tell it. */
  productType: z.nullable(z.string()),
  /** The values its options list. */
  values: z.array(z.array(z.string())),
  /** In the store's order; `pictured`: with an image of its own. */
  variants: z.array(z.object({ id: z.string(), values: z.array(z.string()), pictured: z.boolean() })),
  images: z.array(z.string()),
});
/** What an update must know of a product as it stands: parts of it are named by ids of their own. */
export type Former = z.infer<typeof Former>;

/** What `held` told; null for what it did not tell. */
export function formerIn(held: Json | undefined): Former | null {
  const parsed = Former.safeParse(held);
  return parsed.success ? parsed.data : null;
}

/** The product as it stands; null where it is not there any more. */
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
    pictures: markIn(textOf(sent.note) ?? '')?.pictures ?? null,
    productType: typeof sent.product_type === 'string' ? sent.product_type : null,
    values: options.map(({ values }) => itemsOf(values).flatMap((value) => textOf(value) ?? [])),
    variants: variantsIn(sent).flatMap((variant) => {
      const id = idOf(variant.id);
      const values = options.map((_, at) => textOf(variant[`option${at + 1}`]) ?? '');
      const { image } = variant;
      const pictured = isObject(image) ? textOf(image.src) !== null : image === undefined;
      return id === null ? [] : [{ id, values, pictured }];
    }),
    images: imagesOf(sent),
  };
}

export function imagesOf(product: UnreadObject): string[] {
  return itemsOf(product.images).flatMap((image) => (isObject(image) ? (idOf(image.id) ?? []) : []));
}

/**
 * The collections a product is in, but those that fill themselves; null where the store did not tell. One request, whose cost
 * was taken with the write's; more than a hundred of one product are not looked for.
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
  const answer = await ask(request, store, context, { gated: false });
  return answer.kind === 'json' && answer.status < 300
    ? itemsOf(answer.body.collections).flatMap((one) => {
        const id = isObject(one) && one.smart !== true ? idOf(one.id) : null;
        return isObject(one) && id !== null ? [{ id, title: textOf(one.title) ?? '' }] : [];
      })
    : null;
}
