import { AppError } from '@bowerbird/contract/errors';
import pg from 'pg';

/** Classes and codes of PostgreSQL (appendix A of its manual) that do not concern the query itself. */
const byState: readonly [
  state: RegExp,
  code: 'database.unreachable' | 'database.disk-full' | 'database.busy' | 'database.deadlock',
][] = [
  [/^(08|57P0[1-3])/, 'database.unreachable'],
  [/^53100$/, 'database.disk-full'],
  [/^53[34]00$/, 'database.busy'],
  [/^40(P01|001)$/, 'database.deadlock'],
];
/** Messages of the driver if no server responds; it has no codes for these. */
const noAnswer =
  /^Connection terminated|^timeout exceeded when trying to connect|connection error and is not queryable/;
const refused = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);
/** System error codes for a file that does not fit: the disk is full, or the user's quota. */
const noRoom = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Returns the named error for a failure of our own database, or of the place of our own files; null for anything else.
 */
export function databaseFailure(thrown: unknown): AppError | null {
  if (thrown instanceof AppError) {
    return thrown.code === 'files.store-unreachable' ? thrown : null;
  }
  if (thrown instanceof pg.DatabaseError) {
    const found = byState.find(([state]) => state.test(thrown.code ?? ''));
    return found ? new AppError(found[1], thrown.message, { cause: thrown, waitMs }) : null;
  }
  if (!(thrown instanceof Error)) {
    return null;
  }
  if ('code' in thrown && noRoom.has(String(thrown.code))) {
    return new AppError('files.disk-full', thrown.message, { cause: thrown, waitMs });
  }
  const isRefused = 'code' in thrown && refused.has(String(thrown.code)) && 'syscall' in thrown;
  return isRefused || noAnswer.test(thrown.message)
    ? new AppError('database.unreachable', thrown.message, { cause: thrown, waitMs })
    : null;
}

/** Wait before the next try, in milliseconds. */
const waitMs = 10_000;
