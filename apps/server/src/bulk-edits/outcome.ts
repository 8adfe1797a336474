import { applySteps, type EditStep, type StepContext } from '@bowerbird/catalog/edits/edit-steps';
import type { Fault } from '@bowerbird/contract/runs';
import { type Checked, faultIn, type LockedProduct, prepare } from '../products/claim/prepare.ts';
import type { Numbering } from './numbering.ts';

/** What a bulk edit makes of one product. */
export type Outcome =
  /** `prepared` is what is stored, to the byte; `hits` are the indexes of the steps that changed something. */
  | { outcome: 'changed'; prepared: Checked; hits: number[] }
  | { outcome: 'unchanged' }
  /** `fault` has the code of a refusal (`refusalCodes` of the catalogue), or `product.invalid`. */
  | { outcome: 'rejected'; step: number; fault: Fault };

/** What an outcome depends on besides the product and the steps. */
export interface OutcomeContext {
  numbering: Numbering | null;
  rulesIn: NonNullable<StepContext['rulesIn']>;
}

/**
 * Makes the outcome of one product: the steps, then the cleaning and the checks of every write. The preview, the count
 * and the job all call this function, so that the sample is the outcome. `numbering` is needed where codes are numbered,
 * `rulesIn` for steps in a store.
 */
export function outcomeOf(
  row: LockedProduct,
  steps: readonly EditStep[],
  { numbering, rulesIn }: OutcomeContext,
): Outcome {
  const edited = applySteps(row.product, steps, { ...numbering?.contextFor(row.id), rulesIn });
  if (edited.outcome === 'rejected') {
    const { code, detail } = edited.refusal;
    return { outcome: 'rejected', step: edited.step, fault: { code, params: { ...detail } } };
  }
  if (edited.outcome === 'unchanged') {
    return { outcome: 'unchanged' };
  }
  const prepared = prepare({ row, product: edited.product });
  if (prepared.cells.length === 0) {
    return { outcome: 'unchanged' };
  }
  const fault = faultIn(prepared);
  if (fault !== null) {
    const { code, params } = fault;
    return { outcome: 'rejected', step: edited.hits.at(-1) ?? 0, fault: { code, params } };
  }
  numbering?.take(row.id, prepared.product, edited.seriesNext);
  return { outcome: 'changed', prepared: { ...prepared, isValid: true }, hits: edited.hits };
}
