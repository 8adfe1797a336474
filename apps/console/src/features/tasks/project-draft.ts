import type {
  Project,
  ProjectBody,
  ProjectKind,
  ProjectMember,
  projectTaskKinds,
} from '@bowerbird/contract/team/projects';
import type { PlainTextKey } from '../../lib/text/text.ts';
import type { Days } from '../../ui/form/date-range.tsx';

/** A row of the members' table; a row being edited counts as an error until it is saved. */
export interface MemberRow extends ProjectMember {
  key: string;
  editing: boolean;
}

/** A project being edited; an empty id means that nobody is chosen yet. */
export interface ProjectDraft {
  name: string;
  storeIds: string[];
  leadId: string;
  approverId: string;
  days: Days | null;
  kind: ProjectKind;
  taskName: string;
  description: string;
  executorId: string;
  ownerId: string;
  remindAt: string;
  taskKind: (typeof projectTaskKinds)[number];
  members: MemberRow[];
}

export const blankProject: ProjectDraft = {
  name: '',
  storeIds: [],
  leadId: '',
  approverId: '',
  days: null,
  kind: 'sourcing',
  taskName: '',
  description: '',
  executorId: '',
  ownerId: '',
  remindAt: '09:30',
  taskKind: 'once',
  members: [],
};

export function draftOfProject({ task, members, startsOn, endsOn, ...project }: Project): ProjectDraft {
  return {
    name: project.name,
    storeIds: project.storeIds,
    leadId: project.leadId,
    approverId: project.approverId,
    days: [startsOn, endsOn],
    kind: project.kind,
    taskName: task.name,
    description: task.description,
    executorId: task.executorId,
    ownerId: task.ownerId,
    remindAt: task.remindAt,
    taskKind: task.kind,
    members: members.map((member, index) => ({ ...member, key: `held-${index}`, editing: false })),
  };
}

/** One missing entry; `field` is the name of its control. */
export interface ProjectFault {
  field: string;
  text: PlainTextKey;
}

const required = ['name', 'leadId', 'approverId', 'taskName', 'executorId', 'ownerId'] as const;

/** Returns everything that is missing, in the order of the page. */
export function projectFaults(draft: ProjectDraft): ProjectFault[] {
  const empty = (field: (typeof required)[number]): ProjectFault[] =>
    draft[field].trim() === '' ? [{ field, text: `tasks.project.fault.${field}` }] : [];
  return [
    ...empty('name'),
    ...empty('leadId'),
    ...empty('approverId'),
    ...(draft.days === null ? [{ field: 'days', text: 'tasks.fault.days' } as const] : []),
    ...empty('taskName'),
    ...empty('executorId'),
    ...empty('ownerId'),
    ...draft.members.flatMap(({ key, editing }): ProjectFault[] =>
      editing ? [{ field: `member-${key}`, text: 'tasks.project.fault.member' }] : [],
    ),
  ];
}

/** Reports whether a member has a name, a work id and a department. */
export function isWhole({ name, workId, department }: ProjectMember): boolean {
  return [name, workId, department].every((words) => words.trim() !== '');
}

/** Returns the request body; null while something is missing. */
export function projectBodyOf(draft: ProjectDraft): ProjectBody | null {
  if (draft.days === null || projectFaults(draft).length > 0) {
    return null;
  }
  const [startsOn, endsOn] = draft.days;
  return {
    name: draft.name.trim(),
    storeIds: draft.storeIds,
    leadId: draft.leadId,
    approverId: draft.approverId,
    startsOn,
    endsOn,
    kind: draft.kind,
    task: {
      name: draft.taskName.trim(),
      description: draft.description.trim(),
      executorId: draft.executorId,
      ownerId: draft.ownerId,
      remindAt: draft.remindAt,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      kind: draft.taskKind,
    },
    members: draft.members.map(({ name, workId, department }) => ({
      name: name.trim(),
      workId: workId.trim(),
      department: department.trim(),
    })),
  };
}
