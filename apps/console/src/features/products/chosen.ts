import type { ProductFilter, Selection } from '@bowerbird/contract/products';
import type { SelectionState } from '../../ui/use-selection.ts';

/** The most products that can be chosen one by one; more are chosen by their filter. */
export const handPickedMax = 1000;

/** What is selected, as the server is told; null when it cannot be told so. */
export function toSelection(state: SelectionState, filter: ProductFilter): Selection | null {
  if (state.allMatching) {
    return state.except.length <= handPickedMax ? { filter, except: state.except } : null;
  }
  return state.ids.length > 0 && state.ids.length <= handPickedMax ? { ids: state.ids } : null;
}
