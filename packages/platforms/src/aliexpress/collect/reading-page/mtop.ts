import { currencyOf } from '../../../collecting/pages/variant-rows.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../../reading/unread.ts';
import { requestedIn, shownEntry } from '../product/amounts.ts';
import { picksIn } from '../product/choices.ts';
import type { Choice, Item, Sku } from '../product/item.ts';

/**
 * Reads the answer that fills today's item page, its `data.result` (`readme.md`, Product pages). Any part may be
 * missing: it is then null, and a missing price is reported when the product is built.
 */
export function itemFromMtop(root: UnreadObject): Item {
  const part = (name: string): UnreadObject => objectIn(root, name);
  const global = objectIn(part('GLOBAL_DATA'), 'globalData');
  const images = part('HEADER_IMAGE_PC');
  const video = objectIn(objectIn(images, 'productVideo'), 'videoPlayInfo');
  const properties = part('PRODUCT_PROP_PC');
  const description = part('DESC');
  const shop = part('SHOP_CARD_PC');
  const choices = choicesIn(part('SKU'));
  return {
    form: 'mtop',
    id: idOf(global.productId),
    title: textOf(part('PRODUCT_TITLE').text) ?? textOf(global.subject),
    currency: currencyOf(global.currencyCode),
    choices,
    skus: skusOf(part('SKU'), part('PRICE'), part('QUANTITY_PC'), currencyOf(global.currencyCode)),
    images: imagesIn(images),
    attributes: attributesIn(properties.showedProps ?? properties.props),
    categories: [],
    categoryId: idOf(global.categoryId),
    description: {
      html: null,
      address:
        textOf(description.pcDescUrl) ?? textOf(description.descUrl) ?? textOf(description.nativeDescUrl),
    },
    store: {
      id: idOf(global.storeId),
      name: textOf(shop.storeName) ?? textOf(global.storeName),
      sellerId: idOf(global.sellerId),
    },
    weight: null,
    onSale: true,
    facts: {
      sold: idOf(global.sales) ?? textOf(part('PC_RATING').otherText),
      rating: idOf(part('PC_RATING').rating),
      storeRate: textOf(shop.sellerPositiveRate),
      video: textOf(video.webUrl) ?? textOf(video.iphoneUrl) ?? textOf(video.androidPhoneUrl),
    },
  };
}

/** Returns a field that is an object; `{}` for anything else. */
export function objectIn(from: UnreadObject, name: string): UnreadObject {
  const value = Object.hasOwn(from, name) ? from[name] : null;
  return isObject(value) ? value : {};
}

/** Returns choices as all page formats list them; older formats use an older name. */
export function choicesIn(sku: UnreadObject): Choice[] {
  return entriesOf(sku.skuProperties ?? sku.productSKUPropertyList).flatMap((choice): Choice[] => {
    const id = idOf(choice.skuPropertyId);
    return id === null
      ? []
      : [
          {
            id,
            name: textOf(choice.skuPropertyName),
            values: entriesOf(choice.skuPropertyValues).flatMap((value) => {
              const ids = [idOf(value.propertyValueIdLong), idOf(value.propertyValueId)];
              const own = ids.find((one) => one !== null);
              return own === undefined || own === null
                ? []
                : [
                    {
                      id: own,
                      shown: textOf(value.propertyValueDisplayName),
                      generic: textOf(value.propertyValueName),
                      image: textOf(value.skuPropertyImagePath),
                    },
                  ];
            }),
          },
        ];
  });
}

/** Returns attributes as all page formats list them. */
export function attributesIn(sent: unknown): Item['attributes'] {
  return entriesOf(sent).flatMap((entry) => {
    const name = textOf(entry.attrName);
    const value = textOf(entry.attrValue) ?? idOf(entry.attrValue);
    return name === null || value === null ? [] : [{ name, value, id: idOf(entry.attrNameId) }];
  });
}

/** Returns the objects of a list, or of an object whose fields are the entries. */
export function entriesOf(sent: unknown): UnreadObject[] {
  return (isObject(sent) ? Object.values(sent) : itemsOf(sent)).filter(isObject);
}

function imagesIn(sent: UnreadObject): string[] {
  const named = [sent.imagePathList, sent.imgList].find((list) => itemsOf(list).length > 0);
  return named === undefined
    ? entriesOf(sent.mainImages).flatMap(({ imageUrl }) => textOf(imageUrl) ?? [])
    : itemsOf(named).flatMap((address) => textOf(address) ?? []);
}

function skusOf(
  sku: UnreadObject,
  price: UnreadObject,
  quantity: UnreadObject,
  currency: string | null,
): Sku[] {
  const maps = [objectIn(price, 'skuIdStrPriceInfoMap'), objectIn(price, 'skuPriceInfoMap')];
  const entryOf = (id: string | null) =>
    id === null
      ? undefined
      : maps.map((map) => (Object.hasOwn(map, id) ? map[id] : undefined)).find(isObject);
  const paths = entriesOf(sku.skuPaths);
  if (paths.length === 0) {
    const all = maps.flatMap((map) => entriesOf(map));
    const entry =
      all.length > 0 ? (all.length === 1 ? all[0] : undefined) : objectIn(price, 'targetSkuPriceInfo');
    const stock = wholeOf(quantity.totalAvailableInventory);
    return entry === undefined ? [] : [skuOf({ skuStock: stock }, entry, currency)];
  }
  // A page with one price for all variants gives it without a map.
  const only = paths.length === 1 ? price.targetSkuPriceInfo : undefined;
  return paths.map((path) => {
    const id = textOf(path.skuIdStr) ?? idOf(path.skuId);
    return skuOf(path, entryOf(id) ?? only, currency);
  });
}

function skuOf(path: UnreadObject, entry: unknown, currency: string | null): Sku {
  const requested = requestedIn(entry, currency);
  const stock = wholeOf(path.skuStock);
  return {
    id: textOf(path.skuIdStr) ?? idOf(path.skuId),
    picks: picksOf(textOf(path.path), textOf(path.skuAttr)),
    price: requested.price,
    compareAt: requested.compareAt,
    currency: requested.currency,
    stock,
    available:
      typeof path.salable === 'boolean' ? path.salable && stock !== 0 : stock === null ? null : stock > 0,
    placeholder: path.salable === false,
    barcode: null,
    tiers: [],
    sent: isObject(entry) ? shownEntry(entry) : '',
  };
}

/** Returns the choice from its path, with the seller's own names, which only the attribute text contains. */
function picksOf(path: string | null, attributes: string | null): Sku['picks'] {
  const named = picksIn(attributes);
  const picks = picksIn(path);
  return picks.length === 0
    ? named
    : picks.map((pick) => ({
        ...pick,
        own: named.find(({ choice, value }) => choice === pick.choice && value === pick.value)?.own ?? null,
      }));
}
