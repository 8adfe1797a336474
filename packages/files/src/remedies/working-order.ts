import type { Remedy, RemedyKind } from '@bowerbird/contract/files/remedies';

/** The order in which remedies of one cell must come: a sign is taken off before its comma is read. */
const order: readonly RemedyKind[] = [
  'drop-row',
  'drop-repeats',
  'formula-guard',
  'half-width',
  'html-entities',
  'trim',
  'fill-down',
  'split',
  'replace',
  'clear',
  'map-values',
  'weight-unit',
  'currency-sign',
  'decimal-comma',
  'thousands',
  'whole-number',
  'date-order',
  'leading-zeros',
  'check-digit',
  'address',
  'accept',
];

/**
 * Returns the remedies, each once and in the order in which they work together. Of two that differ in their shape alone, the
 * one for the whole column stays.
 */
export function inWorkingOrder(remedies: readonly Remedy[]): Remedy[] {
  const all = new Map<string, Remedy>();
  for (const remedy of remedies) {
    const key = JSON.stringify({ ...remedy, shape: null });
    const whole = all.get(key);
    if (whole === undefined || remedy.shape === null) {
      all.set(key, remedy);
    }
    if (
      whole !== undefined &&
      whole.shape !== null &&
      remedy.shape !== null &&
      whole.shape !== remedy.shape
    ) {
      all.set(`${key} ${remedy.shape}`, remedy);
    }
  }
  return [...all.values()].sort((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind));
}
