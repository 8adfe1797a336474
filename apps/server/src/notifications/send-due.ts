import type { Language } from '@bowerbird/contract/account/account';
import {
  type NoticeChoice,
  type NotificationEvent,
  noticeEvents,
} from '@bowerbird/contract/system/notifications';
import { noticeSentence } from '@bowerbird/contract/texts/notices';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import type { NotificationDueTable } from '../db/tables/account/notifications.ts';
import { languageOf } from '../http/language.ts';
import type { Messages } from '../messages/messages.ts';
import { isTemplate } from '../messages/write.ts';
import { deviceName } from './device-name.ts';

type Due = Selectable<NotificationDueTable>;

interface Recipient {
  id: string;
  email: string;
  language: string | null;
  notification_choice: Record<string, NoticeChoice>;
}

/**
 * Sends one due notice: a row for each person, and a mail for those who want one. All of it happens in one transaction,
 * whose commit removes the notice from the due list. So it is sent once, however many processes try, and again after a
 * kill. A notice that is no longer due is left alone.
 */
export async function sendDue(
  { db, messages }: { db: Db; messages: Messages },
  { id, owner_id }: { id: string; owner_id: string | null },
): Promise<void> {
  await (owner_id === null ? db.transaction().execute(work) : asOwner(db, owner_id, work));

  async function work(owned: OwnerDb): Promise<void> {
    const found = await owned
      .selectFrom('notification_due')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!found) {
      return;
    }
    const due = { ...found, params: reportedParams(found.params) };
    if (due.event === 'run-ended') {
      await settle(owned, due.subject);
    }
    for (const person of await recipientsOf(owned, due)) {
      const choice = choiceOf(person.notification_choice, due.event);
      if (await writeDown(owned, due, person, choice)) {
        await mail(messages, owned, due, person);
      }
    }
    await owned.deleteFrom('notification_due').where('id', '=', id).execute();
  }
}

/** Returns a person's choice for an event, or the default. */
export function choiceOf(chosen: Record<string, NoticeChoice>, event: NotificationEvent): NoticeChoice {
  const { console: inConsole, mail: byMail } = chosen[event] ?? noticeEvents[event];
  return { console: inConsole, mail: byMail };
}

/** Returns the raw parameters that the database recorded in a form for people. */
function reportedParams({ agent, ...params }: Due['params']): Due['params'] {
  return agent === undefined ? params : { ...params, device: deviceName(String(agent)) };
}

async function recipientsOf(
  db: OwnerDb,
  { owner_id, user_ids, except_user_id, event }: Due,
): Promise<Recipient[]> {
  const { to } = noticeEvents[event];
  const people = await db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select(['user.id', 'user.email', 'user.language', 'user.notification_choice', 'role.permissions'])
    .where('user.owner_id', 'is not distinct from', owner_id)
    .where('user.status', '=', 'active')
    .$if(except_user_id !== null, (query) => query.where('user.id', '<>', except_user_id as string))
    .execute();
  const named = user_ids === null ? [] : people.filter(({ id }) => user_ids.includes(id));
  if (user_ids !== null && (named.length > 0 || to === 'everybody')) {
    return named;
  }
  // The person who started it is gone, but the notice still concerns others.
  return people.filter(
    ({ permissions }) =>
      to === 'everybody' ||
      permissions.some(
        ({ permission, actions }) => permission === to.permission && actions.includes(to.action),
      ),
  );
}

/** Marks as read the notices that a run needs a person: a run that continued to its end needs nobody. */
async function settle(db: OwnerDb, runId: string): Promise<void> {
  await db
    .updateTable('notification')
    .set({ read_at: sql<Date>`coalesce(read_at, now())` })
    .where('event', '=', 'run-needs-you')
    .where('subject', '=', runId)
    .execute();
}

/** Writes or renews the person's notice; returns true when a mail must be sent. At most one mail for each run. */
async function writeDown(db: OwnerDb, due: Due, person: Recipient, choice: NoticeChoice): Promise<boolean> {
  const ofRun = due.event.startsWith('run-');
  const earlier = ofRun
    ? await db
        .selectFrom('notification')
        .select('id')
        .where('user_id', '=', person.id)
        .where('subject', '=', due.subject)
        .where('event', 'in', ['run-needs-you', 'run-ended'])
        .where('mailed_at', 'is not', null)
        .executeTakeFirst()
    : undefined;
  const mailing = choice.mail && !earlier;
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('notification')
    .values({
      id: v7(),
      owner_id: due.owner_id,
      user_id: person.id,
      event: due.event,
      subject: due.subject,
      params: JSON.stringify(due.params),
      link: due.link,
      due_id: due.id,
      shown: choice.console,
      at: due.at,
      mailed_at: mailing ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'event', 'subject'])
        .doUpdateSet((eb) => ({
          params: eb.ref('excluded.params'),
          link: eb.ref('excluded.link'),
          due_id: eb.ref('excluded.due_id'),
          shown: eb.ref('excluded.shown'),
          at: eb.ref('excluded.at'),
          read_at: null,
          mailed_at: sql<Date | null>`coalesce(excluded.mailed_at, notification.mailed_at)`,
        }))
        .whereRef('notification.due_id', '<>', 'excluded.due_id'),
    )
    .executeTakeFirst();
  return mailing && numInsertedOrUpdatedRows > 0n;
}

/** Queues the mail in the same transaction as the notice, so that a retry sends no second mail. */
async function mail(messages: Messages, db: OwnerDb, due: Due, person: Recipient): Promise<void> {
  const language: Language = languageOf(person.language ?? undefined, undefined);
  await messages.send(
    {
      channel: 'mail',
      to: person.email,
      // The event has its own mail template.
      template: isTemplate(due.event) ? due.event : 'notification',
      language,
      values: { sentence: noticeSentence(language, due.event, due.params), link: due.link ?? '/' },
      ownerId: due.owner_id,
    },
    db,
  );
}
