import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';

/** A run begun so often that never got any further is given up: something in it ends the process each time. */
export const beginningsMax = 8;
/** So often its source may send a run away to wait before it is taken at its word. */
export const holdsMax = 12;

/** Counts one more beginning since the run last got any further. Answers how many that makes, and how many holds. */
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

/** The run was left in good order, to go on later: that was no beginning in vain. */
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
