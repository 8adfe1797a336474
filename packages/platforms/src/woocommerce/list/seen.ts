import type { SeenProduct } from '../../listing/product-seen.ts';
import { sha256 } from '../../listing/store/client.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../reading/unread.ts';
import { markNamed } from './images/known-images.ts';
import { isFirstSlug, type Marks, marksIn } from './marks.ts';

/** Fields requested of a product, in the edit form: other forms contain the description as it is displayed. */
export const fields =
  'id,parent_id,type,name,slug,permalink,status,sku,global_unique_id,date_created_gmt,date_modified_gmt,description,regular_price,sale_price,weight,categories,tags,images,attributes,variations,total_sales,meta_data';

/** Returns a product that the store returned, in our data model; null for anything else. */
export async function seenOf(sent: unknown): Promise<SeenProduct | null> {
  const product = isObject(sent) ? sent : {};
  const id = idOf(product.id);
  const status = textOf(product.status);
  if (id === null || status === null) {
    return null;
  }
  const slug = typeof product.slug === 'string' ? product.slug : '';
  const marks = marksIn(product.meta_data);
  // A product cut off before its marks were written has only the slug that it was created under
  // (`docs/listing-protocol.md`, Draft first).
  const bySlug = /^(bb-[a-z2-7]{16})(?:-\d+)?(?:__trashed)?$/.exec(slug)?.[1] ?? null;
  const lacks =
    !marks.isCounted ||
    itemsOf(product.variations).length < marks.variations ||
    itemsOf(product.images).length < marks.imageCount;
  const isPartial = marks.key === null ? bySlug !== null : marks.attemptId === null || lacks;
  const isUnfinished = !isFirstSlug(product.slug) && hasLateImages(product, marks);
  const modified = textOf(product.date_modified_gmt) ?? '';
  return {
    storeProductId: id,
    key: marks.key ?? bySlug,
    attemptId: marks.attemptId,
    ...(isPartial && { partial: true as const }),
    ...(isUnfinished && marks.attemptId !== null && { unfinishedBy: marks.attemptId }),
    handle: slug === '' ? null : decoded(slug),
    skus: [textOf(product.sku) ?? []].flat(),
    hash: await hashReadBack(product),
    status,
    createdAt: `${textOf(product.date_created_gmt) ?? ''}Z`,
    updatedAt: `${modified}Z`,
    version: modified,
    address: status === 'publish' ? textOf(product.permalink) : null,
    ...(Number(product.total_sales ?? 0) > 0 && { sold: true as const }),
  };
}

/**
 * Reports whether a published product shows an image that was fetched after its last write: it is still called by our
 * mark, and not among those that the product records. A request of an earlier step has arrived late, and shoppers would
 * read that mark.
 */
function hasLateImages(product: UnreadObject, { images }: Marks): boolean {
  const recorded = new Set(images.values());
  return itemsOf(product.images)
    .filter(isObject)
    .some(({ id, name }) => markNamed(name) !== null && !recorded.has(wholeOf(id) ?? 0));
}

/**
 * Returns the hash of a product as read back. Inventory is left out: it changes with every order. Variations count by
 * their number; their prices are not in the product's own answer.
 */
export function hashReadBack(product: UnreadObject): Promise<string> {
  return sha256(
    JSON.stringify([
      plainText(textOf(product.name) ?? ''),
      product.description ?? '',
      product.type ?? '',
      product.sku ?? '',
      product.regular_price ?? '',
      product.sale_price ?? '',
      product.global_unique_id ?? '',
      product.weight ?? '',
      idsOf(product.categories).sort(),
      idsOf(product.tags).sort(),
      idsOf(product.images),
      itemsOf(product.attributes)
        .filter(isObject)
        .map(({ id, name, variation, options }) => {
          // Values of a shared attribute are in the store's order, which another product may change.
          const values = (wholeOf(id) ?? 0) > 0 ? itemsOf(options).toSorted() : itemsOf(options);
          return [name ?? '', variation === true, values];
        }),
      itemsOf(product.variations).length,
    ]),
  );
}

function idsOf(sent: unknown): string[] {
  return itemsOf(sent)
    .filter(isObject)
    .flatMap(({ id }) => idOf(id) ?? []);
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
