import { chapter } from '../requirement.ts';

/** V8: authorization. */
export const authorization = chapter([
  ['8.1.1', 1, 'Documented: who may call what on which data'],
  ['8.1.2', 2, 'Documented: who may read and write which field'],
  ['8.2.1', 1, 'Calls need an explicit right'],
  ['8.2.2', 1, 'Data needs an explicit right: no ids of others'],
  ['8.2.3', 2, 'Fields need an explicit right'],
  ['8.3.1', 1, 'The server decides, nothing that a caller can change'],
  ['8.4.1', 2, 'Tenants cannot reach each other'],
]);
