import { isObject, itemsOf, textOf, type UnreadObject } from '../unread.ts';

/** A variant in a page's linked data; its prices are still the page's own text. */
export interface PageVariant {
  /** From `?variant=ID` in the offer's address, when present. */
  id: string | null;
  sku: string | null;
  barcode: string | null;
  price: string | null;
  /** Price without a promotion, when the page gives it beside the price. */
  listPrice?: string | null;
  currency: string | null;
  available: boolean | null;
  image: string | null;
  /** One per `optionNames`; [] when the page does not distinguish the variants. */
  optionValues: string[];
}

/** A product in a page's schema.org `Product` or `ProductGroup`. */
export interface PageProduct {
  name: string;
  description: string;
  brand: string | null;
  category: string | null;
  images: string[];
  optionNames: string[];
  variants: PageVariant[];
}

/**
 * Returns the first product in a page's linked data; null when there is none. Themes differ: `offers` may be one, many
 * or an `AggregateOffer`; `image` a text, a list or an `ImageObject`; a price a number or a text. Source:
 * schema.org/ProductGroup, and the forms found in recorded shops.
 */
export function productInLinkedData(blocks: readonly unknown[]): PageProduct | null {
  const objects = blocks.filter(isObject);
  const group = objects.find((block) => isA(block, 'ProductGroup'));
  const product = group ?? objects.find((block) => isA(block, 'Product'));
  const name = textOf(product?.name);
  if (!product || name === null) {
    return null;
  }
  const optionNames = group ? itemsOf(listed(group.variesBy)).flatMap(optionName) : [];
  return {
    name,
    description: textOf(product.description) ?? '',
    brand: textOf(product.brand) ?? textOf(isObject(product.brand) ? product.brand.name : null),
    category: textOf(product.category),
    images: imagesOf(product.image),
    optionNames,
    variants: group
      ? variantsOfGroup(group, name, optionNames)
      : offersOf(product).map((offer) => variantOf(product, offer)),
  };
}

function variantsOfGroup(
  group: UnreadObject,
  groupName: string,
  optionNames: readonly string[],
): PageVariant[] {
  return itemsOf(listed(group.hasVariant))
    .filter(isObject)
    .map((variant) => ({
      ...variantOf(variant, offersOf(variant)[0] ?? {}),
      optionValues: valuesOf(variant, groupName, optionNames),
    }));
}

function variantOf(product: UnreadObject, offer: UnreadObject): PageVariant {
  const specifications = itemsOf(listed(offer.priceSpecification)).filter(isObject);
  const isList = ({ priceType }: UnreadObject) =>
    /(?:ListPrice|StrikethroughPrice|SRP)$/.test(textOf(priceType) ?? '');
  const specification = specifications.find((one) => !isList(one));
  return {
    id: /[?&]variant=(\d+)/.exec(textOf(offer.url) ?? textOf(product.url) ?? '')?.[1] ?? null,
    sku: textOf(offer.sku) ?? textOf(product.sku),
    barcode: firstText(product, ['gtin', 'gtin13', 'gtin12', 'gtin14', 'gtin8']),
    price: priceText(offer.price) ?? priceText(specification?.price) ?? priceText(offer.lowPrice),
    listPrice: priceText(specifications.find(isList)?.price),
    currency: textOf(offer.priceCurrency) ?? textOf(specification?.priceCurrency),
    available: availabilityOf(offer.availability),
    image: imagesOf(product.image)[0] ?? null,
    optionValues: [],
  };
}

function offersOf(product: UnreadObject): UnreadObject[] {
  const offers = itemsOf(listed(product.offers)).filter(isObject);
  const inner = offers.flatMap((offer) => itemsOf(listed(offer.offers)).filter(isObject));
  return inner.length > 0 ? inner : offers;
}

/** "https://schema.org/color" and "color" both name the option Color. */
function optionName(value: unknown): string[] {
  const text = textOf(value)?.split(/[/#]/).at(-1);
  return text ? [text.charAt(0).toUpperCase() + text.slice(1)] : [];
}

function valuesOf(variant: UnreadObject, groupName: string, optionNames: readonly string[]): string[] {
  // "Mug - Red / L": the text after the group's name contains the values, in order.
  const name = textOf(variant.name) ?? '';
  const behind = name.startsWith(`${groupName} - `) ? name.slice(groupName.length + 3).split(' / ') : [];
  return optionNames.map((option, at) => {
    const own = variant[option.charAt(0).toLowerCase() + option.slice(1)];
    return textOf(own) ?? textOf(isObject(own) ? own.name : null) ?? behind[at] ?? '';
  });
}

function availabilityOf(value: unknown): boolean | null {
  const word = textOf(value)?.split('/').at(-1)?.toLowerCase();
  if (word === undefined) {
    return null;
  }
  return ['instock', 'limitedavailability', 'onlineonly', 'presale', 'preorder', 'backorder'].includes(word);
}

function imagesOf(image: unknown): string[] {
  return itemsOf(listed(image)).flatMap((item) => {
    const address =
      textOf(item) ??
      (isObject(item) ? (textOf(item.url) ?? textOf(item.contentUrl) ?? textOf(item.image)) : null);
    return address === null ? [] : [address];
  });
}

function priceText(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : textOf(value);
}

function firstText(from: UnreadObject, keys: readonly string[]): string | null {
  return keys.map((key) => textOf(from[key])).find((text) => text !== null) ?? null;
}

/** Returns one or many values always as a list. */
function listed(value: unknown): unknown {
  return value === undefined || value === null || Array.isArray(value) ? value : [value];
}

function isA(block: UnreadObject, type: string): boolean {
  return itemsOf(listed(block['@type'])).some((name) => textOf(name)?.split('/').at(-1) === type);
}
