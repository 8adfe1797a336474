import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';

/** Number of starts without progress after which a run is given up: something in it ends the process each time. */
export const beginningsMax = 8;
/** Number of times that its source may make a run wait before the source's refusal counts as final. */
export const holdsMax = 12;

/** Counts one more start since the run last made progress. Returns the number of such starts and of holds. */
export async function countBeginning(
  db: OwnerDb,
  ownerId: string,
  id: string,
): Promise<{ beginnings: number; holds: number }> {
  return await db
    .updateTable('run')
    .set({
      beginnings: sql<number>`case when done > done_before then 1 else beginnings + 1 end`,
      holds: sql<number>`case when done > done_before then 0 else holds end`,
      done_before: sql<number>`done`,
    })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning(['beginnings', 'holds'])
    .executeTakeFirstOrThrow();
}

/** Records that the run was left properly, to continue later: that start was not in vain. */
export async function leftInOrder(
  db: OwnerDb,
  ownerId: string,
  id: string,
  { held }: { held: boolean },
): Promise<void> {
  await db
    .updateTable('run')
    .set({ beginnings: 0, ...(held && { holds: sql<number>`holds + 1` }) })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
}
