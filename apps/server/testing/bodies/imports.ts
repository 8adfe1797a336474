import type { Bodies } from './bodies.ts';

const dialect = { encoding: null, separator: null };
const mapping = {
  version: 1,
  sheet: null,
  headerRow: null,
  products: { by: 'format', format: 'shopify' },
  remedies: [],
};
const choices = { emptyCells: {}, otherVariants: 'leave', unmatched: 'leave', conflicts: 'keep' };
const watched = { everyHours: 24, hour: 6, timeZone: 'UTC', applies: true, whole: true };
const address = { kind: 'address', address: 'https://stolen.example/mugs.csv' };
const read = { dialect, mapping, key: 'handle' };

export const importBodies: Bodies = {
  'PUT /imports/sources/:id': () => [{ name: 'Stolen' }],
  'PUT /imports/sources/:id/claim': () => [{ claim: { name: 'Stolen', edits: [] } }, { claim: null }],
  'POST /imports/watched': ({ supplier }) => [
    { ...watched, sourceId: supplier, where: address },
    { ...watched, sourceId: supplier, where: { kind: 'folder', folder: '/etc' } },
  ],
  'PUT /imports/watched/:id': () => [{ ...watched, where: address, on: false }],
  'POST /imports': ({ upload }) => [
    { fileId: upload, ...read, into: { as: 'source', source: { id: upload }, whole: true } },
    { fileId: upload, ...read, into: { as: 'edit', choices } },
  ],
  'PUT /imports/:id': () => [{ ...read, into: { as: 'edit', choices } }],
  'POST /imports/:id/remedies/preview': () => [{ remedy: { kind: 'trim', column: null, shape: null } }],
  'GET /imports/:id/items': () => [{ group: 'new' }],
  'POST /imports/:id/apply': () => [{ expected: 1, allOrNothing: false }],
};
