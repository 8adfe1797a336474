import type { Db } from '../db/database.ts';
import type { Call } from './serve.ts';

/** Runs a change and records its audit event in one transaction: both are committed, or neither. */
export function recorded<T>(
  { services, record }: Pick<Call, 'services' | 'record'>,
  change: (db: Db) => Promise<T>,
): Promise<T> {
  return services.db.transaction().execute(async (db) => {
    const changed = await change(db);
    await record(db);
    return changed;
  });
}

/**
 * Replaces a call's `record` for changes that no person requested: the practice store of a first start. Records
 * nothing.
 */
export async function unrecorded(): Promise<void> {}
