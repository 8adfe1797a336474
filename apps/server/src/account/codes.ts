import { randomInt } from 'node:crypto';
import type { Language } from '@bowerbird/contract/account/account';
import { AppError } from '@bowerbird/contract/errors';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { Db } from '../db/database.ts';
import type { VerificationCodeTable } from '../db/tables/account/messages.ts';
import { machineOf } from '../http/condition/machine.ts';
import type { Services } from '../services/services.ts';
import { refuseTooMany } from './code-pace.ts';

export type CodePurpose = 'sign-up' | 'sign-in' | 'recover' | 'change-phone' | 'change-email';

const minuteMs = 60_000;
const validMs = 10 * minuteMs;
const keptMs = 24 * 60 * minuteMs;
/** Wrong tries that a code allows: from the machine that requested it, and from all other machines together. */
const wrongMax = { own: 5, elsewhere: 10 };

export interface CodeRequest {
  purpose: CodePurpose;
  channel: 'mail' | 'sms';
  /** A mail address, or a telephone number with its country (`+8613800000000`). */
  address: string;
  language: Language;
  ownerId: string | null;
  /** IP address of the requester. Given on calls of guests, so that one machine cannot have codes sent to everybody. */
  ip?: string;
  /** Nobody has this address: everything runs as usual, but nothing is sent and no code will match. */
  toNobody?: boolean;
}

/**
 * Sends a code of six digits that proves the address, valid for ten minutes and once; a newer code replaces it. Throws
 * `code.too-often` within a minute of the last code, and `rate.too-many-tries` beyond the limit of an hour.
 */
export async function sendCode(
  services: Pick<Services, 'db' | 'seal' | 'clock' | 'messages'>,
  request: CodeRequest,
): Promise<void> {
  const { db, seal, clock, messages } = services;
  const address = asKept(request.address);
  const ip = request.ip === undefined ? undefined : machineOf(request.ip);
  const now = clock.wall();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await db.transaction().execute(async (inside) => {
    // Of two concurrent requests for one address, the second sees the first.
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
        purpose: request.purpose,
        address,
        code_hash: request.toNobody ? null : seal.fingerprint(spelt(request.purpose, address, code)),
        ip: ip ?? null,
        created_at: new Date(now),
        expires_at: new Date(now + validMs),
      })
      .execute();
    if (!request.toNobody) {
      const { channel, language, ownerId } = request;
      const to = request.address.trim();
      await messages.send({ channel, to, template: 'code', language, values: { code }, ownerId }, inside);
    }
  });
}

export interface CodeTry {
  purpose: CodePurpose;
  address: string;
  code: string;
  /** IP address of the person who enters the code. */
  ip?: string;
}

/**
 * Takes a code, which works once. Throws `code.wrong`, or `code.expired` for a code that is used, too old, or was
 * entered wrong too often: five times from the machine that requested it, or ten times from other machines, which
 * blocks the code for those machines only. A code that another machine requested does not replace one's own. A wrong
 * try is counted even if the call fails, so this function takes the services and no transaction.
 */
export async function takeCode(
  services: Pick<Services, 'db' | 'seal' | 'clock'>,
  request: CodeTry,
): Promise<void> {
  await judge(services, request, 'take');
}

/** Checks a code like `takeCode`, but leaves it usable: for calls where something else must be right first. */
export async function checkCode(
  services: Pick<Services, 'db' | 'seal' | 'clock'>,
  request: CodeTry,
): Promise<void> {
  await judge(services, request, 'keep');
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

/** Returns the codes sent to this address for this purpose, newest first, locked until the transaction ends. */
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

/** Normalises an address: upper and lower case do not distinguish addresses. */
function asKept(address: string): string {
  return address.trim().toLowerCase();
}

function spelt(purpose: CodePurpose, address: string, code: string): string {
  return JSON.stringify(['code', purpose, address, code]);
}
