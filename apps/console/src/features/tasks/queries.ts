import type { AnswerOf } from '@bowerbird/contract/route';
import type { ProjectBody } from '@bowerbird/contract/team/projects';
import {
  archiveProject,
  createProject,
  deleteProject,
  getProjectChoices,
  listProjects,
  updateProject,
} from '@bowerbird/contract/team/projects';
import type { TaskBody, taskFilters } from '@bowerbird/contract/team/tasks';
import {
  collectForTask,
  createTask,
  deleteTask,
  finishTask,
  getTask,
  listTaskPeople,
  listTasks,
  reopenTask,
  updateTask,
} from '@bowerbird/contract/team/tasks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api/call.ts';
import { runKeys, useCurrentRuns } from '../../lib/data/use-runs.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';

export type TaskFilter = (typeof taskFilters)[number];
export type TasksPageOf = AnswerOf<typeof listTasks>;

export interface TasksRequest {
  page: number;
  size: number;
  state: TaskFilter;
  text: string;
}

export const taskKeys = {
  all: ['tasks'] as const,
  list: (request: TasksRequest) => ['tasks', 'list', request] as const,
  one: (id: string) => ['tasks', 'one', id] as const,
  people: ['tasks', 'people'] as const,
  projects: ['tasks', 'projects'] as const,
  choices: ['tasks', 'choices'] as const,
};

/** Returns one page of tasks, reloaded whenever a run changes. */
export function useTasks(request: TasksRequest) {
  const cache = useQueryClient();
  const moved = useCurrentRuns()
    .filter(({ kind }) => kind === 'collect' || kind === 'claim')
    .map(({ id, state, version }) => `${id} ${state} ${Math.floor(version / 4)}`)
    .join(',');
  useEffect(() => {
    if (moved !== '') {
      void cache.invalidateQueries({ queryKey: ['tasks', 'list'] });
    }
  }, [moved, cache]);
  return useQuery({
    queryKey: taskKeys.list(request),
    queryFn: ({ signal }) =>
      call(
        listTasks,
        {
          query: {
            page: String(request.page),
            size: String(request.size),
            state: request.state,
            ...(request.text.trim() === '' ? {} : { text: request.text.trim() }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

export function useTask(id: string | null) {
  return useQuery({
    queryKey: taskKeys.one(id ?? ''),
    queryFn: ({ signal }) => call(getTask, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
  });
}

export function useTaskPeople() {
  return useQuery({
    queryKey: taskKeys.people,
    queryFn: ({ signal }) => call(listTaskPeople, {}, { signal }),
    staleTime: 60_000,
  });
}

/** Performs an action on tasks, then reloads them; reports a refusal. */
function useTaskAction<Input, Answer>(act: (input: Input) => Promise<Answer>) {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: act,
    onError: reportFailure,
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: runKeys.current });
      return cache.invalidateQueries({ queryKey: taskKeys.all });
    },
  });
}

export function useSaveTask() {
  return useTaskAction(({ id, body }: { id: string | null; body: TaskBody }) =>
    id === null ? call(createTask, { body }) : call(updateTask, { params: { id }, body }),
  );
}

export function useCollectForTask() {
  return useTaskAction((id: string) => call(collectForTask, { params: { id } }));
}

export function useMarkTask() {
  return useTaskAction(({ id, done }: { id: string; done: boolean }) =>
    call(done ? finishTask : reopenTask, { params: { id } }),
  );
}

export function useDeleteTask() {
  return useTaskAction((id: string) => call(deleteTask, { params: { id } }));
}

export function useProjects() {
  return useQuery({
    queryKey: taskKeys.projects,
    queryFn: ({ signal }) => call(listProjects, {}, { signal }),
  });
}

export function useProjectChoices() {
  return useQuery({
    queryKey: taskKeys.choices,
    queryFn: ({ signal }) => call(getProjectChoices, {}, { signal }),
    staleTime: 60_000,
  });
}

export function useSaveProject() {
  return useTaskAction(({ id, body }: { id: string | null; body: ProjectBody }) =>
    id === null ? call(createProject, { body }) : call(updateProject, { params: { id }, body }),
  );
}

export function useArchiveProject() {
  return useTaskAction(({ id, archived }: { id: string; archived: boolean }) =>
    call(archiveProject, { params: { id }, body: { archived } }),
  );
}

export function useDeleteProject() {
  return useTaskAction((id: string) => call(deleteProject, { params: { id } }));
}
