import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { previewBulkEdit, startBulkEdit } from '@bowerbird/contract/products/bulk-edit';
import type { Selection } from '@bowerbird/contract/products/products';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { runKeys } from '../../lib/data/use-runs.tsx';

/** What is previewed, counted and applied. */
export interface BulkRequest {
  selection: Selection;
  steps: EditStep[];
}

/** Returns a sample of what the steps would do; the old one stays until the new one arrives. */
export function useBulkPreview(request: BulkRequest | null, from: string | null) {
  return useQuery({
    queryKey: ['bulk-edit', 'preview', request, from],
    queryFn: ({ signal }) =>
      call(
        previewBulkEdit,
        { body: { selection: { ids: [] }, steps: [], ...request, ...(from === null ? {} : { from }) } },
        { signal },
      ),
    enabled: request !== null,
    placeholderData: keepPreviousData,
  });
}

/** When a bulk edit begins and is undone, as entered: `2026-11-30T08:00` in an IANA zone. */
export interface BulkTimes {
  zone: string;
  begins: string;
  /** Empty: it is not undone by itself. */
  ends: string;
}

interface Start extends BulkRequest {
  expected: number;
  times: BulkTimes | null;
}

export function useStartBulkEdit() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ selection, steps, expected, times }: Start) =>
      call(startBulkEdit, {
        body: {
          selection,
          steps,
          // What is selected by hand does not change meanwhile.
          ...('filter' in selection ? { expected } : {}),
          ...(times === null ? {} : { begins: { at: times.begins, zone: times.zone } }),
          ...(times === null || times.ends === '' ? {} : { ends: { at: times.ends, zone: times.zone } }),
        },
      }),
    onSettled: () => cache.invalidateQueries({ queryKey: runKeys.all }),
  });
}
