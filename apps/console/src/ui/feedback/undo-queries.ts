import { previewBulkUndo, type UndoOf, undoBulkEdit } from '@bowerbird/contract/products/bulk-edit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { runKeys } from '../../lib/data/use-runs.tsx';
import { useReportFailure } from './use-report-failure.ts';

/** Returns what an undo would do now; asked again each time the dialog opens. */
export function useUndoPreview(id: string, of: UndoOf) {
  return useQuery({
    queryKey: [...runKeys.one(id), 'edit-undo', of],
    queryFn: ({ signal }) => call(previewBulkUndo, { params: { id }, body: of }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Undoes a bulk edit, or a part of it; returns the run that performs it. */
export function useUndoBulkEdit(id: string) {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: (of: UndoOf) => call(undoBulkEdit, { params: { id }, body: of }),
    onError: reportFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: runKeys.all }),
  });
}
