/**
 * Converts an amount in a currency's smallest unit ("1400", 2) to its main unit ("14.00"): JPY has no decimals, KWD
 * three. Returns null for anything else; never guesses or rounds.
 */
export function fromMinorUnits(sent: unknown, decimals: number): string | null {
  const digits = typeof sent === 'number' && Number.isSafeInteger(sent) ? String(sent) : sent;
  if (typeof digits !== 'string' || !/^\d{1,14}$/.test(digits) || decimals < 0 || decimals > 4) {
    return null;
  }
  const whole = digits.replace(/^0+(?=\d)/, '');
  if (decimals === 0) {
    return whole.length <= 12 ? whole : null;
  }
  const padded = whole.padStart(decimals + 1, '0');
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}
