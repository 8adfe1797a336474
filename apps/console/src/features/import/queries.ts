import {
  applyImport,
  changeImport,
  getImport,
  type ImportGroup,
  listFileSources,
  listImportFaults,
  listImportItems,
  listImports,
  previewRemedy,
  renameFileSource,
  setFileSourceClaim,
  startImport,
} from '@bowerbird/contract/files/imports';
import type { FileMapping } from '@bowerbird/contract/files/mapping';
import type { NewProductsRule } from '@bowerbird/contract/files/new-products';
import type { Remedy } from '@bowerbird/contract/files/remedies';
import { type FileDialect, previewUpload } from '@bowerbird/contract/files/uploads';
import type { AnswerOf, BodyOf } from '@bowerbird/contract/route';
import { cancelRun, hasEnded } from '@bowerbird/contract/runs';
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { infer as Infer } from 'zod/mini';
import { call } from '../../lib/api/call.ts';
import { usePages } from '../../lib/api/use-pages.ts';
import { runKeys, useLiveProgress } from '../../lib/data/use-runs.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';

export type Import = AnswerOf<typeof getImport>;
export type ImportRequest = BodyOf<typeof startImport>;
/** What a file becomes: products of a supplier, or edits of the merchant's own. */
export type Into = ImportRequest['into'];
export type Group = Infer<typeof ImportGroup>;
export type FaultGroupRow = AnswerOf<typeof listImportFaults>['items'][number];
export type ImportItem = AnswerOf<typeof listImportItems>['items'][number];
export type ImportRow = AnswerOf<typeof listImports>['items'][number];
export type FileSource = AnswerOf<typeof listFileSources>['items'][number];

/** How a file is looked at: null where it is as detected. */
export interface Look {
  dialect: FileDialect | null;
  table: { sheet: string | null; headerRow: number | null } | null;
  mapping: FileMapping | null;
}

const keys = {
  list: ['import', 'list'] as const,
  sources: ['import', 'sources'] as const,
  preview: (fileId: string, look: Look) => ['import', 'preview', fileId, look] as const,
};

/** Reading interval of an import that is checked or applied, in milliseconds; longer while changes are streamed. */
const pollMs = { live: 5000, alone: 1500 };

export function useImports() {
  return usePages(keys.list, ({ next, signal }) => call(listImports, { query: next }, { signal }));
}

export function useFileSources() {
  return usePages(keys.sources, ({ next, signal }) =>
    call(listFileSources, { query: { limit: '100', ...next } }, { signal }),
  );
}

export function useRenameSource() {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call(renameFileSource, { params: { id }, body: { name } }),
    onError: reportFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: ['import'] }),
  });
}

export function useSetSourceClaim() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, claim }: { id: string; claim: NewProductsRule | null }) =>
      call(setFileSourceClaim, { params: { id }, body: { claim } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['import'] }),
  });
}

/** Returns how an uploaded file is read, and its first rows; the ones before stay until they are there. */
export function usePreview(fileId: string, look: Look) {
  return useQuery({
    queryKey: keys.preview(fileId, look),
    queryFn: ({ signal }) => call(previewUpload, { params: { id: fileId }, body: look }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Starts the check of a file, or of one that was checked before, in another way. Returns the import's id. */
export function useCheck(importId: string | null) {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: async (request: ImportRequest) => {
      if (importId === null) {
        return (await call(startImport, { body: request })).runId;
      }
      const { fileId: _, ...body } = request;
      return (await call(changeImport, { params: { id: importId }, body })).runId;
    },
    onError: reportFailure,
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: runKeys.all }),
        cache.invalidateQueries({ queryKey: ['import'] }),
      ]),
  });
}

/** Returns one import, kept up to date. */
export function useImport(id: string) {
  const live = useLiveProgress();
  return useQuery({
    queryKey: [...runKeys.one(id), 'import'],
    queryFn: ({ signal }) => call(getImport, { params: { id } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined || isWorking(state.data) || isClaiming(state.data)
        ? live
          ? pollMs.live
          : pollMs.alone
        : false,
  });
}

/** Whether the server is at work on it. */
export function isWorking({ state }: Pick<Import, 'state'>): boolean {
  return state === 'checking' || state === 'applying';
}

/** Whether the supplier's rule is still claiming what was new in its file. */
export function isClaiming({ claim }: Pick<Import, 'claim'>): boolean {
  return claim !== null && !hasEnded(claim.run);
}

export function useFaultGroups(id: string, enabled: boolean) {
  return usePages(
    [...runKeys.one(id), 'import-faults'],
    ({ next, signal }) => call(listImportFaults, { params: { id }, query: next }, { signal }),
    { enabled },
  );
}

export function useImportItems(id: string, group: Group) {
  return usePages([...runKeys.one(id), 'import-items', group], ({ next, signal }) =>
    call(listImportItems, { params: { id }, query: { group, ...next } }, { signal }),
  );
}

/** Returns what a remedy would change in the file; not asked for while there is none. */
export function useRemedyPreview(id: string, remedy: Remedy | null) {
  return useQuery({
    queryKey: [...runKeys.one(id), 'import-remedy', remedy],
    queryFn:
      remedy === null
        ? skipToken
        : ({ signal }) => call(previewRemedy, { params: { id }, body: { remedy } }, { signal }),
  });
}

export function useApply(id: string) {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: (body: BodyOf<typeof applyImport>) => call(applyImport, { params: { id }, body }),
    onError: reportFailure,
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: runKeys.all }),
        cache.invalidateQueries({ queryKey: ['import'] }),
      ]),
  });
}

export function useCancelImport(id: string) {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: () => call(cancelRun, { params: { id } }),
    onError: reportFailure,
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: runKeys.all }),
        cache.invalidateQueries({ queryKey: ['import'] }),
      ]),
  });
}
