import type { Db } from '../db/database.ts';

/** As many as are read at once. */
const pageSize = 200;

/**
 * Does something with each that is due, each once, however many there are; one that fails holds up none of the others, and
 * stands before none. Throws the first failure at the end. Answers how many it was done for.
 * @param page some of those that are due, in the order of their ids, after this id
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

/** Reads those of a view of all merchants' whose time has come, a page at a time. */
export function dueIn(db: Db, view: 'open_watch' | 'open_listing_schedule', now: Date) {
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
