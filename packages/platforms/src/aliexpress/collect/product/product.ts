import type { Product, Variant } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { type Gallery, readGallery } from '../../../collecting/pages/gallery.ts';
import { unreadable } from '../../../collecting/pages/unreadable.ts';
import { plainText } from '../../../reading/html/html-text.ts';
import { itemAddress } from '../address.ts';
import { type Chosen, chosenIn } from './choices.ts';
import { cleanDescription } from './description.ts';
import { fullSize } from './images.ts';
import type { Item, Sku } from './item.ts';

/** Where an item was read. */
export interface ItemPlace {
  /** Host under which the item is stored. */
  shop: string;
  protocol: string;
  /** The id in the address; the item's own id takes precedence. */
  id: string | null;
}

const brandNames = /^(?:brand(?: name)?|marca|marque|marke|品牌|品牌名称)$/i;
const noBrand = /^(?:none|no brand|nobrand|no|n\/a|other|null|sem marca|无|-)$/i;

/**
 * Converts an item to our product. Leaves out variants that cannot be sold, because their price is a placeholder. Any
 * other variant without a price makes the item unreadable, with a named error: a price is never guessed.
 */
export function productOf(item: Item, place: ItemPlace): Product {
  const id = [item.id, place.id].find((one) => one !== null && /^\d{1,20}$/.test(one)) ?? null;
  const title = plainText(item.title ?? '');
  if (id === null || title === '') {
    throw unreadable(id === null ? 'id' : 'title', id);
  }
  const url = itemAddress(`${place.protocol}//${place.shop}`, id);
  const sold = item.skus.filter(isSold);
  if (sold.length === 0) {
    throw unreadable('variants', id);
  }
  const currency = currencyOfAll(sold, id) ?? item.currency;
  const chosen = chosenIn(item.choices, sold);
  const gallery = readGallery({ images: item.images.map((src) => ({ src })) }, url, fullSize);
  const variants = variantsOf(sold, chosen, gallery, item, id);
  const attributes = item.attributes.flatMap(({ name, value }) => {
    const pair = { name: plainText(name), value: plainText(value) };
    return pair.name === '' || pair.value === '' ? [] : [pair];
  });
  const categories = item.categories.map(plainText).filter((name) => name !== '');
  return {
    title,
    handle: `${slug(title)}${id}`,
    descriptionHtml: item.description.html === null ? '' : cleanDescription(item.description.html, url),
    vendor: brandOf(item, attributes) ?? item.store.name,
    // The category's number is no product type; it is kept in `extra`.
    productType: categories.at(-1) ?? null,
    tags: [],
    options: chosen.options.map(({ name, values }) => ({
      name: plainText(name) || name,
      values: values.map(plainText),
    })),
    variants,
    images: gallery.all,
    categories: categories.length > 0 ? [categories] : [],
    seo: { title: null, description: null },
    status: item.onSale ? 'active' : 'archived',
    currency,
    attributes,
    ...tiersOf(sold, variants, item, id),
    source: { platform: 'aliexpress', shop: place.shop, id, url, storeName: item.store.name },
  };
}

/**
 * Reports whether a SKU can be bought. An out-of-stock SKU may have lost its price; only one that can be bought must
 * have a price.
 */
function isSold({ placeholder, price, available }: Sku): boolean {
  return !placeholder && !(price === null && available === false);
}

function variantsOf(
  skus: readonly Sku[],
  chosen: Chosen,
  gallery: Gallery,
  item: Item,
  id: string,
): Variant[] {
  const taken = new Set<string>();
  const ids = new Set<string>();
  const variants: Variant[] = [];
  for (const sku of skus) {
    const optionValues = chosen.valuesOf(sku).map(plainText);
    const choice = optionValues.join('\n');
    if (taken.has(choice)) {
      continue;
    }
    taken.add(choice);
    if (sku.price === null) {
      throw new AppError(
        'source.price-unreadable',
        `product ${id}: price ${JSON.stringify(sku.sent.slice(0, 40))} cannot be read`,
        {
          params: { value: sku.sent.slice(0, 40), variant: sku.id ?? '' },
        },
      );
    }
    const image = chosen.imageOf(sku);
    const named = sku.id === null || ids.has(sku.id) ? null : sku.id;
    const variantId = named ?? `v${variants.length + 1}`;
    ids.add(variantId);
    variants.push({
      id: variantId,
      sku:
        named === null
          ? `AE-${id}${variants.length > 0 ? `-${variants.length + 1}` : ''}`
          : `AE-${id}-${named}`,
      barcode: sku.barcode,
      optionValues,
      price: sku.price,
      compareAtPrice: sku.compareAt,
      cost: null,
      stock: sku.stock,
      available: sku.available,
      weight: item.weight,
      imageUrl: image === null ? null : gallery.ofVariant({ featured_image: { src: image } }),
      requiresShipping: true,
      taxable: true,
    });
  }
  if (chosen.options.length === 0 && skus.length > 1) {
    // Several variants, and nothing distinguishes them.
    throw unreadable('options', id);
  }
  return variants;
}

/**
 * Returns price steps by quantity: as the product's when all variants have the same steps; otherwise they are kept
 * separately.
 */
function tiersOf(
  skus: readonly Sku[],
  variants: readonly Variant[],
  item: Item,
  id: string,
): Pick<Product, 'priceTiers' | 'extra'> {
  const apart = skus.filter(({ tiers }) => tiers.length > 0);
  const same = apart.length === 0 || new Set(skus.map(({ tiers }) => JSON.stringify(tiers))).size === 1;
  const facts = Object.fromEntries(Object.entries(item.facts).filter(([, value]) => value !== null));
  const kept = new Set(variants.map((variant) => variant.id));
  const again = skus.flatMap((sku) => (sku.id === null || kept.has(sku.id) ? [] : [sku.id]));
  const unsold = item.skus.filter((sku) => !isSold(sku)).map((sku) => sku.id ?? '');
  return {
    priceTiers: same ? (skus[0]?.tiers ?? []) : [],
    extra: {
      aliexpress: {
        form: item.form,
        itemId: id,
        ...(item.categoryId === null ? {} : { categoryId: item.categoryId }),
        ...(item.store.id === null ? {} : { storeId: item.store.id }),
        ...(item.store.sellerId === null ? {} : { sellerId: item.store.sellerId }),
        ...(item.description.address === null ? {} : { descriptionUrl: item.description.address }),
        ...facts,
        ...(unsold.length > 0 ? { unsalable: unsold } : {}),
        ...(again.length > 0 ? { sameChoice: again } : {}),
        ...(same || apart.length === 0
          ? {}
          : { priceTiers: apart.map(({ id: sku, tiers }) => ({ sku: sku ?? '', tiers })) }),
      },
    },
  };
}

function currencyOfAll(skus: readonly Sku[], id: string): string | null {
  const all = new Set(skus.flatMap(({ currency }) => currency ?? []));
  if (all.size > 1) {
    throw unreadable('currency', id);
  }
  return [...all][0] ?? null;
}

function brandOf(item: Item, attributes: Product['attributes']): string | null {
  const byId = item.attributes.find(({ id }) => id === '2')?.value;
  const brand = byId ?? attributes.find(({ name }) => brandNames.test(name))?.value;
  const name = plainText(brand ?? '');
  return name === '' || noBrand.test(name) ? null : name;
}

/** Returns the words of a title for an address; the appended id distinguishes two items with one title. */
function slug(title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+/, '')
    .slice(0, 80)
    .replace(/[\uD800-\uDBFF]$|(?<!-)-+$/, '')
    .replace(/(?<!-)-+$/, '');
  return words === '' ? 'item-' : `${words}-`;
}
