import { AppError } from '@bowerbird/contract/errors';
import { unreadable } from '../../../collecting/pages/unreadable.ts';
import { weightOf } from '../../../collecting/pages/variant-rows.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../../reading/unread.ts';
import { amountOf, priceOf, quantityOf, wordsOf } from '../product/amounts.ts';
import type { ProductFacts, Sku, Step } from '../product/facts.ts';
import { attributesOf, soundTitle, tiersOf } from '../product/facts-parts.ts';
import { type Offer, objectIn } from './offer.ts';
import { axesOf, skuModelOf } from './offer-choices.ts';
import { type KeyedAxis, valuesOfKey } from './spec-key.ts';

/**
 * Reads the product of a 1688 page (`readme.md`, 1688: product pages). Does not touch the visitor's names, which the
 * page also contains.
 */
export function factsOfOffer(offer: Offer): ProductFacts {
  const { model } = offer;
  const temp = objectIn(model.tempModel);
  const id = idOf(temp.offerId) ?? idOf(objectIn(model.offerBaseInfo).offerId);
  if (id === null || !/^\d{6,14}$/.test(id)) {
    throw unreadable('offerId', null);
  }
  if (offer.offered === false) {
    throw new AppError('source.gone', `offer ${id} is offered no more`, { params: { id } });
  }
  const order = objectIn(objectIn(model.orderParamModel).orderParam);
  const minimumOrder = quantityOf(order.beginNum);
  const skuModel = skuModelOf(model);
  const axes = axesOf(skuModel);
  const prices = pricesOf(offer, order);
  const attributes = attributesOf(
    offer.attributes.filter(isObject).map((one) => ({
      name: wordsOf(one.name),
      value: attributeText(one),
    })),
  );
  const categoryName = wordsOf(offer.category.name);
  return {
    id,
    title: soundTitle(wordsOf(offer.title), id),
    currency: 'CNY',
    axes,
    skus: skusOf(offer, skuModel, axes, prices, order),
    tiers: prices.tiers,
    minimumOrder,
    unit: wordsOf(offer.unit),
    images: offer.images.flatMap((address) => textOf(address) ?? []),
    attributes,
    category: categoryName === null ? [] : [categoryName],
    vendor: attributes.find(({ name }) => name === '品牌')?.value ?? null,
    storeName: wordsOf(offer.seller.companyName),
    descriptionHtml: '',
    facts: factsOf(offer, order),
  };
}

/** Largest number of values of one attribute that are searched for in its text; with more, the list is used. */
const listedMax = 500;

/** Returns an attribute's text, or its list when the list contains values that the text leaves out. */
function attributeText({ value, values }: UnreadObject): string | null {
  const text = wordsOf(value);
  const listed = itemsOf(values).flatMap((one) => wordsOf(one) ?? []);
  const isStated = listed.length <= listedMax && listed.every((one) => text?.includes(one));
  return isStated ? text : listed.join(', ');
}

interface Prices {
  /** Price steps by quantity; [] when each combination has its own price. */
  tiers: Step[];
  /** The single price of a product that has only one. */
  same: string | null;
}

/**
 * Reads the prices. A list that looks like quantity steps is one only for the kind `rangePrice`: for `skuPrice` the
 * same list holds the lowest and the highest price of the combinations, often with one quantity for both (`readme.md`,
 * 1688: product pages).
 */
function pricesOf(offer: Offer, order: UnreadObject): Prices {
  const param = objectIn(order.skuParam);
  const kind = textOf(offer.price.priceDisplayType) ?? textOf(param.skuPriceType);
  const lists = [offer.ranges, itemsOf(offer.price.currentPrices), itemsOf(param.skuRangePrices)];
  const sent = (lists.find((list) => list.length > 0) ?? []).filter(isObject);
  const steps = sent.flatMap((one): Step[] => {
    const price = priceOf(one.price, '');
    const minimum = quantityOf(one.beginAmount) ?? quantityOf(one.startQuantity);
    return price === null ? [] : [{ minimum: minimum ?? 1, price, full: null }];
  });
  const distinct = new Set(steps.map(({ price }) => Number(price)));
  const same = distinct.size === 1 ? (steps[0]?.price ?? null) : null;
  const quantities = new Set(steps.map(({ minimum }) => minimum)).size;
  const isTiered = kind === null ? quantities === steps.length : kind === 'rangePrice';
  return { tiers: isTiered ? tiersOf(steps) : [], same };
}

function skusOf(
  offer: Offer,
  skuModel: UnreadObject,
  axes: readonly KeyedAxis[],
  { tiers, same }: Prices,
  order: UnreadObject,
): Sku[] {
  const weights = weightsOf(offer);
  const shared = kilograms(offer.unitWeight);
  // Without choices, the map is an empty list.
  const sent = Object.entries(objectIn(skuModel.skuInfoMap));
  if (sent.length === 0) {
    const stock = wholeOf(order.canBookedAmount);
    return [rowOf(null, [], tiers.length > 0 ? null : same, null, stock, shared)];
  }
  const id = idOf(objectIn(offer.model.tempModel).offerId);
  return sent.map(([key, info], at) => {
    const values = axes.length === 0 ? [] : valuesOfKey(key, axes);
    if (!isObject(info) || values === null || (axes.length === 0 && sent.length > 1)) {
      throw unreadable(`skuInfoMap.${at}`, id);
    }
    const words = values.join('>');
    const full = priceOf(info.price, words);
    const discounted = priceOf(info.discountPrice, words);
    const price = discounted ?? full;
    const skuId = idOf(info.skuId);
    return rowOf(
      skuId,
      values,
      tiers.length > 0 ? null : price,
      full,
      wholeOf(info.canBookCount),
      (skuId === null ? null : weights.get(skuId)) ?? shared,
    );
  });
}

function rowOf(
  id: string | null,
  values: string[],
  price: string | null,
  full: string | null,
  stock: number | null,
  weight: Sku['weight'],
): Sku {
  return {
    id,
    values,
    price,
    compareAtPrice: price === null ? null : full,
    stock: stock === null ? null : Math.max(0, stock),
    available: stock === null ? null : stock > 0,
    weight,
    imageUrl: null,
  };
}

/** Returns weights by combination, in grams. */
function weightsOf(offer: Offer): Map<string, Sku['weight']> {
  return new Map(
    offer.packs.filter(isObject).flatMap(({ skuId, weight }): [string, Sku['weight']][] => {
      const [id, grams] = [idOf(skuId), Number(amountOf(weight) ?? 0)];
      return id === null || grams <= 0 ? [] : [[id, weightOf(grams, 'g')]];
    }),
  );
}

function kilograms(sent: unknown): Sku['weight'] {
  const weight = Number(amountOf(sent) ?? 0);
  return weight > 0 ? weightOf(weight, 'kg') : null;
}

function factsOf(offer: Offer, order: UnreadObject): Record<string, unknown> {
  const mix = objectIn(order.mixParam);
  const facts = {
    way: offer.way,
    categoryId: idOf(offer.category.id),
    memberId: textOf(offer.seller.memberId) ?? textOf(offer.seller.sellerMemberId),
    storeUrl: textOf(offer.seller.winportUrl),
    video: textOf(offer.video),
    mixedOrder: mix.supportMix === true ? true : null,
    descriptionUrl: offer.descriptionUrl,
    sold: wholeOf(order.saledCount),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
}
