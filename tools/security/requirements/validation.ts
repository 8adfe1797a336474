import { chapter } from '../requirement.ts';

/** V2: validation and business logic. */
export const validation = chapter([
  ['2.1.1', 1, 'Documented: how input is checked'],
  ['2.1.2', 2, 'Documented: how combinations are checked'],
  ['2.1.3', 2, 'Documented: limits for each user and for all'],
  ['2.2.1', 1, 'All input is checked against what is expected'],
  ['2.2.2', 1, 'The server checks, whatever the client does'],
  ['2.2.3', 2, 'Related values fit together'],
  ['2.3.1', 1, 'Steps come in their order and none is skipped'],
  ['2.3.2', 2, 'Limits of the business hold as documented'],
  ['2.3.3', 2, 'A change is made whole or not at all'],
  ['2.3.4', 2, 'What is limited is never given twice'],
  ['2.4.1', 2, 'Too many calls are slowed down'],
]);
