import type { Bodies } from './bodies.ts';

export const uploadBodies: Bodies = {
  'POST /imports/files': () => [{ name: 'stolen.csv', bytes: 12 }],
  'POST /imports/files/:id/preview': () => [{ dialect: null, table: null, mapping: null }],
};
