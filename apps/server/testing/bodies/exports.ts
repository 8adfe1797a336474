import { v7 } from 'uuid';
import type { Bodies } from './bodies.ts';

const times = { first: '2036-01-01T09:00', repeat: { kind: 'daily' } };
/** A name is taken only once. */
const template = () => ({ name: v7(), choices: { format: 'shopify' } });
const schedule = (templateId: string) => ({
  name: 'Stolen',
  templateId,
  filter: {},
  times,
  timeZone: 'UTC',
  keep: 1,
});

export const exportBodies: Bodies = {
  'POST /exports/templates': () => [template()],
  'PUT /exports/templates/:id': () => [template()],
  'GET /exports/links': (ids) => [{ fileId: ids.file }, { scheduleId: ids.exportSchedule }],
  'POST /exports/links': (ids) => [
    { to: { what: 'file', id: ids.file }, hours: 1 },
    { to: { what: 'schedule', id: ids.exportSchedule }, hours: 1 },
  ],
  'POST /exports/schedules': (ids) => [schedule(ids.exportTemplate)],
  'PUT /exports/schedules/:id': (ids) => [{ ...schedule(ids.exportTemplate), on: false }],
};
