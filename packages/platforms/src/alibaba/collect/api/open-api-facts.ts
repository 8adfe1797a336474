import { AppError } from '@bowerbird/contract/errors';
import { unreadable } from '../../../collecting/pages/unreadable.ts';
import { currencyOf } from '../../../collecting/pages/variant-rows.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../../reading/unread.ts';
import { priceOf, quantityOf, wordsOf } from '../product/amounts.ts';
import { type Choice, combine } from '../product/combinations.ts';
import { cleaned } from '../product/description.ts';
import type { ProductFacts, Sku, Step } from '../product/facts.ts';
import { attributesOf, soundTitle, tiersOf } from '../product/facts-parts.ts';

/**
 * Reads a product as alibaba.com's buyer platform sends it. `cost_origin_price` is a total for the smallest order and
 * is not read; prices are in each combination's quantity steps (`readme.md`, Open platforms).
 */
export function factsOfEco(sent: UnreadObject): ProductFacts {
  const id = idIn(sent.product_id);
  const status = textOf(sent.status);
  if (status !== null && status !== 'PRODUCT_ONLINE') {
    throw new AppError('source.gone', `product ${id} is ${status.slice(0, 40)}`, { params: { id } });
  }
  const trade = isObject(sent.wholesale_trade) ? sent.wholesale_trade : {};
  const minimumOrder = quantityOf(sent.min_order_quantity) ?? quantityOf(trade.min_order_quantity);
  const rows = itemsOf(sent.skus)
    .filter(isObject)
    .filter(({ status: state }) => state !== 'DELETE');
  const tiersOfSkus = rows.map(({ ladder_price: tiers }) => stepsIn(tiers, 'min_quantity'));
  const shared = sharedTiers(tiersOfSkus);
  const combined = combine(rows.map((row) => choicesIn(row.sku_attr_list, ecoChoice)));
  const currencies = rows.flatMap((row) =>
    itemsOf(row.ladder_price).flatMap((step) => (isObject(step) ? (currencyOf(step.currency) ?? []) : [])),
  );
  const skus = rows.map((row, at): Sku => {
    const values = combined.values[at] ?? [];
    const steps = tiersOfSkus[at] ?? [];
    const covering = steps.findLast(({ minimum }) => minimum <= (minimumOrder ?? 1)) ?? steps[0];
    return {
      id: idOf(row.sku_id),
      values,
      price: shared.length > 0 ? null : (covering?.price ?? null),
      compareAtPrice: null,
      stock: null,
      available: null,
      weight: null,
      imageUrl: textOf(row.image),
    };
  });
  return {
    id,
    title: soundTitle(wordsOf(sent.title), id),
    currency: currencies[0] ?? currencyOf(sent.currency),
    axes: combined.axes,
    skus: skus.length > 0 ? skus : [alone(priceOf(trade.price, ''))],
    tiers: shared,
    minimumOrder,
    unit: wordsOf(trade.unit_type),
    images: [sent.main_image, ...itemsOf(sent.images)].flatMap((one) => textOf(one) ?? []),
    attributes: [],
    category: [wordsOf(sent.category)].flatMap((name) => name ?? []),
    vendor: null,
    storeName: wordsOf(sent.supplier),
    descriptionHtml: cleaned(textOf(sent.description) ?? '', 'https://www.alibaba.com/'),
    facts: { way: 'open-api', categoryId: idOf(sent.category_id), companyId: idOf(sent.eCompanyId) },
  };
}

/** Reads a product as 1688's cross-border platform sends it (`readme.md`, Open platforms). */
export function factsOfCrossBorder(sent: UnreadObject): ProductFacts {
  const id = idIn(sent.offerId ?? sent.productId);
  const sale = isObject(sent.productSaleInfo) ? sent.productSaleInfo : {};
  const image = isObject(sent.productImage) ? sent.productImage : {};
  const rows = itemsOf(sent.productSkuInfos).filter(isObject);
  const combined = combine(rows.map((row) => choicesIn(row.skuAttributes, crossBorderChoice)));
  const tiers = stepsIn(sale.priceRangeList, 'startQuantity');
  const skus = rows.map((row, at): Sku => {
    const values = combined.values[at] ?? [];
    const words = values.join(' / ');
    const stock = wholeOf(row.amountOnSale);
    return {
      id: idOf(row.skuId),
      values,
      price: priceOf(row.price, words) ?? priceOf(row.consignPrice, words),
      compareAtPrice: null,
      stock: stock === null ? null : Math.max(0, stock),
      available: stock === null ? null : stock > 0,
      weight: null,
      imageUrl: null,
    };
  });
  const priced = skus.some(({ price }) => price !== null);
  const attributes = attributesOf(
    itemsOf(sent.productAttribute)
      .filter(isObject)
      .map(({ attributeName, value }) => ({ name: wordsOf(attributeName), value: wordsOf(value) })),
  );
  return {
    id,
    title: soundTitle(wordsOf(sent.subject) ?? wordsOf(sent.subjectTrans), id),
    currency: 'CNY',
    axes: combined.axes,
    skus: skus.length > 0 ? skus : [alone(null)],
    // When combinations have their own prices, the list is a range and not quantity steps.
    tiers: priced ? [] : tiers,
    minimumOrder: quantityOf(sent.minOrderQuantity),
    unit: wordsOf(isObject(sale.unitInfo) ? sale.unitInfo.unit : null),
    images: itemsOf(image.images).flatMap((one) => textOf(one) ?? []),
    attributes,
    category: [],
    vendor: attributes.find(({ name }) => name === '品牌')?.value ?? null,
    storeName: wordsOf(sent.companyName),
    descriptionHtml: cleaned(textOf(sent.description) ?? '', 'https://detail.1688.com/'),
    facts: { way: 'open-api', categoryId: idOf(sent.categoryId) },
  };
}

function idIn(sent: unknown): string {
  const id = idOf(sent);
  if (id === null || !/^\d{6,14}$/.test(id)) {
    throw unreadable('id', null);
  }
  return id;
}

function alone(price: string | null): Sku {
  const nothing = { compareAtPrice: null, stock: null, available: null, weight: null, imageUrl: null };
  return { id: null, values: [], price, ...nothing };
}

function stepsIn(sent: unknown, minimumKey: 'min_quantity' | 'startQuantity'): Step[] {
  return tiersOf(
    itemsOf(sent)
      .filter(isObject)
      .flatMap((step): Step[] => {
        const price = priceOf(step.price, '');
        return price === null ? [] : [{ minimum: quantityOf(step[minimumKey]) ?? 1, price, full: null }];
      }),
  );
}

/** Returns the quantity steps shared by all combinations; [] when they differ. */
function sharedTiers(tiersOfSkus: readonly Step[][]): Step[] {
  const [first = []] = tiersOfSkus;
  const form = JSON.stringify(first);
  return tiersOfSkus.every((tiers) => JSON.stringify(tiers) === form) ? first : [];
}

function ecoChoice(sent: UnreadObject): Choice | null {
  const [axis, value] = [wordsOf(sent.attr_name_desc), wordsOf(sent.attr_value_desc)];
  return axis === null || value === null ? null : { axis, value, image: textOf(sent.attr_value_image) };
}

function crossBorderChoice(sent: UnreadObject): Choice | null {
  const [axis, value] = [wordsOf(sent.attributeName), wordsOf(sent.value)];
  return axis === null || value === null ? null : { axis, value, image: textOf(sent.skuImageUrl) };
}

function choicesIn(sent: unknown, read: (one: UnreadObject) => Choice | null): Choice[] {
  return itemsOf(sent)
    .filter(isObject)
    .flatMap((one) => read(one) ?? []);
}
