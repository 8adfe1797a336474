import { randomInt } from 'node:crypto';
import type { Language } from '@bowerbird/contract/account';
import { AppError } from '@bowerbird/contract/errors';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { Db } from '../db/database.ts';
import type { VerificationCodeTable } from '../db/tables/messages.ts';
import { machineOf } from '../http/machine.ts';
import type { Services } from '../services.ts';
import { refuseTooMany } from './code-pace.ts';

export type CodePurpose = 'sign-up' | 'sign-in' | 'recover' | 'change-phone' | 'change-email';

const minuteMs = 60_000;
const validMs = 10 * minuteMs;
const keptMs = 24 * 60 * minuteMs;
/** Wrong tries that a code bears: from the machine that asked for it, and from all others together. */
const wrongMax = { own: 5, elsewhere: 10 };

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
      .where('created_at', '<', new Date(now - keptMs))
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
  /** Who tries. */
  ip?: string;
}

/**
 * Takes a code: it works once. Throws `code.wrong`, or `code.expired` for one that is used, too old, or was tried wrong
 * too often: five times from the machine that asked for it, ten times from others, who then close it to themselves. A
 * code that another machine asked for does not replace one's own. A wrong try is counted whatever becomes of the call, so this takes the services and no transaction.
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
  { purpose, address: written, code, ip }: CodeTry,
  then: 'take' | 'keep',
): Promise<void> {
  const address = asKept(written);
  const machine = ip === undefined ? null : machineOf(ip);
  const now = new Date(clock.wall());
  const given = seal.fingerprint(spelt(purpose, address, code.trim()));
  const verdict = await db.transaction().execute(async (inside) => {
    const sent = await sentCodes(inside, purpose, address);
    const newest = sent[0];
    const own = sent.find((each) => each.ip === machine);
    if (!newest) {
      return 'wrong';
    }
    const held = [newest, ...(own && own !== newest ? [own] : [])].filter(
      (each) => each.taken_at === null && each.expires_at > now && !isTriedUp(each, machine),
    );
    if (held.length === 0) {
      return 'expired';
    }
    const fits = held.some(({ code_hash }) => code_hash?.equals(given) === true);
    if (!fits) {
      for (const { id, ip: asker } of held) {
        const column = asker === machine ? 'wrong' : 'wrong_elsewhere';
        await inside
          .updateTable('verification_code')
          .set((eb) => ({ [column]: eb(column, '+', 1) }))
          .where('id', '=', id)
          .execute();
      }
    } else if (then === 'take') {
      await inside
        .updateTable('verification_code')
        .set({ taken_at: now })
        .where('purpose', '=', purpose)
        .where('address', '=', address)
        .where('taken_at', 'is', null)
        .execute();
    }
    return fits ? 'right' : 'wrong';
  });
  if (verdict !== 'right') {
    throw new AppError(`code.${verdict}`, `the code for ${purpose} is ${verdict}`);
  }
}

type Sent = Pick<Selectable<VerificationCodeTable>, 'ip' | 'wrong' | 'wrong_elsewhere'>;

function isTriedUp({ ip, wrong, wrong_elsewhere }: Sent, machine: string | null): boolean {
  return ip === machine ? wrong >= wrongMax.own : wrong_elsewhere >= wrongMax.elsewhere;
}

/** What was sent there for this, newest first, locked until this transaction ends. */
async function sentCodes(inside: Db, purpose: CodePurpose, address: string) {
  return await inside
    .selectFrom('verification_code')
    .select(['id', 'code_hash', 'ip', 'wrong', 'wrong_elsewhere', 'expires_at', 'taken_at'])
    .where('purpose', '=', purpose)
    .where('address', '=', address)
    .orderBy('created_at', 'desc')
    .limit(20)
    .forUpdate()
    .execute();
}

/** Addresses are told apart without regard to capitals. */
function asKept(address: string): string {
  return address.trim().toLowerCase();
}

function spelt(purpose: CodePurpose, address: string, code: string): string {
  return JSON.stringify(['code', purpose, address, code]);
}
