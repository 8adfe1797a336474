import { chapter, open } from '../requirement.ts';

/** V15: secure coding and architecture. */
export const architecture = chapter([
  ['15.1.1', 1, 'Documented: how soon weak packages are replaced'],
  ['15.1.2', 2, 'An inventory of all packages, from trusted places'],
  ['15.1.3', 2, 'Documented: what is costly, and how it is bounded'],
  [
    '15.2.1',
    1,
    'No package is beyond those times',
    open(
      'Asked by a person with npm audit; no test can know, because what is known of packages changes by the day.',
    ),
  ],
  ['15.2.2', 2, 'What is costly is bounded as documented'],
  [
    '15.2.3',
    2,
    'Production has nothing that it does not need',
    open('A practice shop and store are part of the product and on until BOWERBIRD_PRACTICE=off.'),
  ],
  ['15.3.1', 1, 'Answers hold only the fields they should'],
  ['15.3.2', 2, 'Redirects are followed only where meant'],
  ['15.3.3', 2, 'No mass assignment'],
  ['15.3.4', 2, 'The address of a caller cannot be forged'],
  ['15.3.5', 2, 'Types are checked, comparisons strict'],
  ['15.3.6', 2, 'No prototype pollution'],
  ['15.3.7', 2, 'No parameter pollution'],
]);
