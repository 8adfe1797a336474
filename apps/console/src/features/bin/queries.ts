import type { RestoreFromBin } from '@bowerbird/contract/products/bin';
import { deleteFromBin, listBin } from '@bowerbird/contract/products/bin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { usePages } from '../../lib/api/use-pages.ts';
import { binKey } from '../../ui/stores/use-restore.ts';

const pageSize = '50';

/** Returns what is in the bin, last deleted first. */
export function useBin(text: string) {
  return usePages([...binKey, text], ({ next, signal }) => {
    const query = { limit: pageSize, ...(text === '' ? {} : { text }), ...next };
    return call(listBin, { query }, { signal });
  });
}

export function useDeleteForGood() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: RestoreFromBin) => call(deleteFromBin, { body }),
    onSettled: () => cache.invalidateQueries({ queryKey: binKey }),
  });
}
