import type { ListingSchedule } from '@bowerbird/contract/listing/schedules';
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  listSchedules,
  runSchedule,
} from '@bowerbird/contract/listing/schedules';
import type { BodyOf } from '@bowerbird/contract/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { runKeys } from '../../../lib/data/use-runs.tsx';

export const scheduleKeys = { all: ['listing', 'schedules'] as const };

/** Reload interval while the list is shown, in milliseconds: schedules run by themselves. */
const lookMs = 10_000;

export function useSchedules() {
  return useQuery({
    queryKey: scheduleKeys.all,
    queryFn: ({ signal }) => call(listSchedules, {}, { signal }),
    refetchInterval: lookMs,
  });
}

export function useCreateSchedule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createSchedule>) => call(createSchedule, { body }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: scheduleKeys.all }),
  });
}

export interface ScheduleChange extends BodyOf<typeof changeSchedule> {
  id: string;
}

export function useChangeSchedule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: ScheduleChange) => call(changeSchedule, { params: { id }, body }),
    onSuccess: (schedule) =>
      cache.setQueryData<ListingSchedule[]>(scheduleKeys.all, (held) =>
        held?.map((other) => (other.id === schedule.id ? schedule : other)),
      ),
    onSettled: () => void cache.invalidateQueries({ queryKey: scheduleKeys.all }),
  });
}

export function useDeleteSchedule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteSchedule, { params: { id } }),
    onSuccess: (_answer, id) =>
      cache.setQueryData<ListingSchedule[]>(scheduleKeys.all, (held) =>
        held?.filter((schedule) => schedule.id !== id),
      ),
    onSettled: () => void cache.invalidateQueries({ queryKey: scheduleKeys.all }),
  });
}

export function useRunSchedule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(runSchedule, { params: { id } }),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: scheduleKeys.all });
      void cache.invalidateQueries({ queryKey: runKeys.all });
    },
  });
}
