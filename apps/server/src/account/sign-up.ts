import { timingSafeEqual } from 'node:crypto';
import type { Language } from '@bowerbird/contract/account/account';
import { activationHours } from '@bowerbird/contract/account/guest';
import { judgePassword } from '@bowerbird/contract/account/password-strength';
import { AppError } from '@bowerbird/contract/errors';
import type { LegalVersions } from '@bowerbird/contract/system/console-settings';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { z } from 'zod';
import type { Db } from '../db/database.ts';
import { machineOf } from '../http/condition/machine.ts';
import type { Services } from '../services/services.ts';
import { hashPassword, isPassword } from './passwords/passwords.ts';

const hourMs = 3_600_000;
const validMs = activationHours * hourMs;
/** Most sign-ups requested within an hour, for one mail address and from one machine. */
const perHour = { email: 5, ip: 20 };
const againMs = 60_000;
const sendsMax = 6;

type Parts = Pick<Services, 'db' | 'seal' | 'clock' | 'messages'>;

export interface SignUpRequest {
  email: string;
  password: string;
  /** Already proven by its code. */
  phone: string;
  language: Language;
  ip: string;
  /** The texts that the person agreed to. */
  accepted: LegalVersions;
}

/**
 * Records that an account is requested and sends the link that activates it. If the address has an account, notifies
 * its owner instead; everything else happens the same way, so that nobody can see the difference. Throws
 * `rate.too-many-tries`.
 */
export async function requestForAccount(parts: Parts, request: SignUpRequest): Promise<void> {
  const { db, clock } = parts;
  const email = request.email.toLowerCase();
  const ip = machineOf(request.ip);
  const now = clock.wall();
  await refuseTooMany(db, { email, ip, now });
  const passwordHash = await hashPassword(request.password);
  const judged = judgePassword(request.password);
  const wanted = {
    id: v7(),
    email,
    language: request.language,
    mail_known: await isKnown(db, email),
  };
  await db.transaction().execute(async (inside) => {
    await inside
      .insertInto('sign_up')
      .values({
        ...wanted,
        password_hash: passwordHash,
        password_strength: judged === 'short' ? null : judged,
        phone: request.phone,
        ip,
        privacy_version: request.accepted.privacy,
        terms_version: request.accepted.terms,
        created_at: new Date(now),
        sent_at: new Date(now),
        expires_at: new Date(now + validMs),
      })
      .execute();
    await sendLink({ ...parts, db: inside }, wanted);
  });
  await db
    .deleteFrom('sign_up')
    .where('created_at', '<', new Date(now - 7 * 24 * hourMs))
    .execute();
}

/**
 * Sends the newest link for this address again, at most once a minute and a few times in total; otherwise does nothing.
 */
export async function sendLinkAgain(parts: Parts, written: string): Promise<void> {
  const { db, clock } = parts;
  const now = clock.wall();
  await db.transaction().execute(async (inside) => {
    const wanted = await inside
      .updateTable('sign_up')
      .set(({ eb }) => ({
        sent_at: new Date(now),
        expires_at: new Date(now + validMs),
        sends: eb('sends', '+', 1),
      }))
      .where('id', '=', (eb) =>
        eb
          .selectFrom('sign_up')
          .select('id')
          .where('email', '=', written.toLowerCase())
          .orderBy('created_at', 'desc')
          .limit(1),
      )
      .where('sent_at', '<=', new Date(now - againMs))
      .where('sends', '<', sendsMax)
      .returning(['id', 'email', 'language', 'mail_known'])
      .executeTakeFirst();
    if (wanted) {
      await sendLink({ ...parts, db: inside }, wanted);
    }
  });
}

/** Returns true for the address and password of a requested account whose link was not opened yet. */
export async function isRequestedFor(
  { db }: Pick<Services, 'db'>,
  name: string,
  password: string,
): Promise<boolean> {
  const wanted = await db
    .selectFrom('sign_up')
    .select('password_hash')
    .where('email', '=', name.toLowerCase())
    .orderBy('created_at', 'desc')
    .limit(perHour.email)
    .execute();
  for (const { password_hash } of wanted) {
    if (await isPassword(password_hash, password)) {
      return true;
    }
  }
  return false;
}

/**
 * Returns the id of the sign-up that a link's token opens. Throws `activation.expired` for a token that is not ours.
 */
export function signUpIdOf({ seal }: Pick<Services, 'seal'>, token: string): string {
  const [id = '', mark = ''] = token.split('.');
  const given = Buffer.from(mark, 'base64url');
  const right = markOf(seal, id);
  if (!z.uuid().safeParse(id).success || given.length !== right.length || !timingSafeEqual(given, right)) {
    throw new AppError('activation.expired', 'not a link of ours');
  }
  return id;
}

function markOf(seal: Services['seal'], id: string): Buffer {
  return seal.fingerprint(JSON.stringify(['activation', id]));
}

/** Sends links as paths only: a guest's call could name any host, and the mail would lead there. */
async function sendLink(
  { db, messages, seal }: Parts,
  wanted: { id: string; email: string; language: Language; mail_known: boolean },
): Promise<void> {
  const token = `${wanted.id}.${markOf(seal, wanted.id).toString('base64url')}`;
  const { email, language } = wanted;
  const to = { channel: 'mail' as const, to: email, language, ownerId: null };
  await messages.send(
    wanted.mail_known
      ? { ...to, template: 'sign-up-known', values: { link: '/user/login' } }
      : { ...to, template: 'activation', values: { link: `/user/activate?token=${token}`, email } },
    db,
  );
}

async function isKnown(db: Db, email: string): Promise<boolean> {
  const held = await db
    .selectFrom('user')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst();
  return held !== undefined;
}

async function refuseTooMany(
  db: Db,
  { email, ip, now }: { email: string; ip: string; now: number },
): Promise<void> {
  const { ofEmail, ofIp } = await db
    .selectFrom('sign_up')
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere('email', '=', email).as('ofEmail'),
      fn.countAll<string>().filterWhere('ip', '=', ip).as('ofIp'),
    ])
    .where('created_at', '>', new Date(now - hourMs))
    .where(({ or, eb }) => or([eb('email', '=', email), eb('ip', '=', ip)]))
    .executeTakeFirstOrThrow();
  if (Number(ofEmail) >= perHour.email || Number(ofIp) >= perHour.ip) {
    throw new AppError('rate.too-many-tries', 'too many accounts asked for within the hour', {
      params: { seconds: 3600 },
      waitMs: hourMs,
    });
  }
}
