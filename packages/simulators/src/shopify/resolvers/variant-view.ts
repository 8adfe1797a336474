import { type AdminContext, isoTime, locations, type View } from '../admin-context.ts';
import { gid } from '../gid.ts';
import type { StoredProduct, StoredVariant } from '../record.ts';
import { connection, type PageArguments } from './connection.ts';
import { mediaView } from './media-view.ts';
import { metafieldFields } from './metafield-view.ts';
import { productView, unitsIn } from './product-view.ts';

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
