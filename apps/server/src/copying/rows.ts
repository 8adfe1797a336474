import type { CopyStep } from '@bowerbird/contract/collect/copying';
import { AppError } from '@bowerbird/contract/errors';
import type { Selectable } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { CopyRunTable } from '../db/tables/schedules.ts';

export type CopyRow = Selectable<CopyRunTable>;

/** The column that holds the run of each step. */
export const runColumn = {
  collecting: 'collect_run_id',
  claiming: 'claim_run_id',
  listing: 'listing_run_id',
} as const satisfies Record<CopyStep, keyof CopyRow>;

export async function getCopyRow(db: OwnerDb, ownerId: string, id: string): Promise<CopyRow> {
  return found(await one(db, ownerId, id).executeTakeFirst(), id);
}

/** Reads and locks the copy; no other transaction can move it until this one ends. */
export async function lockCopy(db: OwnerDb, ownerId: string, id: string): Promise<CopyRow> {
  return found(await one(db, ownerId, id).forUpdate().executeTakeFirst(), id);
}

function one(db: OwnerDb, ownerId: string, id: string) {
  return db.selectFrom('copy_run').selectAll().where('owner_id', '=', ownerId).where('id', '=', id);
}

function found(row: CopyRow | undefined, id: string): CopyRow {
  if (!row) {
    throw new AppError('not-found', `copy ${id}`);
  }
  return row;
}
