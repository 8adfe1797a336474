import { chapter, open } from '../requirement.ts';

/** V15: secure coding and architecture. */
export const architecture = chapter([
  ['15.1.1', 1, 'Documented: how soon vulnerable packages are replaced'],
  ['15.1.2', 2, 'An inventory of all packages, from trusted sources'],
  ['15.1.3', 2, 'Documented: costly operations and their limits'],
  [
    '15.2.1',
    1,
    'No package exceeds those times',
    open(
      'A person checks it with npm audit; no test can, because knowledge about vulnerabilities changes daily.',
    ),
  ],
  ['15.2.2', 2, 'Costly operations are limited as documented'],
  [
    '15.2.3',
    2,
    'Production contains nothing unnecessary',
    open('A practice shop and store are part of the product and on until BOWERBIRD_PRACTICE=off.'),
  ],
  ['15.3.1', 1, 'Answers contain only the required fields'],
  ['15.3.2', 2, 'Redirects are followed only where intended'],
  ['15.3.3', 2, 'No mass assignment'],
  ['15.3.4', 2, 'The address of a caller cannot be forged'],
  ['15.3.5', 2, 'Types are checked, comparisons strict'],
  ['15.3.6', 2, 'No prototype pollution'],
  ['15.3.7', 2, 'No parameter pollution'],
]);
