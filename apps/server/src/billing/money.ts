/** Converts an amount to cents: "19.90" is 1990n. Every supported currency has hundredths. */
export function centsOf(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(2, '0').slice(0, 2));
}

/** Converts cents to an amount: 1990n is "19.90". */
export function amountOf(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
