import { Selection } from '@bowerbird/contract/products';
import { int, object, safeParse } from 'zod/mini';

const Brought = object({ selection: Selection, count: int() });

export interface Handed {
  selection: Selection;
  count: number;
}

/** Under this name the product list leaves what was selected there. */
const key = 'bowerbird.selection';

/** What was selected in the product list before coming here, once; null when nothing was. */
export function takeHandedSelection(): Handed | null {
  try {
    const read = safeParse(Brought, JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    sessionStorage.removeItem(key);
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
