import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@bowerbird/contract/errors';
import { type createExportLink, type ExportLink, linkHours } from '@bowerbird/contract/exports/links';
import type { BodyOf } from '@bowerbird/contract/route';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../../db/database.ts';
import { requirePlace } from '../../db/places.ts';
import type { ExportLinkTable } from '../../db/tables/exports.ts';

type LinkRow = Selectable<ExportLinkTable>;

/** Days that a link stays in the list after it expired. */
const listedDays = 90;
const listMax = 500;
const hourMs = 3600_000;

/** Returns what the database knows a token by. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns the merchant's links, newest first: all, those of one file or schedule, or only one. */
export async function findLinks(
  db: OwnerDb,
  ownerId: string,
  which: { id?: string | undefined; fileId?: string | undefined; scheduleId?: string | undefined },
  nowMs: number,
): Promise<ExportLink[]> {
  const rows = await db
    .selectFrom('export_link')
    .leftJoin('export_file', 'export_file.id', 'export_link.file_id')
    .leftJoin('export_schedule', 'export_schedule.id', 'export_link.schedule_id')
    .leftJoin('user', (join) =>
      join.onRef('user.id', '=', 'export_link.created_by').on('user.owner_id', '=', ownerId),
    )
    .selectAll('export_link')
    .select(['export_file.name as file_name', 'export_schedule.name as schedule_name', 'user.name as by'])
    .where('export_link.owner_id', '=', ownerId)
    .$if(which.id !== undefined, (query) => query.where('export_link.id', '=', which.id ?? ''))
    .$if(which.fileId !== undefined, (query) => query.where('export_link.file_id', '=', which.fileId ?? ''))
    .$if(which.scheduleId !== undefined, (query) =>
      query.where('export_link.schedule_id', '=', which.scheduleId ?? ''),
    )
    .orderBy('export_link.id', 'desc')
    .limit(listMax)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    fileId: row.file_id,
    scheduleId: row.schedule_id,
    name: row.file_name ?? row.schedule_name ?? '',
    state: stateOf(row, nowMs),
    expiresAt: row.expires_at.toISOString(),
    downloadsMax: row.downloads_max,
    downloads: row.downloads,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    createdBy: row.by,
    createdAt: row.created_at.toISOString(),
  }));
}

function stateOf(row: LinkRow, nowMs: number): ExportLink['state'] {
  return row.revoked_at !== null
    ? 'revoked'
    : row.expires_at.getTime() <= nowMs
      ? 'expired'
      : row.downloads_max !== null && row.downloads >= row.downloads_max
        ? 'used-up'
        : 'open';
}

/** The condition of links that still give a file. */
export function isOpen(now: Date) {
  return sql<SqlBool>`(revoked_at is null and expires_at > ${now}
    and (downloads_max is null or downloads < downloads_max))`;
}

async function getLink(db: OwnerDb, ownerId: string, id: string, nowMs: number): Promise<ExportLink> {
  const [link] = await findLinks(db, ownerId, { id }, nowMs);
  if (!link) {
    throw new AppError('not-found', `export link ${id}`);
  }
  return link;
}

/**
 * Creates a link with a random token of 256 bits, of which only the hash is kept. Throws `not-found`,
 * `export-link.too-long` and `export-link.too-many`.
 */
export async function createLink(
  db: OwnerDb,
  { ownerId, userId }: { ownerId: string; userId: string },
  { to, hours, downloadsMax }: BodyOf<typeof createExportLink>,
  nowMs: number,
): Promise<{ link: ExportLink; token: string }> {
  if (hours > linkHours[to.what]) {
    throw new AppError('export-link.too-long', `${hours} hours`, {
      params: { days: linkHours[to.what] / 24 },
    });
  }
  await requireTarget(db, ownerId, to);
  await db
    .deleteFrom('export_link')
    .where('owner_id', '=', ownerId)
    .where('expires_at', '<', new Date(nowMs - listedDays * 24 * hourMs))
    .execute();
  await requirePlace(db, ownerId, 'export_link', isOpen(new Date(nowMs)));
  const token = randomBytes(32).toString('base64url');
  const id = v7();
  await db
    .insertInto('export_link')
    .values({
      id,
      owner_id: ownerId,
      file_id: to.what === 'file' ? to.id : null,
      schedule_id: to.what === 'schedule' ? to.id : null,
      token_hash: tokenHash(token),
      expires_at: new Date(nowMs + hours * hourMs),
      downloads_max: downloadsMax ?? null,
      created_by: userId,
    })
    .execute();
  return { link: await getLink(db, ownerId, id, nowMs), token };
}

async function requireTarget(
  db: OwnerDb,
  ownerId: string,
  { what, id }: BodyOf<typeof createExportLink>['to'],
): Promise<void> {
  const found = await db
    .selectFrom(what === 'file' ? 'export_file' : 'export_schedule')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (!found) {
    throw new AppError('not-found', `${what} ${id}`);
  }
}

/** Closes a link for good. Throws `not-found`. */
export async function revokeLink(
  db: OwnerDb,
  ownerId: string,
  id: string,
  nowMs: number,
): Promise<ExportLink> {
  await db
    .updateTable('export_link')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, ${new Date(nowMs)})` })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
  return await getLink(db, ownerId, id, nowMs);
}
