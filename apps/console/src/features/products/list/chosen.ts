import type { ProductFilter, Selection } from '@bowerbird/contract/products/products';
import type { SelectionState } from '../../../ui/table/use-selection.ts';

/** Maximum number of products that can be selected one by one; more are selected by their filter. */
export const handPickedMax = 1000;

/** Converts the selection for the server; null if it cannot be expressed. */
export function toSelection(state: SelectionState, filter: ProductFilter): Selection | null {
  if (state.allMatching) {
    return state.except.length <= handPickedMax ? { filter, except: state.except } : null;
  }
  return state.ids.length > 0 && state.ids.length <= handPickedMax ? { ids: state.ids } : null;
}
