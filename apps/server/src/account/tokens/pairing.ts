import { randomInt } from 'node:crypto';
import { pairingMinutes } from '@bowerbird/contract/account/tokens';
import { AppError } from '@bowerbird/contract/errors';
import { recorded } from '../../http/recorded.ts';
import type { Call } from '../../http/serve.ts';
import { holdSession } from '../sessions.ts';
import { pluginTokenEnd, type Right } from './token-holder.ts';
import { createToken } from './tokens.ts';

const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** A code with less validity left than this is not returned again. */
const worthReportingMs = 60_000;

/** What a paired browser may do through `pluginCalls`: deliver products and query what is known. */
const pluginRights: Right[] = [{ permission: 'collect', actions: ['add', 'query'] }];

/**
 * Returns a pairing code for the plugin, which replaces an earlier one; a code that is still valid for a while is
 * returned again.
 */
export async function beginPairing(call: Call): Promise<{ code: string; expiresAt: string }> {
  const { seal, clock } = call.services;
  const userId = call.user.id;
  const now = clock.wall();
  const place = { column: 'pairing.sealed_code', row: userId, owner: null } as const;
  return await recorded(call, async (inside) => {
    await holdSession(inside, call.user);
    const held = await inside
      .selectFrom('pairing')
      .select(['sealed_code', 'expires_at'])
      .where('user_id', '=', userId)
      .where('expires_at', '>', new Date(now + worthReportingMs))
      .executeTakeFirst();
    if (held) {
      return { code: seal.open(held.sealed_code, place), expiresAt: held.expires_at.toISOString() };
    }
    const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
    const expiresAt = new Date(now + pairingMinutes * 60_000);
    const row = {
      code_hash: seal.fingerprint(spelt(code)),
      sealed_code: seal.close(code, place),
      expires_at: expiresAt,
    };
    await inside
      .insertInto('pairing')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    return { code, expiresAt: expiresAt.toISOString() };
  });
}

/** Exchanges a pairing code for the plugin's token and uses up the code. Throws `token.pairing-code-wrong`. */
export async function takePairing(
  call: Pick<Call, 'services' | 'record'>,
  { code, name, userAgent }: { code: string; name: string; userAgent: string },
): Promise<{ token: string; person: string; personId: string }> {
  const { seal, clock } = call.services;
  return await recorded(call, async (inside) => {
    const hash = seal.fingerprint(spelt(code));
    // The person first, as who changes the password does, which also ends codes.
    const person = await inside
      .selectFrom('user')
      .innerJoin('pairing', 'pairing.user_id', 'user.id')
      .select(['user.id', 'user.name'])
      .where('pairing.code_hash', '=', hash)
      .where('user.status', '=', 'active')
      .forNoKeyUpdate('user')
      .executeTakeFirst();
    const taken =
      person &&
      (await inside
        .deleteFrom('pairing')
        .where('code_hash', '=', hash)
        .where('expires_at', '>', new Date(clock.wall()))
        .returning('user_id')
        .executeTakeFirst());
    if (!taken) {
      throw new AppError('token.pairing-code-wrong', 'no such code');
    }
    const { token } = await createToken(inside, person.id, {
      kind: 'plugin',
      name,
      permissions: pluginRights,
      userAgent,
      expiresAt: pluginTokenEnd(clock.wall()),
    });
    return { token, person: person.name, personId: person.id };
  });
}

/** Normalises a code as typed: case, spaces and dashes do not matter. */
function spelt(code: string): string {
  return JSON.stringify(['pairing', code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')]);
}
