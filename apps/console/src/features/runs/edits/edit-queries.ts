import {
  type EditGroup,
  getBulkEdit,
  listBulkEditItems,
  type UndoGroup,
} from '@bowerbird/contract/products/bulk-edit';
import type { Run } from '@bowerbird/contract/runs';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { usePages } from '../../../lib/api/use-pages.ts';
import { runKeys } from '../../../lib/data/use-runs.tsx';

/** Returns a bulk edit with its counts; reloaded with every change of its run. */
export function useBulkEdit({ id, version }: Pick<Run, 'id' | 'version'>) {
  return useQuery({
    queryKey: [...runKeys.one(id), 'edit', version],
    queryFn: ({ signal }) => call(getBulkEdit, { params: { id } }, { signal }),
    placeholderData: (before) => before,
  });
}

export function useBulkEditItems(id: string, group: EditGroup | UndoGroup) {
  return usePages([...runKeys.one(id), 'edit-items', group], ({ next, signal }) =>
    call(listBulkEditItems, { params: { id }, query: { group, ...next } }, { signal }),
  );
}
