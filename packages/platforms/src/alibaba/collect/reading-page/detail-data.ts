import { unreadable } from '../../../collecting/pages/unreadable.ts';
import { weightOf } from '../../../collecting/pages/variant-rows.ts';
import {
  idOf,
  isObject,
  itemsOf,
  shown,
  textOf,
  type UnreadObject,
  wholeOf,
} from '../../../reading/unread.ts';
import { amountOf, priceOf, priceUnreadable, quantityOf, wordsOf } from '../product/amounts.ts';
import type { ProductFacts, Sku, Step } from '../product/facts.ts';
import { attributesOf, soundTitle, tiersOf } from '../product/facts-parts.ts';
import { axesOf, type SentAxis } from './detail-choices.ts';

/** The site's notation for unlimited stock (`readme.md`, Alibaba.com: product pages). */
const unlimited = 9_999_999;

/**
 * Reads the product on an alibaba.com page from `window.detailData` (`readme.md`, Alibaba.com: product pages). Reads
 * only product data: the same object also holds the visitor's account and tokens.
 */
export function factsOfDetail(state: UnreadObject): ProductFacts {
  const data = objectIn(state.globalData);
  const product = objectIn(data.product);
  const id = idOf(product.productId);
  if (id === null || !/^\d{6,14}$/.test(id)) {
    throw unreadable('productId', null);
  }
  const title = soundTitle(wordsOf(product.subject), id);
  const price = objectIn(product.price);
  const seller = objectIn(data.seller);
  const trade = objectIn(data.trade);
  const money = moneyOf(price, id);
  const axes = axesOf(objectIn(product.sku));
  const attributes = attributesOf(
    [product.productKeyIndustryProperties, product.productBasicProperties, product.productOtherProperties]
      .flatMap(itemsOf)
      .filter(isObject)
      .map(({ attrName, attrValue }) => ({
        name: wordsOf(attrName)?.replaceAll(/(?:(?<!\s)\s+)?\\+\s*/g, ' / ') ?? null,
        value: wordsOf(attrValue),
      })),
  );
  const brand = attributes.find(({ name }) => name === 'Brand Name')?.value ?? null;
  return {
    id,
    title,
    currency: money.currency,
    axes: axes.map(({ axis }) => axis),
    skus: skusOf(product, data, axes, money),
    tiers: money.tiers,
    minimumOrder: quantityOf(product.moq),
    unit: wordsOf(price.unit),
    images: itemsOf(product.mediaItems)
      .filter(isObject)
      .flatMap(({ type, imageUrl }) =>
        type === 'video' ? [] : (textOf(objectIn(imageUrl).big) ?? textOf(objectIn(imageUrl).normal) ?? []),
      ),
    attributes,
    category: itemsOf(objectIn(objectIn(data.seo).breadCrumb).pathList)
      .filter(isObject)
      .flatMap(({ hrefObject }) => wordsOf(objectIn(hrefObject).name) ?? []),
    vendor: brand,
    storeName: wordsOf(seller.companyName),
    descriptionHtml: '',
    facts: factsOf(product, trade, seller),
  };
}

function objectIn(sent: unknown): UnreadObject {
  return isObject(sent) ? sent : {};
}

/** The currency in which the page's prices are read, and the fields they are read from. */
interface Money {
  currency: string | null;
  dollars: boolean;
  tiers: Step[];
  /** Price of every combination, when the page's price range has equal ends. */
  same: string | null;
}

/**
 * Reads prices in US dollars, as the seller set them; in the visitor's currency only when there are no dollar prices.
 */
function moneyOf(price: UnreadObject, id: string): Money {
  const steps = itemsOf(price.productLadderPrices).filter(isObject);
  const range = objectIn(price.productRangePrices);
  const stated = [...steps.map(({ dollarPrice }) => dollarPrice), range.dollarPriceRangeLow];
  const visitors = [...steps.map((step) => step.price), range.priceRangeLow].some(isStated);
  const dollars = stated.some(isStated) || !visitors;
  const tiers = steps.flatMap((step): Step[] => {
    const full = priceOf(dollars ? step.dollarPrice : step.price, '');
    const promoted = priceOf(dollars ? step.promotionDollarPrice : step.promotionPrice, '');
    const minimum = quantityOf(step.min);
    if (minimum === null) {
      throw unreadable('productLadderPrices', id);
    }
    const now = promoted ?? full;
    return now === null ? [] : [{ minimum, price: now, full: promoted === null ? null : full }];
  });
  const [low, high] = dollars
    ? [range.dollarPriceRangeLow, range.dollarPriceRangeHigh]
    : [range.priceRangeLow, range.priceRangeHigh];
  const [from, to] = [amountOf(low), amountOf(high)];
  return {
    currency: dollars ? 'USD' : currencyIn(objectIn(price.currencyRule).currencyPattern),
    dollars,
    tiers: tiersOf(tiers),
    same: from !== null && (to === null || Number(from) === Number(to)) ? from : null,
  };
}

function isStated(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Returns the currency of a price pattern: "BDT {0}" names one; "$ {0}" may mean several. */
function currencyIn(pattern: unknown): string | null {
  return /\b([A-Z]{3})\b/.exec(textOf(pattern) ?? '')?.[1] ?? (/US\s?\$/.test(shown(pattern)) ? 'USD' : null);
}

function skusOf(product: UnreadObject, data: UnreadObject, axes: readonly SentAxis[], money: Money): Sku[] {
  const stock = stockOf(objectIn(data.inventory).skuInventory);
  const weight = weightIn(objectIn(data.trade));
  const sent = Object.entries(objectIn(objectIn(product.sku).skuInfoMap));
  if (sent.length === 0) {
    const counted = stock.size === 1 ? [...stock.values()][0] : undefined;
    return [skuOf(null, [], money.tiers.length > 0 ? null : rangePrice(money, product), counted)];
  }
  return sent.map(([key, info], at) => {
    const named = namesIn(key, axes);
    if (!isObject(info) || named.length < axes.length) {
      throw unreadable(`skuInfoMap.${at}`, idOf(product.productId));
    }
    const id = idOf(info.id);
    const own = priceOf(money.dollars ? info.dollarPrice : info.price, named.join(' / '));
    const price = money.tiers.length > 0 ? null : (own ?? money.same);
    return skuOf(id, named, price, id === null ? undefined : stock.get(id));
  });

  function skuOf(id: string | null, values: string[], price: string | null, counted?: number | null): Sku {
    return {
      id,
      values,
      price,
      compareAtPrice: null,
      stock: counted ?? null,
      available: counted === undefined ? null : counted === null || counted > 0,
      weight,
      imageUrl: null,
    };
  }
}

/** Returns the names of the values in a combination's key, "191288010:-1;191286172:3;", in the order of the axes. */
function namesIn(key: string, axes: readonly SentAxis[]): string[] {
  const values = new Map<string, string>();
  for (let from = 0; from < key.length; ) {
    const semicolon = key.indexOf(';', from);
    const end = semicolon === -1 ? key.length : semicolon;
    const colon = key.indexOf(':', from);
    if (colon !== -1 && colon < end) {
      values.set(key.slice(from, colon), key.slice(colon + 1, end));
    }
    from = end + 1;
  }
  const named: string[] = [];
  for (const { id, names } of axes) {
    const name = names.get(values.get(id) ?? '');
    if (name !== undefined) {
      named.push(name);
    }
  }
  return named;
}

/**
 * Returns the price only when the range is a single value: a product without choices that costs "3.20 to 4.50" has a
 * price on request.
 */
function rangePrice({ same, dollars }: Money, product: UnreadObject): string | null {
  const { productRangePrices } = objectIn(product.price);
  const range = objectIn(productRangePrices);
  const [low, high] = dollars
    ? [range.dollarPriceRangeLow, range.dollarPriceRangeHigh]
    : [range.priceRangeLow, range.priceRangeHigh];
  if (same === null && isStated(low)) {
    throw priceUnreadable(`${shown(low)} - ${shown(high)}`.slice(0, 40), '');
  }
  return same;
}

/** Returns each combination's inventory over all warehouses; null for one with unlimited stock. */
function stockOf(sent: unknown): Map<string, number | null> {
  return new Map(
    Object.entries(objectIn(sent)).flatMap(([id, inventory]): [string, number | null][] => {
      const counts = itemsOf(objectIn(inventory).warehouseInventoryList)
        .filter(isObject)
        .flatMap(({ inventoryCount }) => wholeOf(inventoryCount) ?? []);
      if (counts.length === 0) {
        return [];
      }
      const total = counts.reduce((sum, count) => sum + Math.max(0, count), 0);
      return [[id, total >= unlimited ? null : total]];
    }),
  );
}

/** Reads the weight in kilograms; 0 means that none is given. */
function weightIn(trade: UnreadObject): Sku['weight'] {
  const kilograms = Number(amountOf(objectIn(trade.logisticInfo).unitWeight) ?? 0);
  return kilograms > 0 ? weightOf(kilograms, 'kg') : null;
}

function factsOf(product: UnreadObject, trade: UnreadObject, seller: UnreadObject): Record<string, unknown> {
  const logistics = objectIn(trade.logisticInfo);
  const video = itemsOf(product.mediaItems)
    .filter(isObject)
    .find(({ type }) => type === 'video');
  const films = objectIn(video?.videoUrl);
  const film = [films.hd, films.sd, films.ld, ...Object.values(films)].find(
    (one) => textOf(objectIn(one).videoUrl) !== null,
  );
  const facts = {
    way: 'page',
    categoryId: idOf(product.productLeafId),
    companyId: idOf(seller.companyId),
    country: textOf(seller.companyRegisterCountry),
    storeUrl: textOf(seller.homeUrl)?.replace(/[?#].*$/s, '') ?? null,
    packageSize: textOf(logistics.unitSize),
    sold: wordsOf(trade.salesVolume),
    video: textOf(objectIn(film).videoUrl),
    leadTimes: itemsOf(objectIn(trade.leadTimeInfo).ladderPeriodList)
      .filter(isObject)
      .slice(0, 20)
      .map((step) => [step.minQuantity, step.maxQuantity, step.processPeriod].map(wholeOf)),
  };
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== null && !(Array.isArray(value) && !value.length)),
  );
}
