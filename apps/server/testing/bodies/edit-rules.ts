import type { Bodies } from './bodies.ts';

const steps = [{ edit: { kind: 'multiply-price', by: '3' } }];
const written = { name: 'Stolen', description: 'Stolen prices', steps };

export const editRuleBodies: Bodies = {
  'POST /edit-rules': () => [written],
  'PUT /edit-rules/:id': () => [{ ...written, version: 1 }],
  'PUT /edit-rules/:id/alarm': () => [{ on: true }],
  'GET /edit-rules/changes/:id/items': () => [{ group: 'changed' }],
  'PUT /edit-rules/:id/state': () => [{ state: 'closed' }],
  'POST /edit-rules/:id/attach/preview': (ids, { own }) => [
    { version: 1, selection: { ids: [ids.product] }, after: null },
    { version: 1, selection: { ids: [own.product] }, after: null },
  ],
  'POST /edit-rules/:id/attach': (ids, { own }) => [
    { version: 1, selection: { ids: [ids.product] } },
    { version: 1, selection: { ids: [own.product] } },
    { version: 1, selection: { filter: {}, except: [] }, expected: 1 },
  ],
  'POST /edit-rules/attachments/:id/preview': () => [
    { version: null, after: null },
    { version: 1, after: null },
  ],
  'POST /edit-rules/attachments/:id/move': () => [{ version: 1 }],
};
