import { AppError } from '@bowerbird/contract/errors';
import type { OwnerDb } from '../db/database.ts';

/** Returns the merchant's people who can sign in, by name. */
export async function findPeople(db: OwnerDb, ownerId: string) {
  return await db
    .selectFrom('user')
    .select(['id', 'name', 'username'])
    .where('owner_id', '=', ownerId)
    .where('status', '=', 'active')
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Throws `request.invalid` at the field unless all of these are the merchant's own people. */
export async function requirePeople(
  db: OwnerDb,
  ownerId: string,
  named: readonly { field: string; ids: readonly string[] }[],
): Promise<void> {
  const wanted = [...new Set(named.flatMap(({ ids }) => ids))];
  if (wanted.length === 0) {
    return;
  }
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', 'in', wanted)
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const issues = named
    .filter(({ ids }) => ids.some((id) => !known.has(id)))
    .map(({ field }) => ({ path: [field], code: 'unknown', message: '' }));
  if (issues.length > 0) {
    throw new AppError('request.invalid', 'a person who is not of this merchant', { issues });
  }
}

/** Throws `request.invalid` at `endsOn` when the end is before the start. */
export function requireOrder({ startsOn, endsOn }: { startsOn: string; endsOn: string }): void {
  if (endsOn < startsOn) {
    throw new AppError('request.invalid', 'ends before it starts', {
      issues: [{ path: ['endsOn'], code: 'before-start', message: '' }],
    });
  }
}
