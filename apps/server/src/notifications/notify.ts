import type { NotificationEvent } from '@bowerbird/contract/notifications';
import { v7 } from 'uuid';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { Messages } from '../messages/messages.ts';
import { tellDue } from './tell-due.ts';

export interface Notice {
  /** The merchant; null for administrators. */
  ownerId: string | null;
  /** Who is told; left out: everybody of the merchant whom the event concerns. */
  userIds?: string[];
  /** Who did it, and need not be told. */
  exceptUserId?: string;
  event: NotificationEvent;
  /**
   * What it is about: a person has one notice for each event and subject, and what happens again renews it. Left out:
   * this notice stands alone.
   */
  subject?: string;
  /** Values of the sentence `notice.<event>` in `contract/src/notices`; `state` chooses `notice.<event>.<state>`. */
  params?: Record<string, string | number>;
  /** A path of the console where something can be done. */
  link?: string;
}

/** What telling needs; `Services` has it. */
export interface TellServices {
  db: Db;
  log: Log;
  messages: Messages;
}

/**
 * Writes down that people are to be told, in the caller's own transaction: told within two seconds of its commit, and
 * never if it is rolled back. `db` must act for `ownerId` (`asOwner`), or for nobody where that is null.
 */
export async function noteNotice(db: Db | OwnerDb, notice: Notice): Promise<string> {
  const id = v7();
  await db
    .insertInto('notification_due')
    .values({
      id,
      owner_id: notice.ownerId,
      user_ids: notice.userIds ?? null,
      except_user_id: notice.exceptUserId ?? null,
      event: notice.event,
      subject: notice.subject ?? id,
      params: JSON.stringify(notice.params ?? {}),
      link: notice.link ?? null,
    })
    .execute();
  return id;
}

/** Tells people at once, in the console and by mail as each chose. Telling them never fails the caller's work. */
export async function notify(services: TellServices, notice: Notice): Promise<void> {
  try {
    const { ownerId } = notice;
    const id = await (ownerId === null
      ? noteNotice(services.db, notice)
      : asOwner(services.db, ownerId, (db) => noteNotice(db, notice)));
    await tellDue(services, { id, owner_id: ownerId });
  } catch (thrown) {
    services.log.warn({ error: String(thrown), event: notice.event }, 'Somebody could not be told');
  }
}
