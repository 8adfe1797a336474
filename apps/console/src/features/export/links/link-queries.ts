import { createExportLink, listExportLinks, revokeExportLink } from '@bowerbird/contract/exports/links';
import type { BodyOf } from '@bowerbird/contract/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';

/** What a link gives: a file, or the newest file of a schedule. */
export type LinkTarget = BodyOf<typeof createExportLink>['to'];

const linksKey = ['export', 'links'] as const;

/** Returns the links to a file or a schedule, newest first. */
export function useLinks({ what, id }: LinkTarget) {
  return useQuery({
    queryKey: [...linksKey, what, id],
    queryFn: ({ signal }) =>
      call(listExportLinks, { query: what === 'file' ? { fileId: id } : { scheduleId: id } }, { signal }),
  });
}

export function useCreateLink() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createExportLink>) => call(createExportLink, { body }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['export'], exact: false }),
  });
}

export function useRevokeLink() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(revokeExportLink, { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: linksKey }),
  });
}
