import type { Product, Variant } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { unreadable } from '../../collecting/pages/unreadable.ts';
import { currencyOf } from '../../collecting/pages/variant-rows.ts';
import { decodedSlug } from '../../collecting/wordpress/rest.ts';
import { withAbsoluteAddresses } from '../../net/addresses.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { fromMinorUnits } from '../../reading/minor-units.ts';
import { type MarkedField, withPageMark, withUnstated } from '../../reading/page-fields.ts';
import { idOf, isObject, itemsOf, shown, textOf, type UnreadObject, wholeOf } from '../../reading/unread.ts';
import { ownSku, stockOf } from './lists/variations.ts';
import { type Gallery, readGallery } from './product/images.ts';
import { metaOf, seoOf, statusOf } from './product/meta.ts';
import { readChoices } from './product/options.ts';

/** Facts about a product that come from the shop it was read in. */
export interface ShopFacts {
  shop: string;
  storeName: string | null;
  /** Returns the path of a category by its id, from the top level. */
  pathOf(categoryId: string, name: string): string[];
  /**
   * Reports whether the shop's list of categories contains this one, so that its path is complete; left out: it does.
   */
  isNamed?(categoryId: string): boolean;
}

/**
 * Converts a product as the Store API sends it, with its requested variations, to our data model (`readme.md`). Throws `source.product-unreadable` or `source.price-unreadable`; an invalid field that does not matter loses
 * only that field.
 */
export function readProduct(sent: unknown, variations: readonly UnreadObject[], facts: ShopFacts): Product {
  if (!isObject(sent)) {
    throw unreadable('product', null);
  }
  const slug = textOf(sent.slug);
  const id = idOf(sent.id);
  const title = plainText(textOf(sent.name) ?? '');
  const url = textOf(sent.permalink);
  if (slug === null || id === null || title === '' || url === null || !URL.canParse(url)) {
    const field = slug === null ? 'slug' : id === null ? 'id' : title === '' ? 'name' : 'permalink';
    throw unreadable(field, slug);
  }
  const gallery = readGallery(sent.images, url);
  const choices = readChoices(sent);
  const rows = variations.flatMap((variation) => variantsOf(variation, sent, choices.of, gallery));
  const isVariable = choices.options.length > 0 && itemsOf(sent.variations).length > 0;
  if (isVariable && rows.length === 0) {
    throw unreadable('variations', slug);
  }
  const brand = firstName(sent.brands) ?? attributeNamed(sent, /^(brand|marke|marque|marca|品牌)$/i);
  const prices = isObject(sent.prices) ? sent.prices : {};
  const product: Product = {
    title,
    handle: decodedSlug(slug),
    descriptionHtml: withAbsoluteAddresses(
      textOf(sent.description) ?? textOf(sent.short_description) ?? '',
      url,
    ),
    vendor: brand,
    productType: null,
    tags: namesOf(sent.tags),
    options: isVariable ? choices.options : [],
    variants: isVariable ? distinct(rows) : [variantOf(sent, id, [], null, sent)],
    images: gallery.all,
    categories: itemsOf(sent.categories)
      .filter(isObject)
      .flatMap((category) => {
        const name = plainText(textOf(category.name) ?? '');
        return name === '' ? [] : [facts.pathOf(idOf(category.id) ?? '', name)];
      }),
    seo: seoOf(sent),
    status: statusOf(sent.status),
    currency: currencyOf(prices.currency_code),
    attributes: itemsOf(sent.attributes)
      .filter(isObject)
      .filter(({ has_variations }) => has_variations !== true)
      .flatMap((attribute) => {
        const name = plainText(textOf(attribute.name) ?? '');
        const value = namesOf(attribute.terms).join(', ');
        return name === '' || value === '' ? [] : [{ name, value }];
      }),
    priceTiers: [],
    source: { platform: 'woocommerce', shop: facts.shop, id, url, storeName: facts.storeName },
    extra: { woocommerce: extraOf(sent) },
  };
  const isWhole = !isVariable || choices.areAll();
  const marked = isWhole ? product : withPageMark(product, { way: 'api', fields: {}, unknown: ['variants'] });
  const isPlaced = itemsOf(sent.categories)
    .filter(isObject)
    .every(({ id: category }) => facts.isNamed?.(idOf(category) ?? '') ?? true);
  return withUnstated(marked, 'api', {
    lacks: unstatedBy(sent),
    inPart: isPlaced ? [] : ['categories'],
  });
}

/**
 * Returns what an answer cannot contain: the public API leaves out inventory that is not low, and barcodes (`readme.md`).
 */
function unstatedBy(sent: UnreadObject): MarkedField[] {
  return [
    ...(sent.manage_stock === false ? [] : ['stock' as const]),
    ...(sent.global_unique_id === undefined ? ['barcode' as const] : []),
    'weight',
    'availability',
    'seo',
    'currency',
  ];
}

function variantsOf(
  variation: UnreadObject,
  parent: UnreadObject,
  choicesOf: (id: string) => string[][],
  gallery: Gallery,
): Variant[] {
  const id = idOf(variation.id) ?? '';
  const rows = choicesOf(id);
  const image = gallery.add(itemsOf(variation.images)[0]);
  return rows.map((values, at) =>
    variantOf(variation, rows.length === 1 ? id : `${id}-${at + 1}`, values, image, parent),
  );
}

function variantOf(
  sent: UnreadObject,
  id: string,
  optionValues: string[],
  imageUrl: string | null,
  parent: UnreadObject,
): Variant {
  const { price, compareAtPrice } = pricesOf(sent, textOf(parent.slug));
  return {
    id,
    sku: sent === parent ? idOf(sent.sku) : ownSku(sent, parent),
    barcode: idOf(sent.global_unique_id),
    optionValues,
    price,
    compareAtPrice,
    cost: null,
    stock: stockOf(sent),
    available:
      typeof sent.is_in_stock === 'boolean' ? sent.is_in_stock && sent.is_purchasable !== false : null,
    weight: weightOf(sent) ?? (sent === parent ? null : weightOf(parent)),
    imageUrl,
    requiresShipping: true,
    taxable: true,
  };
}

/**
 * Returns prices, which are always in minor units; the compare-at price counts when it is higher. Null where the shop
 * has given no price: the API leaves it out, gives 0 for what cannot be bought, or, for a grouped product, the lowest
 * price in the group.
 */
function pricesOf(sent: UnreadObject, slug: string | null): Pick<Variant, 'price' | 'compareAtPrice'> {
  const prices = isObject(sent.prices) ? sent.prices : {};
  const isGroup = sent.type === 'grouped';
  if (isGroup || prices.price === null || prices.price === '') {
    return { price: null, compareAtPrice: null };
  }
  const decimals = wholeOf(prices.currency_minor_unit) ?? -1;
  const price = fromMinorUnits(prices.price, decimals);
  if (price === null) {
    throw new AppError('source.price-unreadable', `product ${slug ?? '?'}: its price cannot be read`, {
      params: { value: shown(prices.price).slice(0, 40), variant: idOf(sent.sku) ?? idOf(sent.id) ?? '' },
    });
  }
  if (Number(price) === 0 && sent.is_purchasable === false) {
    return { price: null, compareAtPrice: null };
  }
  const regular = fromMinorUnits(prices.regular_price, decimals);
  return { price, compareAtPrice: regular !== null && Number(regular) > Number(price) ? regular : null };
}

/** Only the displayed form has the unit ("0.42 kg"). */
function weightOf(sent: UnreadObject): Variant['weight'] {
  const value = textOf(sent.weight);
  const unit = /(kg|lbs?|oz|g)\s*$/.exec(textOf(sent.formatted_weight) ?? '')?.[1];
  if (value === null || unit === undefined || !/^\d{1,9}(\.\d{1,4})?$/.test(value)) {
    return null;
  }
  return { value, unit: unit.startsWith('lb') ? 'lb' : (unit as 'kg' | 'oz' | 'g') };
}

function extraOf(sent: UnreadObject): Record<string, unknown> {
  const short = textOf(sent.short_description);
  const children = itemsOf(sent.grouped_products);
  return {
    type: textOf(sent.type) ?? 'simple',
    ...(sent.on_sale === true && { onSale: true }),
    ...(sent.is_on_backorder === true && { backorder: true }),
    ...(sent.sold_individually === true && { soldIndividually: true }),
    ...(typeof sent.tax_class === 'string' && sent.tax_class !== '' && { taxClass: sent.tax_class }),
    ...(short !== null && textOf(sent.description) !== null && { shortDescriptionHtml: short }),
    ...(children.length > 0 && { groupedProducts: children.map((child) => idOf(child)) }),
    ...metaOf(sent),
  };
}

function attributeNamed(sent: UnreadObject, name: RegExp): string | null {
  const attribute = itemsOf(sent.attributes)
    .filter(isObject)
    .find((one) => name.test(plainText(textOf(one.name) ?? '')) && one.has_variations !== true);
  return firstName(attribute?.terms);
}

function firstName(sent: unknown): string | null {
  return namesOf(sent)[0] ?? null;
}

function namesOf(sent: unknown): string[] {
  return itemsOf(sent)
    .filter(isObject)
    .flatMap(({ name }) => plainText(textOf(name) ?? '') || []);
}

/** Of two variations with the same option values, the first is what a shopper gets. */
function distinct(variants: readonly Variant[]): Variant[] {
  const seen = new Set<string>();
  return variants.filter(({ optionValues }) => {
    const choice = optionValues.join('\n');
    const isFirst = !seen.has(choice);
    seen.add(choice);
    return isFirst;
  });
}
