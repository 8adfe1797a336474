import { chapter } from '../requirement.ts';

/** V8: authorization. */
export const authorization = chapter([
  ['8.1.1', 1, 'Documented: who may call what on which data'],
  ['8.1.2', 2, 'Documented: who may read and write which field'],
  ['8.2.1', 1, 'Calls require an explicit permission'],
  ['8.2.2', 1, 'Data requires an explicit permission: no access by ids of others'],
  ['8.2.3', 2, 'Fields require an explicit permission'],
  ['8.3.1', 1, 'The server decides, not data that a caller can change'],
  ['8.4.1', 2, 'Tenants cannot reach each other'],
]);
