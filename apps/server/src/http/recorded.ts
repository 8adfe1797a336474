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

/** In place of a call's `record`, for what no person asked for: the practice store of a first start. Nothing is written down. */
export async function unrecorded(): Promise<void> {}
