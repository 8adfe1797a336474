import { type AdminContext, isoTime, onlineStore, type View } from '../admin-context.ts';
import { gid, numberOf } from '../gid.ts';
import type { StoredProduct } from '../record.ts';
import { collectionView } from './collection-view.ts';
import { connection, type PageArguments } from './connection.ts';
import { mediaOf, mediaView } from './media-view.ts';
import { metafieldFields } from './metafield-view.ts';
import { publishingFields } from './publication-view.ts';
import { variantView } from './variant-view.ts';

/** Returns a product as the Admin API answers it. */
export function productView(product: StoredProduct, context: AdminContext): View {
  const { settings, ledger, origin } = context;
  const variant = (one: StoredProduct['variants'][number]) => variantView(one, product, context);
  const money = (amount: string) => ({ amount, currencyCode: settings.currency });
  const prices = product.variants.map(({ price }) => price).sort((one, other) => Number(one) - Number(other));
  const published = publishedAt(product);
  return {
    __typename: 'Product',
    id: gid('Product', product.id),
    legacyResourceId: String(product.id),
    handle: product.handle,
    title: product.title,
    descriptionHtml: product.descriptionHtml,
    vendor: product.vendor,
    productType: product.productType,
    tags: product.tags,
    status: product.status,
    templateSuffix: product.templateSuffix,
    seo: product.seo,
    category: product.category === null ? null : categoryView(product.category),
    isGiftCard: false,
    createdAt: isoTime(product.createdAt),
    updatedAt: isoTime(product.updatedAt),
    publishedAt: published === null ? null : isoTime(published),
    onlineStoreUrl: isVisible(product, context.now) ? `${origin}/products/${product.handle}` : null,
    onlineStorePreviewUrl: `${origin}/products/${product.handle}`,
    totalInventory: product.variants.reduce((total, { stock }) => total + unitsIn(stock), 0),
    tracksInventory: product.variants.some(({ tracked }) => tracked),
    hasOnlyDefaultVariant:
      product.variants.length === 1 && product.variants[0]?.optionValues[0] === 'Default Title',
    priceRangeV2: () => ({
      minVariantPrice: money(prices[0] ?? '0.00'),
      maxVariantPrice: money(prices.at(-1) ?? '0.00'),
    }),
    options: ({ first }: { first?: number | null }) =>
      product.options.slice(0, first ?? undefined).map((option, place) => optionView(option, place, product)),
    variantsCount: { count: product.variants.length, precision: 'EXACT' },
    variants: (page: PageArguments) => connection(product.variants, page, variant),
    mediaCount: { count: product.media.length, precision: 'EXACT' },
    media: (page: PageArguments) =>
      connection(mediaOf(product, ledger), page, (media) => mediaView(media, context)),
    featuredMedia: () => mediaOf(product, ledger).map((media) => mediaView(media, context))[0] ?? null,
    collections: (page: PageArguments) =>
      connection(
        product.collections.flatMap((id) => ledger.collections.get(id) ?? []),
        page,
        (collection) => collectionView(collection, context),
      ),
    ...metafieldFields(product.metafields, 'PRODUCT', () => productView(product, context)),
    ...publishingFields(product.publications, context.now),
  };
}

/** Returns since when the online store shows the product; null when it does not. */
export function publishedAt(product: StoredProduct): number | null {
  return (
    product.publications.find(({ publicationId }) => publicationId === onlineStore.id)?.publishedAt ?? null
  );
}

/**
 * Reports whether shoppers see the product now: active, and published to the online store (`shopify/readme.md`,
 * Visibility).
 */
export function isVisible(product: StoredProduct, now: number): boolean {
  const at = publishedAt(product);
  return product.status === 'ACTIVE' && at !== null && at <= now;
}

/** Returns the product that a global id names; null when it does not exist (any more). */
export function productOf(id: string, { ledger }: AdminContext): StoredProduct | null {
  const number = numberOf('Product', id);
  return number === null ? null : (ledger.products.get(number) ?? null);
}

/** Returns the total quantity at all locations. */
export function unitsIn(stock: Record<string, number>): number {
  return Object.values(stock).reduce((total, inventory) => total + inventory, 0);
}

function optionView(option: StoredProduct['options'][number], place: number, product: StoredProduct): View {
  return {
    __typename: 'ProductOption',
    id: gid('ProductOption', option.id),
    name: option.name,
    position: place + 1,
    values: option.values.map(({ name }) => name),
    optionValues: option.values.map(({ id, name }) => ({
      id: gid('ProductOptionValue', id),
      name,
      hasVariants: product.variants.some(({ optionValues }) => optionValues[place] === name),
    })),
  };
}

function categoryView(id: string): View {
  const name = id.split('/').at(-1) ?? id;
  return { __typename: 'TaxonomyCategory', id, name, fullName: name, isLeaf: true, isArchived: false };
}
