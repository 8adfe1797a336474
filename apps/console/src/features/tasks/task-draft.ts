import type { Task } from '@bowerbird/contract/team/tasks';
import { Day, TaskBody } from '@bowerbird/contract/team/tasks';
import {
  boolean,
  extend,
  type input,
  nullable,
  omit,
  pipe,
  refine,
  string,
  transform,
  tuple,
} from 'zod/mini';
import { addressesIn } from '../../lib/kept/pasted-addresses.ts';

const days = tuple([Day, Day]);

/** What the form of a task holds, and the request that becomes of it. Addresses are typed one per line. */
export const TaskFields = pipe(
  extend(omit(TaskBody, { startsOn: true, endsOn: true }), {
    days: pipe(nullable(days), days),
    addresses: pipe(pipe(string(), transform(addressesIn)), TaskBody.shape.addresses),
    stock: boolean(),
  }).check(
    refine(({ visibility, viewers }) => visibility !== 'some' || viewers.length > 0, {
      path: ['viewers'],
      // Reported together with the other fields, not only once these are right.
      when: () => true,
    }),
  ),
  transform(({ days: [startsOn, endsOn], viewers, ...rest }) => ({
    ...rest,
    startsOn,
    endsOn,
    viewers: rest.visibility === 'some' ? viewers : [],
  })),
);

/** A task being edited. */
export type TaskDraft = input<typeof TaskFields>;

export const blankTask: TaskDraft = {
  title: '',
  days: null,
  goal: '',
  wanted: null,
  standard: '',
  addresses: '',
  stock: false,
  invited: [],
  weight: null,
  visibility: 'public',
  viewers: [],
};

export function draftOf(task: Task): TaskDraft {
  const { title, startsOn, endsOn, goal, wanted, standard, invited, weight, visibility, viewers } = task;
  return {
    title,
    days: [startsOn, endsOn],
    goal,
    wanted,
    standard,
    addresses: task.addresses.join('\n'),
    stock: task.stock === true,
    invited,
    weight,
    visibility,
    viewers,
  };
}
