import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import { recordByLink } from '../../audit/by-link.ts';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import type { Call } from '../../http/serve.ts';
import type { ExportFileRow } from '../files.ts';
import { isOpen, tokenHash } from './links.ts';

/**
 * Counts a download and returns the file of a link. The count, its limit and the audit event are one transaction: of two
 * downloads at once, only one gets the last place. Throws `export-link.closed` and `export-link.no-file`.
 */
export async function useLink(
  { services, request }: Pick<Call, 'services' | 'request'>,
  token: string,
): Promise<ExportFileRow> {
  const { rows } = await sql<{ id: string; owner_id: string }>`
    select id, owner_id from export_link_with(${tokenHash(token)})
  `.execute(services.db);
  const [link] = rows;
  if (!link) {
    throw closed();
  }
  const { id, owner_id: ownerId } = link;
  const now = new Date(services.clock.wall());
  return await asOwner(services.db, ownerId, async (db) => {
    const used = await db
      .updateTable('export_link')
      .set((eb) => ({ downloads: eb('downloads', '+', 1), last_used_at: now }))
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .where(isOpen(now))
      .returning(['file_id', 'schedule_id'])
      .executeTakeFirst();
    if (!used) {
      throw closed();
    }
    const file = await fileOf(db, ownerId, used);
    if (!file) {
      throw new AppError('export-link.no-file', `link ${id} has no file yet`);
    }
    await recordByLink(db, request, {
      ownerId,
      what: 'export-link-used',
      params: { id },
      fields: { name: file.name },
    });
    return file;
  });
}

/** Returns the file of a link: its own, or the newest of its schedule. */
async function fileOf(
  db: OwnerDb,
  ownerId: string,
  { file_id, schedule_id }: { file_id: string | null; schedule_id: string | null },
): Promise<ExportFileRow | undefined> {
  return await db
    .selectFrom('export_file')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where((eb) => (file_id !== null ? eb('id', '=', file_id) : eb('schedule_id', '=', schedule_id)))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The same for every token that gives nothing, so that nobody learns which ones exist. */
function closed(): AppError {
  return new AppError('export-link.closed', 'no open link with this token');
}
