import type { AnswerOf } from '@bowerbird/contract/route';
import type { Notification } from '@bowerbird/contract/system/notifications';
import * as contract from '@bowerbird/contract/system/notifications';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { SignedIn } from '../http/signed-in.ts';
import { choiceOf } from './send-due.ts';

type Event = Notification['event'];

/** Returns the events that can reach this person, each with the chosen channels. */
export async function choicesOf(db: Db, user: SignedIn): Promise<AnswerOf<typeof contract.getNoticeChoices>> {
  const { notification_choice, email } = await db
    .selectFrom('user')
    .select(['notification_choice', 'email'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  return {
    mailTo: email,
    choices: contract.notificationEvents
      .filter((event) => concerns(event, user))
      .map((event) => ({
        event,
        group: contract.noticeEvents[event].group,
        ...choiceOf(notification_choice, event),
      })),
  };
}

function concerns(event: Event, user: SignedIn): boolean {
  const { to, administrators }: { to: unknown; administrators?: boolean } = contract.noticeEvents[event];
  const isAdministrator = user.ownerId === null;
  return (
    (administrators ?? isAdministrator) === isAdministrator && (to === 'everybody' || mayHear(event, user))
  );
}

function mayHear(event: Event, user: SignedIn): boolean {
  const { to } = contract.noticeEvents[event];
  return (
    to === 'everybody' ||
    user.role.permissions.some(
      ({ permission, actions }) => permission === to.permission && actions.includes(to.action),
    )
  );
}

/** Saves one choice; choices for other events are preserved, even when two windows save at once. */
export async function choose(
  db: Db,
  userId: string,
  event: Event,
  choice: contract.NoticeChoice,
): Promise<void> {
  await db
    .updateTable('user')
    .set({
      notification_choice: sql<string>`notification_choice || ${JSON.stringify({ [event]: choice })}::jsonb`,
    })
    .where('id', '=', userId)
    .execute();
}
