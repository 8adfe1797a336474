import { isObject, itemsOf, textOf, type UnreadObject } from '../../../reading/unread.ts';

/** The parts of a 1688 page that describe its product, independent of the page's form. */
export interface Offer {
  way: 'context' | 'init-data';
  /** `Root.dataJson` of one form, `globalData` of the other; both have the same keys. */
  model: UnreadObject;
  title: unknown;
  images: readonly unknown[];
  video: unknown;
  /** `priceModel` with its kind and its prices. */
  price: UnreadObject;
  /** Price steps by quantity, as some pages keep them beside the price. */
  ranges: readonly unknown[];
  attributes: readonly unknown[];
  descriptionUrl: string | null;
  /** Weights and sizes by combination. */
  packs: readonly unknown[];
  unitWeight: unknown;
  seller: UnreadObject;
  category: { id: unknown; name: unknown };
  unit: unknown;
  /** Null when the page does not say whether the product is still offered. */
  offered: boolean | null;
}

/**
 * Reads the desktop page form used since 2024: the last argument of `window.context` (`readme.md`, 1688: product
 * pages).
 */
export function offerInContext(state: UnreadObject): Offer | null {
  const result = objectIn(state.result);
  const data = objectIn(result.data);
  const fields = (name: string) => objectIn(objectIn(data[name]).fields);
  const model = objectIn(fields('Root').dataJson);
  const known = objectIn(objectIn(objectIn(result.global).globalData).model);
  const detail = objectIn(known.offerDetail);
  const gallery = fields('gallery');
  const price = fields('mainPrice');
  const temp = objectIn(model.tempModel);
  if (!isObject(model.skuModel) && !isObject(model.tempModel)) {
    return null;
  }
  const original = objectIn(objectIn(price.finalPriceModel).tradeWithoutPromotion);
  const status = textOf(detail.status);
  return {
    way: 'context',
    model,
    title: fields('productTitle').title ?? gallery.subject ?? temp.offerTitle,
    images: firstFilled(gallery.offerImgList, gallery.mainImage, imagesOf(model)),
    video: objectIn(gallery.video).videoUrl,
    price: objectIn(price.priceModel),
    ranges: itemsOf(original.offerPriceRanges),
    attributes: itemsOf(detail.featureAttributes),
    descriptionUrl: textOf(fields('description').detailUrl) ?? textOf(detail.detailUrl),
    packs: itemsOf(objectIn(fields('productPackInfo').pieceWeightScale).pieceWeightScaleInfo),
    unitWeight: fields('productPackInfo').unitWeight,
    seller: { ...temp, ...objectIn(known.sellerModel) },
    category: { id: detail.leafCategoryId ?? temp.postCategoryId, name: detail.leafCategoryName },
    unit: price.unit ?? temp.offerUnit,
    offered: status === null ? null : status === 'PUBLISHED',
  };
}

/**
 * Reads the form of desktop pages until 2024 and of mobile pages: `window.__INIT_DATA` (`readme.md`, 1688: product
 * pages).
 */
export function offerInInitData(state: UnreadObject): Offer | null {
  const model = objectIn(state.globalData);
  const components = Object.values(objectIn(state.data)).filter(isObject);
  const part = (name: RegExp): unknown =>
    components.find(({ componentType }) => name.test(textOf(componentType) ?? ''))?.data;
  const temp = objectIn(model.tempModel);
  if (!isObject(model.skuModel) && !isObject(model.tempModel)) {
    return null;
  }
  const gallery = objectIn(part(/main-pic/));
  const attributes = part(/attribute/);
  const price = objectIn(part(/offer-price/));
  const cross = objectIn(part(/offer-cross/));
  const status = textOf(model.pstatus) ?? textOf(temp.pstatus);
  return {
    way: 'init-data',
    model,
    title: temp.offerTitle ?? gallery.subject ?? objectIn(part(/offer-title/)).title,
    images: firstFilled(gallery.offerImgList, imagesOf(model)),
    video: gallery.videoUrl ?? objectIn(gallery.video).videoUrl,
    price: objectIn(price.priceModel),
    ranges: [],
    attributes: Array.isArray(attributes) ? attributes : itemsOf(objectIn(attributes).propsList),
    descriptionUrl: textOf(objectIn(part(/description/)).detailUrl),
    packs: itemsOf(objectIn(cross.pieceWeightScale).pieceWeightScaleInfo),
    unitWeight: cross.unitWeight,
    seller: temp,
    category: { id: temp.postCategoryId, name: null },
    unit: price.unit ?? temp.offerUnit,
    offered: status === null ? null : status === 'onsale',
  };
}

/** Returns full-size images, where the list names them beside the small ones. */
function imagesOf(model: UnreadObject): unknown[] {
  return itemsOf(model.images)
    .filter(isObject)
    .map(({ fullPathImageURI, imageURI }) => fullPathImageURI ?? imageURI);
}

function firstFilled(...lists: unknown[]): readonly unknown[] {
  return lists.map(itemsOf).find((list) => list.length > 0) ?? [];
}

export function objectIn(sent: unknown): UnreadObject {
  return isObject(sent) ? sent : {};
}
