import { AppError } from '@bowerbird/contract/errors';
import type { OrganisationNode } from '@bowerbird/contract/team/organisation';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import { requireBelow } from '../db/places.ts';
import type { OrganisationTable } from '../db/tables/account/access.ts';
import { isOf, type Tenant } from './tenant.ts';

type PartRow = Selectable<OrganisationTable>;

/** Returns every part of the organisation, siblings in their order. */
export async function findParts(db: OwnerDb, tenant: Tenant): Promise<OrganisationNode[]> {
  const rows = await partRows(db, tenant);
  const counts = await db
    .selectFrom('user')
    .select(['organisation_id', (count) => count.fn.countAll<string>().as('n')])
    .where(isOf('owner_id', tenant))
    .where('organisation_id', 'is not', null)
    .groupBy('organisation_id')
    .execute();
  const people = new Map(counts.map((row) => [row.organisation_id, Number(row.n)]));
  return rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    people: people.get(row.id) ?? 0,
  }));
}

/** Throws `not-found` for a part that does not belong to this owner. */
export async function getPart(db: OwnerDb, tenant: Tenant, id: string): Promise<PartRow> {
  const row = await db
    .selectFrom('organisation')
    .selectAll()
    .where(isOf('owner_id', tenant))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `part ${id} of the organisation`);
  }
  return row;
}

export async function addPart(
  db: OwnerDb,
  tenant: Tenant,
  parentId: string | null,
  name: string,
): Promise<void> {
  if (parentId !== null) {
    await getPart(db, tenant, parentId);
  }
  const rows = await partRows(db, tenant);
  requireBelow('organisation', rows.length);
  const siblings = rows.filter((row) => row.parent_id === parentId);
  await db
    .insertInto('organisation')
    .values({ id: v7(), owner_id: tenant, parent_id: parentId, name, position: siblings.length })
    .execute();
}

export async function renamePart(db: OwnerDb, tenant: Tenant, id: string, name: string): Promise<void> {
  await getPart(db, tenant, id);
  await db
    .updateTable('organisation')
    .set({ name })
    .where(isOf('owner_id', tenant))
    .where('id', '=', id)
    .execute();
}

/** Moves a part, with everything below it, before a sibling or to the end. Throws `organisation.under-itself`. */
export async function movePart(
  db: OwnerDb,
  tenant: Tenant,
  id: string,
  to: { parentId: string | null; before: string | null },
): Promise<void> {
  await getPart(db, tenant, id);
  const rows = await partRows(db, tenant);
  const parents = new Map(rows.map((row) => [row.id, row.parent_id]));
  if (to.parentId !== null && !parents.has(to.parentId)) {
    throw new AppError('not-found', `part ${to.parentId} of the organisation`);
  }
  for (let above = to.parentId; above !== null; above = parents.get(above) ?? null) {
    if (above === id) {
      throw new AppError('organisation.under-itself', 'a part cannot go below itself');
    }
  }
  const siblings = rows.filter((row) => row.parent_id === to.parentId && row.id !== id).map((row) => row.id);
  const at = to.before === null ? -1 : siblings.indexOf(to.before);
  siblings.splice(at < 0 ? siblings.length : at, 0, id);
  await putInOrder(db, tenant, to.parentId, siblings);
}

/**
 * Removes a part. Throws `organisation.not-empty` unless `moveUp` allows its people and parts to move to its parent.
 */
export async function removePart(db: OwnerDb, tenant: Tenant, id: string, moveUp: boolean): Promise<void> {
  const part = await getPart(db, tenant, id);
  const [below, people] = await Promise.all([
    siblingsIn(db, tenant, id),
    db.selectFrom('user').select('id').where('organisation_id', '=', id).execute(),
  ]);
  if (!moveUp && below.length + people.length > 0) {
    throw new AppError('organisation.not-empty', 'people or parts are in it', {
      params: { people: people.length, parts: below.length },
    });
  }
  const siblings = await siblingsIn(db, tenant, part.parent_id);
  await putInOrder(
    db,
    tenant,
    part.parent_id,
    siblings.flatMap((sibling) => (sibling === id ? below : [sibling])),
  );
  await db
    .updateTable('user')
    .set({ organisation_id: part.parent_id })
    .where('organisation_id', '=', id)
    .execute();
  await db.deleteFrom('organisation').where(isOf('owner_id', tenant)).where('id', '=', id).execute();
}

function partRows(db: OwnerDb, tenant: Tenant): Promise<PartRow[]> {
  return db
    .selectFrom('organisation')
    .selectAll()
    .where(isOf('owner_id', tenant))
    .orderBy('position')
    .orderBy('id')
    .execute();
}

async function siblingsIn(db: OwnerDb, tenant: Tenant, parentId: string | null): Promise<string[]> {
  const rows = await partRows(db, tenant);
  return rows.filter((row) => row.parent_id === parentId).map((row) => row.id);
}

async function putInOrder(
  db: OwnerDb,
  tenant: Tenant,
  parentId: string | null,
  ids: string[],
): Promise<void> {
  await db
    .updateTable('organisation')
    .set({ parent_id: parentId, position: sql<number>`array_position(${ids}::uuid[], id) - 1` })
    .where(isOf('owner_id', tenant))
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute();
}
