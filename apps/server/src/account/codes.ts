import { randomInt } from 'node:crypto';
import type { Language } from '@bowerbird/contract/account';
import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Db } from '../db/database.ts';
import { machineOf } from '../http/machine.ts';
import type { Services } from '../services.ts';

export type CodePurpose = 'sign-up' | 'sign-in' | 'recover' | 'change-phone' | 'change-email';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const validMs = 10 * minuteMs;
const againMs = minuteMs;
const perHour = { address: 6, ip: 30 };
const triesMax = 5;

export interface CodeAsk {
  purpose: CodePurpose;
  channel: 'mail' | 'sms';
  /** A mail address, or a telephone number with its country (`+8613800000000`). */
  address: string;
  language: Language;
  ownerId: string | null;
  /** Who asks; given on calls of guests, so that one machine cannot have codes sent to everybody. */
  ip?: string;
  /** Nobody has this address: all is done as ever, but nothing is sent and no code will fit. */
  toNobody?: boolean;
}

/**
 * Sends six digits that prove the address, good for ten minutes and once; a newer one replaces it. Throws
 * `code.too-often` within a minute of the last, and `rate.too-many-tries` beyond the bound of an hour.
 */
export async function sendCode(
  services: Pick<Services, 'db' | 'seal' | 'clock' | 'messages'>,
  ask: CodeAsk,
): Promise<void> {
  const { db, seal, clock, messages } = services;
  const address = asKept(ask.address);
  const ip = ask.ip === undefined ? undefined : machineOf(ask.ip);
  const now = clock.wall();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await db.transaction().execute(async (inside) => {
    // Two asks for one address at one moment: the second sees the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${address}, 0))`.execute(inside);
    await refuseTooMany(inside, { address, ip, now });
    await inside
      .deleteFrom('verification_code')
      .where('created_at', '<', new Date(now - 24 * hourMs))
      .execute();
    await inside
      .insertInto('verification_code')
      .values({
        id: v7(),
        purpose: ask.purpose,
        address,
        code_hash: ask.toNobody ? null : seal.fingerprint(spelt(ask.purpose, address, code)),
        ip: ip ?? null,
        created_at: new Date(now),
        expires_at: new Date(now + validMs),
      })
      .execute();
    if (!ask.toNobody) {
      const { channel, language, ownerId } = ask;
      const to = ask.address.trim();
      await messages.send({ channel, to, template: 'code', language, values: { code }, ownerId }, inside);
    }
  });
}

export interface CodeTry {
  purpose: CodePurpose;
  address: string;
  code: string;
}

/**
 * Takes a code: it works once. Throws `code.wrong`, or `code.expired` for one that is used, too old, or was tried wrong
 * five times. A wrong try is counted whatever becomes of the call, so this takes the services and no transaction.
 */
export async function takeCode(
  services: Pick<Services, 'db' | 'seal' | 'clock'>,
  ask: CodeTry,
): Promise<void> {
  await judge(services, ask, 'take');
}

/** As `takeCode`, but the code can still be taken: for where something else must be right first. */
export async function checkCode(
  services: Pick<Services, 'db' | 'seal' | 'clock'>,
  ask: CodeTry,
): Promise<void> {
  await judge(services, ask, 'keep');
}

async function judge(
  { db, seal, clock }: Pick<Services, 'db' | 'seal' | 'clock'>,
  { purpose, address: written, code }: CodeTry,
  then: 'take' | 'keep',
): Promise<void> {
  const address = asKept(written);
  const now = new Date(clock.wall());
  const given = seal.fingerprint(spelt(purpose, address, code.trim()));
  const verdict = await db.transaction().execute(async (inside) => {
    const held = await inside
      .selectFrom('verification_code')
      .select(['id', 'code_hash', 'wrong', 'expires_at', 'taken_at'])
      .where('purpose', '=', purpose)
      .where('address', '=', address)
      .orderBy('created_at', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (!held) {
      return 'wrong';
    }
    if (held.taken_at || held.expires_at <= now || held.wrong >= triesMax) {
      return 'expired';
    }
    const fits = held.code_hash?.equals(given) === true;
    if (!fits || then === 'take') {
      await inside
        .updateTable('verification_code')
        .set(fits ? { taken_at: now } : { wrong: held.wrong + 1 })
        .where('id', '=', held.id)
        .execute();
    }
    return fits ? 'right' : 'wrong';
  });
  if (verdict !== 'right') {
    throw new AppError(`code.${verdict}`, `the code for ${purpose} is ${verdict}`);
  }
}

async function refuseTooMany(
  inside: Db,
  { address, ip, now }: { address: string; ip: string | undefined; now: number },
): Promise<void> {
  const { last, ofAddress, ofIp } = await inside
    .selectFrom('verification_code')
    .select(({ fn }) => [
      fn.max('created_at').filterWhere('address', '=', address).as('last'),
      fn.countAll<string>().filterWhere('address', '=', address).as('ofAddress'),
      fn
        .countAll<string>()
        .filterWhere('ip', '=', ip ?? '')
        .as('ofIp'),
    ])
    .where('created_at', '>', new Date(now - hourMs))
    .where(({ or, eb }) => or([eb('address', '=', address), eb('ip', '=', ip ?? '')]))
    .executeTakeFirstOrThrow();
  const leftMs = last === null ? 0 : last.getTime() + againMs - now;
  if (leftMs > 0) {
    throw new AppError('code.too-often', 'a code was sent within the last minute', {
      params: { seconds: Math.ceil(leftMs / 1000) },
      waitMs: leftMs,
    });
  }
  if (Number(ofAddress) >= perHour.address || Number(ofIp) >= perHour.ip) {
    throw new AppError('rate.too-many-tries', 'too many codes within the hour', {
      params: { seconds: 3600 },
      waitMs: hourMs,
    });
  }
}

/** Addresses are told apart without regard to capitals. */
function asKept(address: string): string {
  return address.trim().toLowerCase();
}

function spelt(purpose: CodePurpose, address: string, code: string): string {
  return JSON.stringify(['code', purpose, address, code]);
}
