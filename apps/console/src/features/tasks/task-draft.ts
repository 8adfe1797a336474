import type { Task, TaskBody, TaskVisibility } from '@bowerbird/contract/tasks';
import { addressesMax } from '@bowerbird/contract/tasks';
import { addressesIn } from '../../lib/pasted-addresses.ts';
import type { PlainTextKey } from '../../lib/text.ts';
import type { Days } from '../../ui/date-range.tsx';

/** A task being edited. */
export interface TaskDraft {
  title: string;
  days: Days | null;
  goal: string;
  wanted: number | null;
  standard: string;
  /** One address per line. */
  addresses: string;
  /** Requests inventory that lists leave out. */
  stock: boolean;
  invited: string[];
  weight: number | null;
  visibility: TaskVisibility;
  viewers: string[];
}

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

export type TaskFaults = Partial<Record<keyof TaskDraft, PlainTextKey>>;

/** Returns what is missing or invalid, by field, in the order of the form. */
export function faultsOf(draft: TaskDraft): TaskFaults {
  return {
    ...(draft.title.trim() === '' && { title: 'tasks.fault.title' }),
    ...(draft.days === null && { days: 'tasks.fault.days' }),
    ...(draft.goal.trim() === '' && { goal: 'tasks.fault.goal' }),
    ...(draft.standard.trim() === '' && { standard: 'tasks.fault.standard' }),
    ...(addressesIn(draft.addresses).length > addressesMax && { addresses: 'tasks.fault.addresses' }),
    ...(draft.visibility === 'some' && draft.viewers.length === 0 && { viewers: 'tasks.fault.viewers' }),
  };
}

/** Returns the request body; null while something is invalid. */
export function bodyOf(draft: TaskDraft): TaskBody | null {
  if (draft.days === null || Object.keys(faultsOf(draft)).length > 0) {
    return null;
  }
  const { days, addresses, ...rest } = draft;
  const [startsOn, endsOn] = days;
  return {
    ...rest,
    title: draft.title.trim(),
    goal: draft.goal.trim(),
    standard: draft.standard.trim(),
    startsOn,
    endsOn,
    addresses: addressesIn(addresses),
    viewers: draft.visibility === 'some' ? draft.viewers : [],
  };
}
