import type { Db } from '../db/database.ts';

/** Number of items read at once. */
const pageSize = 200;

/**
 * Processes each due item, each once, however many there are. A failing one neither blocks nor delays the others.
 * Throws the first failure at the end. Returns how many were processed.
 * @param page returns some of the due items, in order of id, after this id
 */
export async function eachDue<Due extends { id: string }>(
  page: (after: string | null, limit: number) => Promise<Due[]>,
  act: (due: Due) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  const failures: unknown[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const found: Due[] = await page(after, pageSize);
    for (const due of found) {
      try {
        count += (await act(due)) ? 1 : 0;
      } catch (thrown) {
        failures.push(thrown);
      }
    }
    after = found.at(-1)?.id ?? null;
    more = found.length === pageSize;
  }
  if (failures.length > 0) {
    throw failures[0];
  }
  return count;
}

/** Reads the due rows of a view over all merchants, a page at a time. */
export function dueIn(
  db: Db,
  view: 'open_watch' | 'open_listing_schedule' | 'open_file_watch' | 'open_export_schedule',
  now: Date,
) {
  return (after: string | null, limit: number) =>
    db
      .selectFrom(view)
      .select(['id', 'owner_id'])
      .where('next_at', '<=', now)
      .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute();
}
