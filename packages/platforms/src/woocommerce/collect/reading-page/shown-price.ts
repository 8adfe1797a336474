import { currencyDecimals } from '@bowerbird/catalog/pricing/money';
import type { PageElement } from '../../../reading/html/page-elements.ts';
import { walkMarkup } from '../../../reading/html/walk-markup.ts';
import { plainAmount, priceIn } from '../../../reading/price-text.ts';

/** A price as the product's own price block shows it, texts unchanged. */
export interface ShownPrice {
  current: string;
  /** The price struck through beside it; null for none. */
  former: string | null;
  currency: string | null;
}

/**
 * Reads a price block of one price: WooCommerce marks the former price (`<del>`) and the present one (`<ins>`). Null
 * for a block that shows no amount, or several, as for a range.
 */
export function shownPrice({ inner }: PageElement): ShownPrice | null {
  const amounts: Record<'del' | 'ins' | 'none', string[]> = { del: [], ins: [], none: [] };
  let inside: keyof typeof amounts = 'none';
  let amount: { text: string; depth: number } | null = null;
  let sign = '';
  let depth = 0;
  let aside: number | null = null;
  let unit: number | null = null;
  walkMarkup(inner, {
    onopentag(name, attributes) {
      depth += 1;
      const classes = attributes.class?.split(/\s+/) ?? [];
      if (name === 'del' || name === 'ins') {
        inside = name;
      } else if (classes.includes('woocommerce-price-suffix') || classes.includes('screen-reader-text')) {
        aside ??= depth;
      } else if (classes.includes('woocommerce-Price-currencySymbol')) {
        unit ??= depth;
      } else if (amount === null && aside === null && isAmount(classes)) {
        amount = { text: '', depth };
      }
    },
    ontext(text) {
      if (unit !== null) {
        sign ||= text.trim();
      } else if (amount !== null) {
        amount.text += text;
      }
    },
    onclosetag(name) {
      if (amount !== null && amount.depth === depth) {
        amounts[inside].push(amount.text.trim());
        amount = null;
      }
      unit = unit === depth ? null : unit;
      aside = aside === depth ? null : aside;
      inside = name === 'del' || name === 'ins' ? 'none' : inside;
      depth -= 1;
    },
  });
  const present = amounts.ins.length > 0 ? amounts.ins : amounts.none;
  const [current] = present;
  if (current === undefined || present.length > 1 || amounts.del.length > 1) {
    return null;
  }
  return {
    current,
    former: amounts.del[0] ?? null,
    currency: priceIn(sign === '' ? current : `${sign} 1`)?.currency ?? null,
  };
}

/** Older shops write only `amount`, with the currency sign among its digits. */
function isAmount(classes: readonly string[]): boolean {
  return classes.includes('woocommerce-Price-amount') || classes.includes('amount');
}

/** How a shop writes amounts: the decimal separator, and whether there is one at all. */
const marks = ['.', ',', ''] as const;

/**
 * Returns a shown price in plain decimals. "1.250" may be one or a thousand: where `known` gives the same price from
 * elsewhere, the notation that yields it is used for both amounts; null where none yields it.
 */
export function amountsOf(
  shown: ShownPrice,
  known: string | null,
  currency: string | null,
): { price: string; compareAt: string | null } | null {
  const marked = marks.map((mark) => (text: string) => amountBy(text, mark));
  const isOfThree = currencyDecimals(currency) === 3 && /[.,]\d{3}$/.test(latin(shown.current));
  const own = isOfThree
    ? (text: string) => amountBy(text, latin(shown.current).at(-4) === ',' ? ',' : '.')
    : plainAmount;
  const ways = known === null ? [own] : [own, ...marked];
  for (const read of ways) {
    const price = read(latin(shown.current));
    if (price !== null && (known === null || Number(price) === Number(known))) {
      const former = shown.former === null ? null : read(latin(shown.former));
      return { price: known ?? price, compareAt: former };
    }
  }
  return null;
}

/** Returns an amount whose decimals follow this separator; '' for one without decimals. */
function amountBy(text: string, mark: '.' | ',' | ''): string | null {
  const compact = text.replaceAll(/[\s\u00a0\u202f']/g, '');
  const at = mark === '' ? -1 : compact.lastIndexOf(mark);
  const whole = (at === -1 ? compact : compact.slice(0, at)).replaceAll(/[.,]/g, '');
  const part = at === -1 ? '' : compact.slice(at + 1);
  return /^\d{1,12}$/.test(whole) && /^\d{0,4}$/.test(part)
    ? `${whole.replace(/^0+(?=\d)/, '')}${part === '' ? '' : `.${part}`}`
    : null;
}

/**
 * Converts Arabic and Persian digits and separators to ASCII, and removes what is around the number ("199,-", "Rs.
 * 20").
 */
function latin(text: string): string {
  const digits = text
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',');
  return /\d[\d.,'\s\u00a0\u202f]{0,30}\d|\d/.exec(digits)?.[0] ?? '';
}
