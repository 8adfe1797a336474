import { type AdminContext, isoTime, locations, onlineStore, type View } from '../../admin/admin-context.ts';
import { gid, numberOf } from '../../admin/gid.ts';
import type { StoredProduct, StoredVariant } from '../../admin/record.ts';
import { collectionView } from '../collection-view.ts';
import { connection, type PageArguments } from '../connection.ts';
import { mediaOf, mediaView } from '../media-view.ts';
import { metafieldFields } from '../metafields/metafield-view.ts';
import { publishingFields } from '../publication-view.ts';

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

/** Returns a variant as the Admin API answers it. */
export function variantView(variant: StoredVariant, product: StoredProduct, context: AdminContext): View {
  const title = variant.optionValues.join(' / ');
  const media = variant.mediaId === null ? undefined : context.ledger.media.get(variant.mediaId);
  const inventory = unitsIn(variant.stock);
  return {
    __typename: 'ProductVariant',
    id: gid('ProductVariant', variant.id),
    legacyResourceId: String(variant.id),
    title,
    displayName: title === 'Default Title' ? product.title : `${product.title} - ${title}`,
    sku: variant.sku ?? '',
    barcode: variant.barcode,
    price: variant.price,
    compareAtPrice: variant.compareAtPrice,
    position: product.variants.indexOf(variant) + 1,
    taxable: variant.taxable,
    inventoryPolicy: variant.inventoryPolicy,
    inventoryQuantity: inventory,
    availableForSale: !variant.tracked || variant.inventoryPolicy === 'CONTINUE' || inventory > 0,
    selectedOptions: variant.optionValues.map((value, place) => ({
      name: product.options[place]?.name ?? 'Title',
      value,
      optionValue: () => {
        const known = product.options[place]?.values.find(({ name }) => name === value);
        return { id: gid('ProductOptionValue', known?.id ?? 0), name: value, hasVariants: true };
      },
    })),
    createdAt: isoTime(variant.createdAt),
    updatedAt: isoTime(variant.updatedAt),
    product: () => productView(product, context),
    inventoryItem: () => itemView(variant, product, context),
    media: (page: PageArguments) => connection(media ? [media] : [], page, (one) => mediaView(one, context)),
    ...metafieldFields(variant.metafields, 'PRODUCTVARIANT', () => variantView(variant, product, context)),
  };
}

/** Returns the inventory item of a variant. */
export function itemView(variant: StoredVariant, product: StoredProduct, context: AdminContext): View {
  const stocked = locations.filter(({ id }) => variant.stock[id] !== undefined);
  const level = (location: (typeof locations)[number]) => levelView(location, variant, product, context);
  return {
    __typename: 'InventoryItem',
    id: gid('InventoryItem', variant.itemId),
    sku: variant.sku ?? '',
    tracked: variant.tracked,
    requiresShipping: variant.requiresShipping,
    unitCost:
      variant.cost === null ? null : { amount: variant.cost, currencyCode: context.settings.currency },
    measurement: { id: gid('InventoryItemMeasurement', variant.itemId), weight: variant.weight },
    createdAt: isoTime(variant.createdAt),
    updatedAt: isoTime(variant.updatedAt),
    variant: () => variantView(variant, product, context),
    inventoryLevel: ({ locationId }: { locationId: string }) => {
      const location = stocked.find(({ id }) => gid('Location', id) === locationId);
      return location ? level(location) : null;
    },
    inventoryLevels: (page: PageArguments) => connection(stocked, page, level),
  };
}

/** Returns an inventory location. */
export function locationView({ id, name }: (typeof locations)[number]): View {
  return {
    __typename: 'Location',
    id: gid('Location', id),
    name,
    isActive: true,
    fulfillsOnlineOrders: true,
  };
}

function levelView(
  location: (typeof locations)[number],
  variant: StoredVariant,
  product: StoredProduct,
  context: AdminContext,
): View {
  return {
    id: `${gid('InventoryLevel', location.id)}?inventory_item_id=${variant.itemId}`,
    location: locationView(location),
    item: () => itemView(variant, product, context),
    quantities: ({ names }: { names: string[] }) =>
      names.map((name) => ({
        id: `${gid('InventoryQuantity', variant.itemId)}?name=${name}`,
        name,
        quantity: ['available', 'on_hand'].includes(name) ? (variant.stock[location.id] ?? 0) : 0,
        updatedAt: isoTime(variant.updatedAt),
      })),
  };
}
