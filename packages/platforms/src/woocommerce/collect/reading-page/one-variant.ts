import type { Variant } from '@bowerbird/catalog/product';
import { unreadable } from '../../../collecting/pages/unreadable.ts';
import { plainText } from '../../../reading/html/html-text.ts';
import type { PageVariant } from '../../../reading/json/linked-data.ts';
import { plainAmount } from '../../../reading/price-text.ts';
import { wholeOf } from '../../../reading/unread.ts';
import type { PageForm, Stated } from './forms.ts';
import type { OwnMarkup } from './own-markup.ts';
import { majorOf } from './row-variant.ts';
import { amountsOf, type ShownPrice, shownPrice } from './shown-price.ts';

/** Prices of a product without options, and the form that gave them. */
export interface OnePrice {
  price: string | null;
  compareAtPrice: string | null;
  form: PageForm | null;
}

/**
 * Returns the price of a product without options: from machine-readable forms, with the compare-at price that the page
 * shows beside the same price; else as the page shows it. A product at 0 that cannot be bought has no price.
 */
export function onePrice(forms: readonly Stated[], markup: OwnMarkup, slug: string | null): OnePrice {
  const shown = markup.parts('price').flatMap((part) => shownPrice(part) ?? []);
  const currency = currencyStated(forms) ?? shown[0]?.currency ?? null;
  const stated = forms.flatMap((one) => {
    const text = one.found.variants[0]?.price;
    return text == null || one.isRange
      ? []
      : [{ form: one.form, offer: one.found.variants[0], price: amountStated(text, currency) }];
  });
  const sure =
    stated.find(({ price }) => price !== null && Number(price) > 0) ??
    stated.find(({ price }) => price !== null);
  const known = sure?.price ?? null;
  if (known !== null && Number(known) > 0) {
    return {
      price: known,
      compareAtPrice: formerPrice(known, sure?.offer, shown, currency),
      form: sure?.form ?? null,
    };
  }
  const [first] = shown;
  const visible = first === undefined ? null : amountsOf(first, null, currency);
  if (visible !== null && Number(visible.price) > 0) {
    return { price: visible.price, compareAtPrice: higher(visible.compareAt, visible.price), form: 'markup' };
  }
  if (known === null && visible === null && stated.length > 0) {
    throw unreadable('price', slug);
  }
  const zero = known ?? visible?.price ?? null;
  const isFree = zero !== null && markup.purchasable === true;
  return {
    price: isFree ? zero : null,
    compareAtPrice: null,
    form: known === null ? 'markup' : (sure?.form ?? null),
  };
}

/** Returns the currency that a machine-readable form contains. */
export function currencyStated(forms: readonly Stated[]): string | null {
  const text = forms
    .map(({ found }) => found.variants[0]?.currency?.toUpperCase())
    .find((one) => one != null);
  return text !== undefined && /^[A-Z]{3}$/.test(text) ? text : null;
}

/**
 * Returns the only variant of a product without options, or what is known of one whose options the page does not
 * contain.
 */
export function oneVariant(
  id: string,
  prices: OnePrice,
  offer: PageVariant | undefined,
  markup: OwnMarkup,
): Variant {
  const [sku] = markup.parts('sku');
  // An external or grouped product cannot be bought by itself, whatever is in stock.
  const isRefused = markup.purchasable === false && markup.type !== 'external' && markup.type !== 'grouped';
  const code = offer?.sku ?? (sku === undefined ? null : plainText(sku.inner));
  return {
    id,
    // For a product without a SKU, linked data has the product's id instead, and the page a text in words.
    sku: code === id || code === '' || code === 'N/A' ? null : code,
    barcode: offer?.barcode ?? null,
    optionValues: [],
    price: prices.price,
    compareAtPrice: prices.compareAtPrice,
    cost: null,
    stock: stockIn(markup),
    available: isRefused ? false : (offer?.available ?? markup.inStock),
    weight: null,
    imageUrl: null,
    requiresShipping: !markup.isVirtual,
    taxable: true,
  };
}

function formerPrice(
  price: string,
  offer: PageVariant | undefined,
  shown: readonly ShownPrice[],
  currency: string | null,
): string | null {
  const beside = shown.map((one) => amountsOf(one, price, currency)).find((one) => one !== null);
  return higher(beside?.compareAt ?? amountStated(offer?.listPrice ?? '', currency), price);
}

function higher(former: string | null, price: string): string | null {
  return former !== null && Number(former) > Number(price) ? former : null;
}

/** Plugins write prices into linked data as shoppers read them. */
function amountStated(text: string, currency: string | null): string | null {
  return majorOf(text, currency) ?? (/^\d[\d.,\s]{0,20}$/.test(text) ? plainAmount(text) : null);
}

/** Returns the number that the shop shows in "40 in stock"; null for none or several. */
function stockIn(markup: OwnMarkup): number | null {
  const [shown] = markup.parts('stock');
  const numbers = shown === undefined ? null : plainText(shown.inner).match(/\d{1,9}/g);
  const isIn = shown?.attributes.class?.split(/\s+/).includes('in-stock') === true;
  return isIn && numbers?.length === 1 ? wholeOf(numbers[0]) : null;
}
