import { Selection } from '@bowerbird/contract/products';
import { int, object, safeParse } from 'zod/mini';

const Handed = object({ selection: Selection, count: int() });

export interface Handed {
  selection: Selection;
  count: number;
}

/** What was selected in the product list before coming here; null when nothing was. */
export function readHandedSelection(): Handed | null {
  try {
    const read = safeParse(Handed, JSON.parse(sessionStorage.getItem('bowerbird.selection') ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
