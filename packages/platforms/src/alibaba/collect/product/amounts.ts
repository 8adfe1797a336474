import { AppError } from '@bowerbird/contract/errors';
import { isNoAmount } from '../../../collecting/pages/variant-rows.ts';
import { plainText } from '../../../reading/html/html-text.ts';
import { shown, textOf, wholeOf } from '../../../reading/unread.ts';

/**
 * Reads a price as these sites send it: a number (24, 23.18) or a text ("7.00", "￥1,234.50"). Returns null where no
 * price is given. Zero also counts as no price, because wholesalers give nothing away, and so does text in its place
 * ("面议", "?.??"). Any other form throws `source.price-unreadable`; nothing is guessed.
 */
export function priceOf(sent: unknown, variant: string): string | null {
  if (isNoAmount(sent)) {
    return null;
  }
  const price = amountIn(sent);
  if (price === null) {
    throw priceUnreadable(shown(sent).slice(0, 40), variant);
  }
  return Number(price) === 0 ? null : price;
}

/** Reads an amount that is not essential: returns null for everything that cannot be read. */
export function amountOf(sent: unknown): string | null {
  const amount = amountIn(sent);
  return amount === null || Number(amount) === 0 ? null : amount;
}

const amountForm = /^\d{1,12}(\.\d{1,4})?$/;

function amountIn(sent: unknown): string | null {
  if (typeof sent === 'number') {
    const plain = String(sent);
    if (amountForm.test(plain)) {
      return plain;
    }
    // 23.180000000000003 becomes 23.18, as it was before floating-point arithmetic; 0.00001 is too small to keep.
    const text = String(Number(sent.toFixed(4)));
    return Math.abs(Number(text) - sent) < 1e-9 && amountForm.test(text) ? text : null;
  }
  const text = textOf(sent)?.replace(/^(?:US\s?\$|[$¥￥])\s*/, '') ?? '';
  if (amountForm.test(text)) {
    return text;
  }
  const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,4})?$/.test(text) ? text.replaceAll(',', '') : '';
  return amountForm.test(grouped) ? grouped : null;
}

export function priceUnreadable(value: string, variant: string): AppError {
  return new AppError('source.price-unreadable', `price ${JSON.stringify(value)} cannot be read`, {
    params: { value, variant },
  });
}

/** Reads a quantity of at least one; these sites write 0 for "from the first piece". */
export function quantityOf(sent: unknown): number | null {
  const whole = wholeOf(sent);
  return whole === null || whole < 0 ? null : Math.max(1, whole);
}

/** Returns the visible text of a value that may be entity-encoded or contain markup; null when there is none. */
export function wordsOf(sent: unknown): string | null {
  const text = typeof sent === 'number' ? String(sent) : textOf(sent);
  return text === null ? null : plainText(text.slice(0, 20_000)) || null;
}
