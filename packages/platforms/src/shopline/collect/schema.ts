import { currencyDecimals } from '@bowerbird/catalog/pricing/money';
import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { productAddress } from '../../collecting/links/handle-address.ts';
import { readGallery } from '../../collecting/pages/gallery.ts';
import { unreadable } from '../../collecting/pages/unreadable.ts';
import { type RowDialect, readVariants, weightOf } from '../../collecting/pages/variant-rows.ts';
import { withAbsoluteAddresses, withoutQuery } from '../../net/addresses.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { fromMinorUnits } from '../../reading/minor-units.ts';
import { withUnstated } from '../../reading/page-fields.ts';
import { idOf, isObject, itemsOf, shown, textOf, type UnreadObject, wholeOf } from '../../reading/unread.ts';

export interface ShopFacts {
  root: string;
  shop: string;
  storeName: string | null;
  /** Without it an amount is ambiguous: 4999 is 49.99 or 4,999 (`readme.md`). */
  currency: string | null;
}

/** Inventory of a product's variants from the inventory call: by number and by SKU. */
export type Stock = ReadonlyMap<string, number>;

const units: Record<string, 'kg' | 'g' | 'lb' | 'oz'> = { kg: 'kg', zh_kg: 'kg', g: 'g', lb: 'lb', oz: 'oz' };

function rowsWith(stock: Stock): RowDialect {
  return {
    stockOf: (variant) =>
      wholeOf(variant.inventory_quantity) ??
      stock.get(idOf(variant.id) ?? '') ??
      stock.get(`sku:${idOf(variant.sku) ?? ''}`) ??
      null,
    weightOf(variant) {
      const amount = Number(textOf(variant.weight) ?? variant.weight);
      const unit = units[textOf(variant.weight_unit) ?? ''];
      return unit !== undefined && Number.isFinite(amount) && amount > 0 ? weightOf(amount, unit) : null;
    },
    hasNoChoice: (product) => itemsOf(product.options).length === 0,
  };
}

/** Converts a product as `/api/product/products.json` sends it (`readme.md`). Amounts are minor units. */
export function readProduct(sent: unknown, facts: ShopFacts, stock: Stock = new Map()): Product {
  if (!isObject(sent)) {
    throw unreadable('product', null);
  }
  const handle = textOf(sent.handle);
  const id = idOf(sent.id);
  const title = plainText(textOf(sent.title) ?? '');
  if (handle === null || id === null || title === '') {
    throw unreadable(handle === null ? 'handle' : id === null ? 'id' : 'title', handle);
  }
  if (facts.currency === null) {
    // 4999 is 49.99 in one currency and 4,999 in another: without the currency every amount would be a guess.
    throw new AppError('source.price-unreadable', `product ${handle}: its shop tells no currency`, {
      params: { value: shown(sent.price ?? '').slice(0, 40), variant: '' },
    });
  }
  const url = productAddress(facts.root, handle);
  const decimals = currencyDecimals(facts.currency);
  const alts = new Map(
    itemsOf(sent.medias)
      .filter(isObject)
      .map((media) => [withoutQuery(textOf(media.resource) ?? ''), textOf(media.alt) ?? '']),
  );
  const listed = itemsOf(sent.images).length > 0 ? itemsOf(sent.images) : [...alts.keys()];
  const images = listed.flatMap((image) => {
    const src = textOf(isObject(image) ? image.src : image);
    return src === null ? [] : [{ src: withoutQuery(src), alt: alts.get(withoutQuery(src)) ?? '' }];
  });
  const gallery = readGallery({ images }, url);
  const inRows: UnreadObject = {
    ...sent,
    variants: itemsOf(sent.variants).map((variant) =>
      isObject(variant) ? rowOf(variant, sent, decimals) : variant,
    ),
  };
  const { options, variants } = readVariants(inRows, handle, gallery, rowsWith(stock));
  return {
    title,
    handle,
    descriptionHtml: withAbsoluteAddresses(textOf(sent.description) ?? '', url),
    vendor: textOf(sent.brand),
    productType: textOf(sent.customCategoryName),
    tags: itemsOf(sent.tags).flatMap((tag) => textOf(tag) ?? []),
    options,
    variants,
    images: gallery.all,
    categories: [],
    seo: { title: null, description: null },
    status: 'active',
    currency: facts.currency,
    attributes: [],
    priceTiers: [],
    source: { platform: 'shopline', shop: facts.shop, id, url, storeName: facts.storeName },
    extra: {},
  };
}

/** Returns a product marked with the call that it was `sent` by, which names no collections and no SEO texts. */
export function withCallMark(product: Product, sent: unknown): Product {
  const hasType = isObject(sent) && sent.customCategoryName !== undefined;
  return withUnstated(product, 'call', {
    lacks: [...(hasType ? [] : ['productType' as const]), 'stock', 'availability', 'seo'],
    never: ['categories'],
  });
}

/** Returns a variant with its amounts in the currency's main unit, and the image of its first value that has one. */
function rowOf(variant: UnreadObject, product: UnreadObject, decimals: number): UnreadObject {
  const image = textOf(variant.image) ?? valueImage(variant, product);
  return {
    ...variant,
    price: fromMinorUnits(variant.price, decimals) ?? variant.price,
    compare_at_price: fromMinorUnits(variant.compare_at_price, decimals),
    available:
      typeof variant.available === 'boolean'
        ? variant.available
        : typeof variant.sold_out === 'boolean'
          ? !variant.sold_out
          : undefined,
    image: image === null ? null : { src: withoutQuery(image) },
  };
}

function valueImage(variant: UnreadObject, product: UnreadObject): string | null {
  for (const [place, option] of itemsOf(product.options).filter(isObject).entries()) {
    const value = textOf(variant[`option${place + 1}`]);
    const images = isObject(option.values_images) ? option.values_images : {};
    const image = value === null || !Object.hasOwn(images, value) ? null : textOf(images[value]);
    if (image !== null) {
      return image;
    }
  }
  return null;
}

/**
 * Converts a page's own state (`spu`, `sku`) to the form of the call above; its SKUs contain the inventory (`readme.md`).
 */
export function formOfState(state: unknown): { sent: UnreadObject; stock: Stock } | null {
  const spu = isObject(state) && isObject(state.spu) ? state.spu : null;
  const sku = isObject(state) && isObject(state.sku) ? state.sku : null;
  if (spu === null || sku === null) {
    return null;
  }
  const attributes = isObject(sku.skuAttributeMap) ? sku.skuAttributeMap : {};
  const list = itemsOf(sku.skuList).filter(isObject);
  const keys = itemsOf(list[0]?.skuAttributeIds)
    .filter(isObject)
    .flatMap(({ id }) => idOf(id) ?? []);
  const chosenValue = (attribute: unknown, value: unknown) => {
    const map =
      isObject(attribute) && isObject(attribute.skuAttributeValueMap) ? attribute.skuAttributeValueMap : {};
    const named = map[idOf(value) ?? ''];
    return isObject(named) ? textOf(named.defaultValue) : null;
  };
  return {
    stock: stockIn(list),
    sent: {
      id: spu.spuSeq,
      handle: spu.uniqueKey,
      title: spu.title,
      brand: spu.brand,
      customCategoryName: spu.customCategoryName,
      images: spu.images,
      options: keys.map((key) => {
        const attribute = attributes[key];
        return { name: isObject(attribute) ? textOf(attribute.defaultName) : null, values: [] };
      }),
      variants: list.map((one) => ({
        id: one.skuSeq,
        sku: one.itemNo,
        barcode: one.barcode,
        price: one.price,
        compare_at_price: one.originPrice,
        sold_out: one.soldOut,
        ...Object.fromEntries(
          keys.map((key, place) => {
            const chosen = itemsOf(one.skuAttributeIds)
              .filter(isObject)
              .find(({ id }) => idOf(id) === key);
            return [`option${place + 1}`, chosenValue(attributes[key], chosen?.valueId)];
          }),
        ),
      })),
    },
  };
}

/**
 * Returns each variant's inventory, by number and by SKU: the two calls sometimes use different numbers for a variant.
 */
export function stockIn(list: readonly UnreadObject[]): Stock {
  const stock = new Map<string, number>();
  for (const one of list) {
    const inventory = wholeOf(one.stock);
    const [number, code] = [idOf(one.skuSeq), idOf(one.itemNo)];
    if (inventory !== null) {
      stock.set(number ?? '', inventory);
      if (code !== null) {
        stock.set(`sku:${code}`, inventory);
      }
    }
  }
  return stock;
}
