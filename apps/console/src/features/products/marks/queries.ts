import type { TeamMarks } from '@bowerbird/contract/products/mark-values';
import { undoProductChange } from '@bowerbird/contract/products/products';
import {
  createProductGroup,
  deleteProductGroup,
  getProductMarks,
  markProducts,
  renameProductGroup,
} from '@bowerbird/contract/products/team-marks';
import type { BodyOf } from '@bowerbird/contract/route';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { markChoicesKey } from '../../../lib/data/use-mark-choices.ts';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { productKeys } from '../queries.ts';

/** What is set on products; what is missing stays. */
export type MarksSet = BodyOf<typeof markProducts>['marks'];

/** Returns the marks of one product. */
export function useProductMarks(id: string) {
  return useQuery<TeamMarks>({
    queryKey: productKeys.marks(id),
    queryFn: ({ signal }) => call(getProductMarks, { params: { id } }, { signal }),
  });
}

/** Marks products; what shows marks is reloaded. */
export function useMarkProducts() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof markProducts>) => call(markProducts, { body }),
    onSettled: (_done, _failed, { selection }) => {
      void cache.invalidateQueries({ queryKey: productKeys.lists });
      void cache.invalidateQueries({ queryKey: markChoicesKey });
      for (const id of 'ids' in selection ? selection.ids : []) {
        reloadMarksOf(cache, id);
      }
    },
  });
}

/** Undoes the marking of one product, except for what was marked again since. */
export function useUndoMark() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changeId }: { id: string; changeId: string }) =>
      call(undoProductChange, { params: { id, changeId }, body: {} }),
    onError: useReportFailure(),
    onSettled: (_done, _failed, { id }) => {
      void cache.invalidateQueries({ queryKey: productKeys.lists });
      void cache.invalidateQueries({ queryKey: markChoicesKey });
      reloadMarksOf(cache, id);
    },
  });
}

/** Reloads the marks of one product, and its history, which names them. */
function reloadMarksOf(cache: QueryClient, id: string): void {
  void cache.invalidateQueries({ queryKey: productKeys.marks(id) });
  void cache.invalidateQueries({ queryKey: productKeys.history(id) });
}

/** Creates a group. */
export function useCreateGroup() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call(createProductGroup, { body: { name } }),
    onError: useReportFailure(),
    onSettled: () => cache.invalidateQueries({ queryKey: markChoicesKey }),
  });
}

/** Renames a group; what shows its name is reloaded. */
export function useRenameGroup() {
  const reload = useReloadMarks();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call(renameProductGroup, { params: { id }, body: { name } }),
    onError: useReportFailure(),
    onSettled: reload,
  });
}

/** Deletes a group; its products stay, in no group. */
export function useDeleteGroup() {
  const reload = useReloadMarks();
  return useMutation({
    mutationFn: (id: string) => call(deleteProductGroup, { params: { id } }),
    onError: useReportFailure(),
    onSettled: reload,
  });
}

/** The marks of every product may name a group, so all that is known of products is reloaded. */
function useReloadMarks() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: markChoicesKey.slice(0, 1) });
}
