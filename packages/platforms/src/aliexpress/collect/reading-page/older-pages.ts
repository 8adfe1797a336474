import { currencyOf } from '../../../collecting/pages/variant-rows.ts';
import { idOf, textOf, type UnreadObject, wholeOf } from '../../../reading/unread.ts';
import { amountOf, currencyIn, higher, shownAmount } from '../product/amounts.ts';
import { picksByOrder, picksIn } from '../product/choices.ts';
import type { Item, Sku } from '../product/item.ts';
import { attributesIn, choicesIn, entriesOf, objectIn } from './mtop.ts';

/** Where each older page format keeps its data (`readme.md`, Product pages). */
const places = {
  components: {
    about: 'productInfoComponent',
    images: 'imageComponent',
    choices: 'skuComponent',
    prices: 'priceComponent',
    range: 'priceComponent',
    attributes: 'productPropComponent',
    description: 'productDescComponent',
    store: 'sellerComponent',
    stock: 'inventoryComponent',
    way: 'breadcrumbComponent',
  },
  modules: {
    about: 'commonModule',
    images: 'imageModule',
    choices: 'skuModule',
    prices: 'skuModule',
    range: 'priceModule',
    attributes: 'specsModule',
    description: 'descriptionModule',
    store: 'storeModule',
    stock: 'quantityModule',
    way: 'crossLinkModule',
  },
} as const;

/** Reads an item from `runParams.data`, which pages carried until about 2024, in either of its formats. */
export function itemFromOlderPage(root: UnreadObject, form: keyof typeof places): Item {
  const place = places[form];
  const part = (name: keyof typeof place) => objectIn(root, place[name]);
  const about = part('about');
  const range = part('range');
  const currency =
    currencyOf(about.currencyCode) ??
    currencyOf(about.tradeCurrencyCode) ??
    currencyOf(objectIn(root, 'currencyComponent').currencyCode) ??
    currencyOf(objectIn(root, 'webEnv').currency);
  const choices = choicesIn(part('choices'));
  const listed = entriesOf(part('prices').skuPriceList);
  const total = wholeOf(part('stock').totalAvailQuantity);
  const way = entriesOf(part('way').pathList ?? part('way').breadCrumbPathList);
  const store = part('store');
  return {
    form,
    id: idOf(about.idStr) ?? idOf(about.id) ?? idOf(about.productId),
    title: textOf(about.subject) ?? textOf(objectIn(root, 'titleModule').subject),
    currency,
    choices,
    skus:
      listed.length > 0
        ? listed.map((sku) => skuOf(sku, choices, currency, listed.length === 1 ? total : null))
        : alone(range, currency, total),
    images: entriesOfText(part('images').imagePathList),
    attributes: attributesIn(part('attributes').props),
    // The first steps link to the whole marketplace and have no category of their own.
    categories: way.flatMap(({ name, cateId }) =>
      textOf(name) !== null && isCategory(cateId) ? [String(name)] : [],
    ),
    categoryId: idOf(about.categoryId),
    description: {
      html: textOf(root.detailDesc) ?? textOf(part('description').detailDesc),
      address: textOf(part('description').descriptionUrl),
    },
    store: {
      id: idOf(store.storeNum),
      name: textOf(store.storeName),
      sellerId: idOf(store.sellerAdminSeq) ?? idOf(store.companyId),
    },
    weight: null,
    onSale: true,
    facts: {},
  };
}

function isCategory(id: unknown): boolean {
  const number = idOf(id);
  return number !== null && number !== '0';
}

function skuOf(
  sku: UnreadObject,
  choices: Item['choices'],
  currency: string | null,
  total: number | null,
): Sku {
  const val = objectIn(sku, 'skuVal');
  const own = currencyIn(val.skuActivityAmount) ?? currencyIn(val.skuAmount);
  const known = own ?? currency;
  const { price, former, sent } = pricesOf(val, known);
  const stock = wholeOf(val.availQuantity) ?? wholeOf(val.inventory) ?? total;
  const named = picksIn(textOf(sku.skuAttr));
  const minimumQuantity = wholeOf(val.bulkOrder);
  const bulk = shownAmount(textOf(val.actSkuBulkCalPrice)) ?? shownAmount(textOf(val.skuBulkCalPrice));
  const isTier = minimumQuantity !== null && minimumQuantity > 1 && higher(price, bulk) !== null;
  return {
    id: textOf(sku.skuIdStr) ?? idOf(sku.skuId),
    picks: named.length > 0 ? named : picksByOrder(textOf(sku.skuPropIds), choices),
    price,
    compareAt: higher(former, price),
    currency: own,
    stock,
    available: stock === null ? null : stock > 0,
    placeholder: sku.salable === false || val.salable === false,
    barcode: null,
    tiers: isTier && bulk !== null ? [{ minimumQuantity, price: bulk }] : [],
    sent,
  };
}

/** Reads the sale price and the price before it; the oldest pages carry them only as text. */
function pricesOf(val: UnreadObject, currency: string | null) {
  const onSale = val.skuActivityAmount ?? val.actSkuCalPrice ?? null;
  const plain =
    amountOf(val.skuAmount, currency) ??
    amountOf(val.skuCalPrice, currency) ??
    shownAmount(textOf(val.skuCalPrice), currency);
  const sale =
    amountOf(val.skuActivityAmount, currency) ??
    amountOf(val.actSkuCalPrice, currency) ??
    shownAmount(textOf(val.actSkuCalPrice), currency);
  const sent = String(textOf(val.actSkuCalPrice) ?? textOf(val.skuCalPrice) ?? '');
  return onSale === null ? { price: plain, former: null, sent } : { price: sale, former: plain, sent };
}

/** Returns an item without variants, when its price range is a single price. */
function alone(range: UnreadObject, currency: string | null, stock: number | null): Sku[] {
  const inside = (name: string, other: UnreadObject) => range[name] ?? other[name];
  const sale = objectIn(range, 'discountPrice');
  const plain = objectIn(range, 'origPrice');
  const [low, high] = ['minActivityAmount', 'maxActivityAmount'].map((name) => inside(name, sale));
  const [from, to] = ['minAmount', 'maxAmount'].map((name) => inside(name, plain));
  const former = oneOf(from, to, currency);
  const price = low === undefined ? former : oneOf(low, high, currency);
  if (price === null) {
    return [];
  }
  return [
    {
      id: null,
      picks: [],
      price,
      compareAt: higher(former, price),
      currency: currencyIn(low) ?? currencyIn(from),
      stock,
      available: stock === null ? null : stock > 0,
      placeholder: false,
      barcode: null,
      tiers: [],
      sent: '',
    },
  ];
}

function oneOf(low: unknown, high: unknown, currency: string | null): string | null {
  const price = amountOf(low, currency);
  return high === undefined || amountOf(high, currency) === price ? price : null;
}

function entriesOfText(sent: unknown): string[] {
  return (Array.isArray(sent) ? sent : []).flatMap((address: unknown) => textOf(address) ?? []);
}
