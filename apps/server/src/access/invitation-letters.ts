import { AppError } from '@bowerbird/contract/errors';
import { type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import type { Template } from '../messages/messages.ts';
import { wordsOf } from '../messages/words/words.ts';
import { type House, isOf } from './house.ts';

/** Letters that a house may send in a day, and to one address: a full team, not a mailing list. */
const perDay = { house: 100, address: 5 };
const hourMs = 3_600_000;

const templates = ['invitation', 'invitation-known'] as const satisfies readonly Template[];

/**
 * Throws `rate.too-many-tries` where one more letter of this house to this address is too many for a day. Counted is what
 * was sent, so that sending again or withdrawing gives nothing back.
 */
export async function refuseTooManyLetters(db: OwnerDb, house: House, email: string): Promise<void> {
  const { all, same } = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.countAll<string>().as('all'),
      fn.countAll<string>().filterWhere(sql<SqlBool>`lower(recipient) = ${email.toLowerCase()}`).as('same'),
    ])
    .where(isOf('owner_id', house))
    .where('template', 'in', templates)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
  if (Number(all) >= perDay.house || Number(same) >= perDay.address) {
    throw new AppError('rate.too-many-tries', 'too many invitations in a day', {
      params: { seconds: 3600 },
      waitMs: hourMs,
    });
  }
}

/**
 * Sends the letter once the invitation is committed. Whoever has an account elsewhere is told so, there and nowhere else:
 * the link could not make them another one.
 */
export async function sendLetter(
  { services, user, language }: Call,
  db: OwnerDb,
  { email, token }: { email: string; token: string },
): Promise<void> {
  const owner =
    user.ownerId === null
      ? undefined
      : await db.selectFrom('owner').select('name').where('id', '=', user.ownerId).executeTakeFirst();
  const known = await db
    .selectFrom('user')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  const values = { inviter: user.name, merchant: owner?.name ?? wordsOf[language].product };
  await services.messages.send(
    {
      channel: 'mail',
      to: email,
      template: known ? 'invitation-known' : 'invitation',
      language,
      values: known ? values : { ...values, link: `/user/invitation?token=${token}` },
      ownerId: user.ownerId,
    },
    db,
  );
}
