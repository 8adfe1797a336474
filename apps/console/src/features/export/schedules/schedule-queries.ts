import {
  createExportSchedule,
  deleteExportSchedule,
  listExportSchedules,
  runExportSchedule,
  saveExportSchedule,
} from '@bowerbird/contract/exports/schedules';
import { listSavedItems } from '@bowerbird/contract/products/saved-items';
import type { BodyOf } from '@bowerbird/contract/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { runKeys } from '../../../lib/data/use-runs.tsx';
import { templatesKey } from '../templates/template-queries.ts';

const schedulesKey = ['export', 'schedules'] as const;

export type ScheduleBody = BodyOf<typeof createExportSchedule>;

/** Returns the merchant's scheduled exports, oldest first. */
export function useExportSchedules() {
  return useQuery({
    queryKey: schedulesKey,
    queryFn: ({ signal }) => call(listExportSchedules, {}, { signal }),
  });
}

/** Returns the saved views of the product list. */
export function useProductViews() {
  return useQuery({
    queryKey: ['saved-items', 'product-view'],
    queryFn: ({ signal }) => call(listSavedItems, { query: { kind: 'product-view' } }, { signal }),
    staleTime: 30_000,
  });
}

/** Creates a schedule, or changes one. */
export function useSaveSchedule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, on, ...body }: ScheduleBody & { id: string | null; on: boolean }) =>
      id === null
        ? call(createExportSchedule, { body })
        : call(saveExportSchedule, { params: { id }, body: { ...body, on } }),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: schedulesKey }),
        cache.invalidateQueries({ queryKey: templatesKey }),
      ]),
  });
}

export function useDeleteSchedule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteExportSchedule, { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['export'] }),
  });
}

export function useRunSchedule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(runExportSchedule, { params: { id } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: runKeys.current }),
    onSettled: () => cache.invalidateQueries({ queryKey: schedulesKey }),
  });
}
