import { AppError } from '@bowerbird/contract/errors';
import { type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import type { Call } from '../../http/serve.ts';
import type { Template } from '../../messages/texts/template.ts';
import { wordsOf } from '../../messages/texts/texts.ts';
import { isOf, type Tenant } from '../tenant.ts';

/**
 * Letters that an owner may send in a day, in total and to one address: enough for a full team, too few for a mailing
 * list.
 */
const perDay = { tenant: 100, address: 5 };
const hourMs = 3_600_000;

const templates = ['invitation', 'invitation-known'] as const satisfies readonly Template[];

/**
 * Throws `rate.too-many-tries` if one more letter from this owner to this address exceeds the limit of a day. Counts
 * what was sent, so sending again or withdrawing frees nothing.
 */
export async function refuseTooManyLetters(db: OwnerDb, tenant: Tenant, email: string): Promise<void> {
  const { all, same } = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.countAll<string>().as('all'),
      fn.countAll<string>().filterWhere(sql<SqlBool>`lower(recipient) = ${email.toLowerCase()}`).as('same'),
    ])
    .where(isOf('owner_id', tenant))
    .where('template', 'in', templates)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
  if (Number(all) >= perDay.tenant || Number(same) >= perDay.address) {
    throw new AppError('rate.too-many-tries', 'too many invitations in a day', {
      params: { seconds: 3600 },
      waitMs: hourMs,
    });
  }
}

/**
 * Sends the letter once the invitation is committed. If the recipient already has an account elsewhere, only this
 * letter says so: the link could not create another account for them.
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
      language,
      ownerId: user.ownerId,
      ...(known
        ? { template: 'invitation-known', values }
        : { template: 'invitation', values: { ...values, link: `/user/invitation?token=${token}` } }),
    },
    db,
  );
}
