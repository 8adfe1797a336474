import { AppError } from '@bowerbird/contract/errors';
import type {
  changeWatchedFile,
  createWatchedFile,
  WatchedFile,
  WatchedWhere,
} from '@bowerbird/contract/files/watched';
import type { BodyOf } from '@bowerbird/contract/route';
import { v7 } from 'uuid';
import { requireActive } from '../../billing/quotas.ts';
import type { OwnerDb } from '../../db/database.ts';
import { requirePlace } from '../../db/places.ts';
import type { Call } from '../../http/serve.ts';
import { nextAt } from '../../time/interval-times.ts';
import { requireTimeZone } from '../../time/required-times.ts';
import { setClaim } from '../claim-new.ts';
import { getFileSource } from '../queries.ts';
import { addressPlace, feedAddress } from './address.ts';
import { allowedFolders, folderWithin } from './folders.ts';
import { findWatched } from './rows.ts';
import { shownAddress } from './shown-address.ts';

/** Creates a watched file; the errors are those of `createWatchedFile`. */
export async function writeWatched(call: Call, body: BodyOf<typeof createWatchedFile>): Promise<WatchedFile> {
  const { ownerId } = call;
  requireTimeZone(body.timeZone);
  const id = v7();
  return await call.db(async (db) => {
    await requirePlace(db, ownerId, 'file_watch');
    await requireActive(db, ownerId);
    const { id: sourceId } = await getFileSource(db, ownerId, body.sourceId);
    const first = nextAt(body, nowOf(call), null);
    await db
      .insertInto('file_watch')
      .values({
        id,
        owner_id: ownerId,
        source_id: sourceId,
        created_by: call.user.id,
        next_at: first,
        due_at: first,
        ...columnsOf(body),
        ...(await placeOf(db, call, id, body.where)),
      })
      .execute();
    await setClaim(db, call, sourceId, body.claim);
    return await getWatched(db, ownerId, id);
  });
}

/** Changes a watched file. Another address or folder begins without what was taken from the one before. */
export async function rewriteWatched(
  call: Call,
  id: string,
  body: BodyOf<typeof changeWatchedFile>,
): Promise<WatchedFile> {
  const { ownerId } = call;
  requireTimeZone(body.timeZone);
  return await call.db(async (db) => {
    const before = await lockWatched(db, ownerId, id);
    const isSameTime =
      before.next_at !== null &&
      before.every_hours === body.everyHours &&
      before.hour === body.hour &&
      before.time_zone === body.timeZone;
    const next = !body.on ? null : isSameTime ? before.next_at : nextAt(body, nowOf(call), null);
    const place = body.where && (await placeOf(db, call, id, body.where));
    if (place) {
      await db
        .deleteFrom('file_watch_file')
        .where('owner_id', '=', ownerId)
        .where('watch_id', '=', id)
        .execute();
    }
    await db
      .updateTable('file_watch')
      .set({
        ...columnsOf(body),
        next_at: next,
        due_at: isSameTime ? before.due_at : next,
        ...(place && {
          ...place,
          etag: null,
          modified: null,
          sha256: null,
          fault: null,
          tries: 0,
          // Who still looks at the place before writes nothing.
          attempt: before.attempt + 1,
          taken_until: null,
        }),
      })
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .execute();
    await setClaim(db, call, before.source_id, body.claim);
    return await getWatched(db, ownerId, id);
  });
}

/** Stops watching; the imports stay. */
export async function deleteWatched(db: OwnerDb, ownerId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('file_watch')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) {
    throw new AppError('not-found', `watched file ${id}`);
  }
}

/** Notes that a person wants a look now; a worker takes it within seconds. */
export async function askForLook(call: Call, id: string): Promise<WatchedFile> {
  const { ownerId } = call;
  return await call.db(async (db) => {
    await requireActive(db, ownerId);
    await lockWatched(db, ownerId, id);
    await db
      .updateTable('file_watch')
      .set({ asked_at: nowOf(call) })
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .execute();
    return await getWatched(db, ownerId, id);
  });
}

async function lockWatched(db: OwnerDb, ownerId: string, id: string) {
  const row = await db
    .selectFrom('file_watch')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `watched file ${id}`);
  }
  return row;
}

async function getWatched(db: OwnerDb, ownerId: string, id: string): Promise<WatchedFile> {
  const [watched] = await findWatched(db, ownerId, id);
  if (!watched) {
    throw new AppError('not-found', `watched file ${id}`);
  }
  return watched;
}

function columnsOf(body: BodyOf<typeof changeWatchedFile> | BodyOf<typeof createWatchedFile>) {
  const { hour, applies, whole } = body;
  return { every_hours: body.everyHours, hour, time_zone: body.timeZone, applies, whole };
}

async function placeOf(db: OwnerDb, { ownerId, services }: Call, id: string, where: WatchedWhere) {
  const { config, seal } = services;
  if (where.kind === 'folder') {
    await folderWithin(where.folder, await allowedFolders(db, ownerId, config));
    return { place: where.kind, address: null, shown: where.folder };
  }
  const url = feedAddress(where.address, config.allowedPrivateHosts);
  return {
    place: where.kind,
    address: seal.close(url.href, addressPlace(ownerId, id)),
    shown: shownAddress(url),
  };
}

function nowOf(call: Call): Date {
  return new Date(call.services.clock.wall());
}
