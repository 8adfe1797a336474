import type { Fault } from '@bowerbird/contract/runs';

/** A rejection, as the input of `causeOf`. */
export interface Rejection {
  fault: Fault;
  /** Path in our product, such as `variants.0.price`; null when the rejection concerns the whole product. */
  field: string | null;
}

/** How much of a store's message is kept to tell one reason from another, in characters. */
const wordsMax = 80;
/** How much of the message is read, so that patterns that backtrack meet no long text. */
const readMax = 1000;

/**
 * Names what a product was rejected for, so that two products rejected for one reason have one cause: the fault's code
 * and the kind of field, whichever variant or image it was. A rejection without a code of its own is distinguished by
 * the store's message, without what differs from product to product (addresses, quoted values, numbers).
 */
export function causeOf({ fault, field }: Rejection): string {
  const words =
    fault.code === 'store.rejected-product' ? commonWords(String(fault.params.message ?? '')) : '';
  return [fault.code, fieldKind(field) ?? '', words].join('|');
}

/** Returns the kind of field that a path names: `variants.0.price` is `variants.price`; null stays null. */
export function fieldKind(field: string | null): string | null {
  return field === null ? null : field.replaceAll(/\.\d+(?=\.|$)/g, '');
}

function commonWords(message: string): string {
  return message
    .slice(0, readMax)
    .toLowerCase()
    .replaceAll(/https?:\/\/\S+/g, ' ')
    .replaceAll(/"[^"]*"|“[^”]*”|「[^」]*」|'[^']*'(?![a-z])/g, ' ')
    .replaceAll(/\S*\d\S*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, wordsMax);
}
