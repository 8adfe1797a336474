import { chapter, open } from '../requirement.ts';

/** V16: logging and errors. */
export const logging = chapter([
  ['16.1.1', 2, 'Documented: what is logged where, for whom, how long'],
  ['16.2.1', 2, 'Entries say when, where, who, what'],
  ['16.2.2', 2, 'Times are UTC'],
  ['16.2.3', 2, 'Logs go only to the documented places'],
  ['16.2.4', 2, 'Logs have one machine-readable format'],
  ['16.2.5', 2, 'Logs contain no secrets'],
  ['16.3.1', 2, 'Sign-ins are logged, rejected ones too'],
  ['16.3.2', 2, 'Denied permissions are logged'],
  ['16.3.3', 2, 'Attempts to bypass controls are logged'],
  ['16.3.4', 2, 'Unexpected errors are logged'],
  ['16.4.1', 2, 'No log injection'],
  ['16.4.2', 2, 'Logs cannot be read or changed by others'],
  [
    '16.4.3',
    2,
    'Logs go to a separate system',
    open(
      'The log is written to standard error, for the operator’s collector; the audit log is in the same database.',
    ),
  ],
  ['16.5.1', 2, 'Errors reveal nothing internal to callers'],
  ['16.5.2', 2, 'The program continues when external systems fail'],
  ['16.5.3', 2, 'Failures never grant access'],
]);
