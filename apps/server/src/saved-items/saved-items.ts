import { AppError } from '@bowerbird/contract/errors';
import { SavedContent, type SavedItem, type SavedKind } from '@bowerbird/contract/products/saved-items';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { requirePlace } from '../db/places.ts';

/** Whose items: those of this person, and what others of the same merchant share. */
interface Person {
  ownerId: string;
  userId: string;
}

/** An item as it was sent. */
interface Written {
  name: string;
  shared: boolean;
  content: SavedContent;
}

/** Returns what this person saved and what others share, by name; what cannot be read any more is left out. */
export async function findSavedItems(
  db: OwnerDb,
  { ownerId, userId }: Person,
  which: { kind: SavedKind } | { id: string },
): Promise<SavedItem[]> {
  const rows = await db
    .selectFrom('saved_item')
    .leftJoin('user', (join) =>
      join.onRef('user.id', '=', 'saved_item.user_id').on('user.owner_id', '=', ownerId),
    )
    .select([
      'saved_item.id',
      'saved_item.name',
      'saved_item.shared',
      'saved_item.content',
      'saved_item.updated_at',
      'saved_item.user_id',
      'user.name as by',
    ])
    .where('saved_item.owner_id', '=', ownerId)
    .where((eb) => ('kind' in which ? eb('kind', '=', which.kind) : eb('saved_item.id', '=', which.id)))
    .where((eb) => eb.or([eb('saved_item.user_id', '=', userId), eb('saved_item.shared', '=', true)]))
    .orderBy(sql`lower(saved_item.name)`)
    .orderBy('saved_item.id')
    .execute();
  return rows.flatMap((row) => {
    const content = SavedContent.safeParse(row.content);
    return content.success
      ? [
          {
            id: row.id,
            name: row.name,
            shared: row.shared,
            mine: row.user_id === userId || row.user_id === null,
            by: row.by,
            content: content.data,
            updatedAt: row.updated_at.toISOString(),
          },
        ]
      : [];
  });
}

/** Saves a new item of this person. Throws `saved-item.name-taken` and `saved-item.too-many`. */
export async function createSavedItem(db: OwnerDb, person: Person, written: Written): Promise<SavedItem> {
  const { ownerId, userId } = person;
  await requirePlace(db, ownerId, 'saved_item', sql`user_id = ${userId} and kind = ${written.content.kind}`);
  const id = v7();
  const { rows } = await sql`
    insert into saved_item (id, owner_id, user_id, kind, name, shared, content)
    values (${id}, ${ownerId}, ${userId}, ${written.content.kind}, ${written.name}, ${written.shared},
      ${jsonText(written.content)}::jsonb)
    on conflict (user_id, kind, lower(name)) do nothing returning id`.execute(db);
  if (rows.length === 0) {
    throw nameTaken(written.name);
  }
  return await getSavedItem(db, person, id);
}

/** Changes an item of this person. Throws `not-found`, `saved-item.of-another` and `saved-item.name-taken`. */
export async function saveSavedItem(
  db: OwnerDb,
  person: Person,
  id: string,
  written: Written,
): Promise<SavedItem> {
  await requireMine(db, person, id);
  const taken = await db
    .selectFrom('saved_item')
    .select('id')
    .where('owner_id', '=', person.ownerId)
    .where('user_id', '=', person.userId)
    .where('kind', '=', written.content.kind)
    .where('id', '<>', id)
    .where(sql<boolean>`lower(name) = lower(${written.name})`)
    .executeTakeFirst();
  if (taken) {
    throw nameTaken(written.name);
  }
  await db
    .updateTable('saved_item')
    .set({
      // An item of somebody who is gone belongs to whoever changes it.
      user_id: person.userId,
      kind: written.content.kind,
      name: written.name,
      shared: written.shared,
      content: jsonText(written.content),
      updated_at: new Date(),
    })
    .where('owner_id', '=', person.ownerId)
    .where('id', '=', id)
    .execute();
  return await getSavedItem(db, person, id);
}

/** Deletes an item of this person. Throws `not-found` and `saved-item.of-another`. */
export async function deleteSavedItem(db: OwnerDb, person: Person, id: string): Promise<void> {
  await requireMine(db, person, id);
  await db.deleteFrom('saved_item').where('owner_id', '=', person.ownerId).where('id', '=', id).execute();
}

async function getSavedItem(db: OwnerDb, person: Person, id: string): Promise<SavedItem> {
  const [item] = await findSavedItems(db, person, { id });
  if (!item) {
    throw new AppError('not-found', `saved item ${id}`);
  }
  return item;
}

async function requireMine(db: OwnerDb, person: Person, id: string): Promise<void> {
  const item = await getSavedItem(db, person, id);
  if (!item.mine) {
    throw new AppError('saved-item.of-another', `saved item ${id}`, { params: { by: item.by ?? '' } });
  }
}

function nameTaken(name: string): AppError {
  return new AppError('saved-item.name-taken', `saved item ${name}`, { params: { name } });
}
