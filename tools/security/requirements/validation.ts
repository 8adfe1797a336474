import { chapter } from '../requirement.ts';

/** V2: validation and business logic. */
export const validation = chapter([
  ['2.1.1', 1, 'Documented: how input is checked'],
  ['2.1.2', 2, 'Documented: how combinations are checked'],
  ['2.1.3', 2, 'Documented: limits per user and in total'],
  ['2.2.1', 1, 'All input is checked against an expected form'],
  ['2.2.2', 1, 'The server checks, whatever the client does'],
  ['2.2.3', 2, 'Related values are consistent'],
  ['2.3.1', 1, 'Steps are executed in order and none is skipped'],
  ['2.3.2', 2, 'Business limits are enforced as documented'],
  ['2.3.3', 2, 'A change is made completely or not at all'],
  ['2.3.4', 2, 'Limited resources are never assigned twice'],
  ['2.4.1', 2, 'Excessive calls are slowed down'],
]);
