import {
  createExportTemplate,
  deleteExportTemplate,
  type ExportTemplate,
  listExportTemplates,
  saveExportTemplate,
} from '@bowerbird/contract/exports/templates';
import type { BodyOf } from '@bowerbird/contract/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';

export const templatesKey = ['export', 'templates'] as const;

/** Returns the team's templates, by name. */
export function useTemplates() {
  return useQuery({
    queryKey: templatesKey,
    queryFn: ({ signal }) => call(listExportTemplates, {}, { signal }),
    staleTime: 30_000,
  });
}

/** Saves a new template, or one that exists. */
export function useSaveTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: BodyOf<typeof createExportTemplate> & { id?: string }) =>
      id === undefined
        ? call(createExportTemplate, { body })
        : call(saveExportTemplate, { params: { id }, body }),
    onSuccess: (saved) =>
      cache.setQueryData<ExportTemplate[]>(templatesKey, (all = []) =>
        [...all.filter(({ id }) => id !== saved.id), saved].sort((left, right) =>
          left.name.localeCompare(right.name),
        ),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: templatesKey }),
  });
}

export function useDeleteTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteExportTemplate, { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: templatesKey }),
  });
}
