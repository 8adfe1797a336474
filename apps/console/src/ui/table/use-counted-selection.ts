import type { UseQueryOptions } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { SelectionState } from './use-selection.ts';
import { useChoice, useChosen } from './use-selection.ts';

/** A selection in a list, and how many match the list's filter. */
export interface CountedSelection {
  selection: SelectionState;
  /** Number of matches; at least so many while `isCounted` is false. */
  total: number;
  isCounted: boolean;
}

/**
 * Holds a selection by hand or by filter in a list that counts its matches up to a limit only. The rest is counted, by `whole`, once everything
 * that matches is selected, so that an action can say how many products it will change.
 * @param first the list's first page; undefined while it is loading
 */
export function useCountedSelection(
  first: { total: number; totalIsEstimate: boolean } | undefined,
  whole: Pick<UseQueryOptions<number>, 'queryKey' | 'queryFn'>,
): CountedSelection {
  const choice = useChoice();
  const isEstimate = first?.totalIsEstimate === true;
  const counted = useQuery({ ...whole, enabled: choice.chosen.by === 'filter' && isEstimate });
  const known = isEstimate ? counted.data : first?.total;
  const total = known ?? first?.total ?? 0;
  const selection = useChosen(choice, total);
  return { selection, total, isCounted: known !== undefined };
}
