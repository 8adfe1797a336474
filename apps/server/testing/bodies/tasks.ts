import { v7 } from 'uuid';
import type { Ids } from '../one-of-everything/one-of-everything.ts';
import type { Bodies } from './bodies.ts';

const task = {
  title: 'Stolen',
  startsOn: '2026-11-20',
  endsOn: '2026-11-30',
  goal: 'Mugs',
  wanted: 10,
  standard: 'White ground',
  addresses: [],
  invited: [],
  weight: null,
  visibility: 'public',
  viewers: [],
};
const person = v7();
const project = {
  name: 'Stolen',
  storeIds: [],
  leadId: person,
  approverId: person,
  startsOn: '2026-11-20',
  endsOn: '2026-11-30',
  kind: 'sourcing',
  task: {
    name: 'Look',
    description: '',
    executorId: person,
    ownerId: person,
    remindAt: '09:00',
    timeZone: 'Asia/Shanghai',
    kind: 'once',
  },
  members: [],
};

/** A body that names Ann's user where a colleague belongs. */
const naming = (ids: Ids) => ids.user;

export const tasksBodies: Bodies = {
  'POST /tasks': (ids) => [
    { ...task, invited: [naming(ids)] },
    { ...task, visibility: 'some', viewers: [naming(ids)] },
  ],
  'PUT /tasks/:id': (ids) => [task, { ...task, invited: [naming(ids)] }],
  'POST /projects': (ids) => [
    { ...project, leadId: naming(ids), approverId: naming(ids) },
    { ...project, storeIds: [ids.store] },
  ],
  'PUT /projects/:id': () => [project],
  'POST /projects/:id/archive': () => [{ archived: true }],
  'PUT /platforms/:id/pin': () => [{ pinned: true }],
};
