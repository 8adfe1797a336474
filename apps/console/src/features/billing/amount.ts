import { Amount } from '@bowerbird/contract/billing/billing';
import { pipe, string, transform } from 'zod/mini';

/** Parses a typed amount into one with two decimals; null for anything else. A comma may replace the point. */
export function amountOf(written: string): string | null {
  const [, whole, fraction = ''] = /^\s*(\d{1,9})(?:[.,](\d{1,2}))?\s*$/.exec(written) ?? [];
  return whole === undefined ? null : `${whole}.${fraction.padEnd(2, '0')}`;
}

/** An amount as a person types it; it is sent with two decimals. */
export const TypedAmount = pipe(
  pipe(
    string(),
    transform((typed: string) => amountOf(typed) ?? typed),
  ),
  Amount,
);
