import type { SourceAccess } from '@bowerbird/contract/collect/sources';
import {
  addSourceAccess,
  checkSourceAccess,
  deleteSourceAccess,
  listSourceAccess,
} from '@bowerbird/contract/collect/sources';
import type { BodyOf } from '@bowerbird/contract/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';

const key = ['sources', 'access'] as const;

/** Returns the merchant's own access to sources. */
export function useSourceAccess(enabled = true) {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(listSourceAccess, {}, { signal }),
    enabled,
  });
}

/** Returns the access that a run at this address uses, or would use if it were not refused; null for none. */
export function accessFor(
  all: readonly SourceAccess[],
  platform: string,
  address: string,
): SourceAccess | null {
  const host = hostOf(address);
  const fitting = all.filter(
    (access) => access.platform === platform && (access.shop === null || bare(access.shop) === host),
  );
  return fitting.find(({ state }) => state !== 'refused') ?? fitting[0] ?? null;
}

function hostOf(address: string): string {
  return bare(URL.parse(address)?.host ?? '');
}

function bare(host: string): string {
  return host.replace(/^www\./, '');
}

export function useAddSourceAccess() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof addSourceAccess>) => call(addSourceAccess, { body }),
    onSuccess: (added) => {
      cache.setQueryData<SourceAccess[]>(key, (all) => [added, ...(all ?? [])]);
    },
  });
}

export function useCheckSourceAccess() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(checkSourceAccess, { params: { id } }),
    onSuccess: (checked) => {
      cache.setQueryData<SourceAccess[]>(key, (all) =>
        all?.map((access) => (access.id === checked.id ? checked : access)),
      );
    },
  });
}

export function useDeleteSourceAccess() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteSourceAccess, { params: { id } }),
    onSuccess: (_, id) => {
      cache.setQueryData<SourceAccess[]>(key, (all) => all?.filter((access) => access.id !== id));
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: key }),
  });
}
