import type { Product } from '@bowerbird/catalog/product';
import { z } from 'zod';
import type { ContentReader } from '../../listing/reader.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { storeProduct } from '../../listing/store/product.ts';
import { readData } from './client.ts';
import { moreVariantsQuery, readQuery } from './operations.ts';
import { understood } from './understood.ts';

/** Products read at once, and variants of each; further variants are read product by product. */
const productsMax = 5;
const variantsMax = 60;
const variantsPage = 250;
/** Number of variants of a product that `repriced` compares. */
const repricedMax = 80;

const Variant = z.object({
  id: z.string(),
  sku: z.string().nullish(),
  barcode: z.string().nullish(),
  price: z.string(),
  compareAtPrice: z.string().nullish(),
  inventoryQuantity: z.number().nullish(),
  inventoryItem: z.object({ tracked: z.boolean() }).nullish(),
  selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
});
const Variants = z.object({
  nodes: z.array(Variant),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
});
const Stated = z.object({
  id: z.string(),
  title: z.string(),
  descriptionHtml: z.string(),
  vendor: z.string(),
  productType: z.string(),
  tags: z.array(z.string()),
  status: z.string(),
  variants: Variants,
  featuredMedia: z
    .object({ preview: z.object({ image: z.object({ url: z.string() }).nullish() }).nullish() })
    .nullish(),
});
type Stated = z.infer<typeof Stated>;

/**
 * Everything but categories, in the form in which it was sent (`readme.md`, Writing products); only the first image, to
 * be shown.
 */
export const contentReader: ContentReader = {
  fields: ['title', 'descriptionHtml', 'vendor', 'productType', 'tags', 'status'],
  cells: ['price', 'compareAtPrice', 'stock', 'sku', 'barcode'],
  // `repriced` reads no barcode, and only one page of variants.
  readAlways: ({ variants }) =>
    variants.length > repricedMax || variants.some(({ barcode }) => barcode !== null),
  read,
};

async function read(
  ids: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<(Product | null)[]> {
  const found = new Map<string, Product>();
  for (let start = 0; start < ids.length; start += productsMax) {
    const some = ids.slice(start, start + productsMax);
    const cost = some.length * (5 + variantsMax * 3);
    const data = await readData(readQuery, { ids: some, first: variantsMax }, cost, store, context);
    for (const node of understood(z.array(z.unknown()), data.nodes)) {
      const stated = Stated.safeParse(node);
      if (stated.success) {
        found.set(stated.data.id, productOf(stated.data, await allVariants(stated.data, store, context)));
      }
    }
  }
  return ids.map((id) => found.get(id) ?? null);
}

async function allVariants({ id, variants }: Stated, store: StoreAccess, context: ListerContext) {
  const all = [...variants.nodes];
  let { hasNextPage, endCursor: after } = variants.pageInfo;
  while (hasNextPage && after) {
    const request = { id, first: variantsPage, after };
    const data = await readData(moreVariantsQuery, request, 2 + variantsPage * 3, store, context);
    const page = understood(z.object({ variants: Variants }).nullish(), data.product)?.variants;
    all.push(...(page?.nodes ?? []));
    hasNextPage = page?.pageInfo.hasNextPage ?? false;
    after = page?.pageInfo.endCursor;
  }
  return all;
}

function productOf(stated: Stated, variants: readonly z.infer<typeof Variant>[]): Product {
  const [first] = variants;
  // A product without options has one called Title, with one value.
  const plain = variants.length === 1 && first?.selectedOptions[0]?.value === 'Default Title';
  return storeProduct({
    ...stated,
    imageUrl: stated.featuredMedia?.preview?.image?.url,
    status: stated.status === 'ACTIVE' ? 'active' : 'draft',
    optionNames: plain ? [] : (first?.selectedOptions ?? []).map(({ name }) => name),
    variants: variants.map((variant) => ({
      id: variant.id,
      optionValues: plain ? [] : variant.selectedOptions.map(({ value }) => value),
      price: variant.price,
      compareAtPrice: variant.compareAtPrice,
      sku: variant.sku ?? null,
      barcode: variant.barcode ?? null,
      stock: variant.inventoryItem?.tracked === false ? null : variant.inventoryQuantity,
    })),
  });
}
