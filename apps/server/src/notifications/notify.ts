import type { NotificationEvent } from '@bowerbird/contract/system/notifications';
import { v7 } from 'uuid';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import type { Messages } from '../messages/messages.ts';
import { sendDue } from './send-due.ts';

export interface Notice {
  /** The merchant; null for administrators. */
  ownerId: string | null;
  /** Recipients; left out: everybody of the merchant whom the event concerns. */
  userIds?: string[];
  /** Person who caused the event and needs no notice. */
  exceptUserId?: string;
  event: NotificationEvent;
  /**
   * Subject of the notice: a person has one notice for each event and subject, and a repeated event renews it. Left
   * out: this notice is independent of others.
   */
  subject?: string;
  /** Values for the message `notice.<event>` in `contract/src/notices`; `state` selects `notice.<event>.<state>`. */
  params?: Record<string, string | number>;
  /** A path of the console where the person can act. */
  link?: string;
}

/** Dependencies of sending notices; `Services` has them. */
export interface NotifyServices {
  db: Db;
  log: Log;
  messages: Messages;
}

/**
 * Records in the caller's own transaction that people are to be notified. The notice is sent within two seconds of the
 * commit, and never if the transaction is rolled back. `db` must act for `ownerId` (`asOwner`), or without an owner if
 * that is null.
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

/** Notifies people at once, in the console and by mail as each chose. A failure never fails the caller's work. */
export async function notify(services: NotifyServices, notice: Notice): Promise<void> {
  try {
    const { ownerId } = notice;
    const id = await (ownerId === null
      ? noteNotice(services.db, notice)
      : asOwner(services.db, ownerId, (db) => noteNotice(db, notice)));
    await sendDue(services, { id, owner_id: ownerId });
  } catch (thrown) {
    services.log.warn({ error: String(thrown), event: notice.event }, 'Somebody could not be notified');
  }
}
