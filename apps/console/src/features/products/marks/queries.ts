import type { TeamMarks } from '@bowerbird/contract/products/mark-values';
import {
  createProductGroup,
  deleteProductGroup,
  getProductMarks,
  markProducts,
  renameProductGroup,
} from '@bowerbird/contract/products/team-marks';
import type { BodyOf } from '@bowerbird/contract/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { markChoicesKey } from '../../../lib/data/use-mark-choices.ts';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { productKeys } from '../queries.ts';

/** What is set on products; what is missing stays. */
export type MarksSet = BodyOf<typeof markProducts>['marks'];

const marksKey = (id: string) => [...productKeys.one(id), 'marks'] as const;

/** Returns the marks of one product. */
export function useProductMarks(id: string) {
  return useQuery<TeamMarks>({
    queryKey: marksKey(id),
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
        void cache.invalidateQueries({ queryKey: marksKey(id) });
      }
    },
  });
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
