import type { Db } from '../db/database.ts';
import type { Call } from './serve.ts';

/** A change and its audit event, in one transaction: neither is there without the other. */
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
