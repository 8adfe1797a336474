import { v7 } from 'uuid';
import { testOwner } from '../../testing/database/database.ts';
import { asOwner, type Db } from '../db/database.ts';
import { messagePlace } from '../messages/messages.ts';
import { accessPlace } from '../sources/open-access.ts';
import type { Seal } from './seal.ts';

/**
 * Creates this many sealed rows of a merchant: accesses to sources, each with its own name as its secret. Returns their
 * ids.
 */
export async function sealedAccesses(db: Db, ownerId: string, seal: Seal, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => v7()).sort();
  await asOwner(db, ownerId, (owned) =>
    owned
      .insertInto('source_access')
      .values(
        ids.map((id) => ({
          id,
          owner_id: ownerId,
          platform: 'woocommerce',
          connection: 'rest-keys',
          name: 'Secret mugs',
          shop: null,
          credentials: seal.close(`secret of ${id}`, accessPlace(ownerId, id)),
          shown: '{}',
          state: 'works' as const,
        })),
      )
      .execute(),
  );
  return ids;
}

/**
 * Creates one sealed value in each table that row-level security does not protect; returns a function that opens them.
 */
export async function openTablesSealed(db: Db, seal: Seal): Promise<() => Promise<string[]>> {
  const ownerId = await testOwner(db);
  const [userId, messageId] = [v7(), v7()];
  const at = (column: 'user.two_step' | 'two_step_setup.secret' | 'pairing.sealed_code') =>
    ({ column, row: userId, owner: null }) as const;
  const now = new Date();
  await db
    .insertInto('user')
    .values({
      id: userId,
      owner_id: ownerId,
      username: userId,
      email: `${userId}@example.test`,
      password_hash: '',
      name: 'Ann',
      role_id: 'merchant',
      two_step: seal.close('second step', at('user.two_step')),
    })
    .execute();
  await db
    .insertInto('two_step_setup')
    .values({
      user_id: userId,
      secret: seal.close('being set up', at('two_step_setup.secret')),
      created_at: now,
    })
    .execute();
  await db
    .insertInto('pairing')
    .values({
      user_id: userId,
      code_hash: seal.fingerprint(userId),
      sealed_code: seal.close('pairing code', at('pairing.sealed_code')),
      expires_at: now,
    })
    .execute();
  await db
    .insertInto('outbox')
    .values({
      id: messageId,
      owner_id: ownerId,
      channel: 'mail',
      recipient: 'ann@example.test',
      template: 'code',
      language: 'en-US',
      sealed_values: seal.close('a code', messagePlace(messageId, ownerId)),
      state: 'kept',
      next_try_at: now,
    })
    .execute();
  return async () => {
    const user = await db.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
    const setup = await db
      .selectFrom('two_step_setup')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const pairing = await db
      .selectFrom('pairing')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const message = await db
      .selectFrom('outbox')
      .selectAll()
      .where('id', '=', messageId)
      .executeTakeFirstOrThrow();
    return [
      seal.open(user.two_step ?? Buffer.alloc(0), at('user.two_step')),
      seal.open(setup.secret, at('two_step_setup.secret')),
      seal.open(pairing.sealed_code, at('pairing.sealed_code')),
      seal.open(message.sealed_values, messagePlace(messageId, ownerId)),
    ];
  };
}
