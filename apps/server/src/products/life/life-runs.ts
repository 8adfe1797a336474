import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { namesOf } from '../../runs/names.ts';

export interface RunFact {
  id: string;
  title: string;
  /** Name of the person who started it. */
  by: string | null;
}

/** Returns titles of runs and names of people, by id; null for ids that do not belong to the merchant. */
export async function runFactsOf(
  db: OwnerDb,
  ownerId: string,
  { runIds, userIds }: { runIds: readonly string[]; userIds: readonly string[] },
) {
  const runs = await db
    .selectFrom('run')
    .select(['id', 'title', 'created_by'])
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${[...new Set(runIds)]}::uuid[])`)
    .execute();
  const names = await namesOf(db, ownerId, [
    ...userIds,
    ...runs.flatMap(({ created_by }) => created_by ?? []),
  ]);
  const name = (userId: string | null) => (userId === null ? null : (names.get(userId) ?? null));
  const facts = new Map(
    runs.map(({ id, title, created_by }): [string, RunFact] => [id, { id, title, by: name(created_by) }]),
  );
  return { name, run: (id: string | null) => (id === null ? null : (facts.get(id) ?? null)) };
}
