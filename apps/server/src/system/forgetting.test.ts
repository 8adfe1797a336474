import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { testPerson } from '../../testing/products/products.ts';
import { asOwner } from '../db/database.ts';
import { forgetOld } from './forgetting.ts';

const { db } = await testDatabase();
const keptDays = { audit: 730, notices: 180, messages: 180, sourceChanges: 90 };

it('forgets the events and messages of every merchant that are older than they are kept, and no other', async () => {
  const owners = [await testOwner(db), await testOwner(db)];
  for (const ownerId of owners) {
    await asOwner(db, ownerId, async (owned) => {
      for (const days of [1, 729, 731, 2000]) {
        await sql`insert into audit_event (id, owner_id, what, details, at)
          values (gen_random_uuid(), ${ownerId}, 'test', '{}', now() - ${days} * interval '1 day')`.execute(
          owned,
        );
      }
    });
  }
  for (const [days, state] of [
    [1, 'sent'],
    [200, 'sent'],
    [200, 'waiting'],
  ] as const) {
    await sql`insert into outbox (id, channel, recipient, template, language, sealed_values, state, created_at)
      values (gen_random_uuid(), 'mail', 'a@shop.example', 'code', 'en-US', '', ${state},
        now() - ${days} * interval '1 day')`.execute(db);
  }

  const [ann = '', ben = ''] = owners;
  await grantEnding(ann, -1);
  await grantEnding(ben, -1);
  await grantEnding(ben, 5);

  const person = await testPerson(db, ann, 'Annie of the browsers');
  for (const [at, days] of [0, 2, 401].entries()) {
    const then = new Date(Date.now() - days * 24 * 3_600_000);
    const key = Buffer.alloc(32, at);
    await db
      .insertInto('known_browser')
      .values({ user_id: person, token_hash: key, seen_at: then })
      .execute();
    if (at < 2) {
      await db
        .insertInto('sign_in_try')
        .values({ key, wrong: 3, tried_at: then, closed_until: null })
        .execute();
    }
  }

  const gone = await forgetOld({ db, config: { keptDays } });
  const again = await forgetOld({ db, config: { keptDays } });

  expect(gone).toEqual({
    audit: 4,
    notices: 0,
    messages: 1,
    grants: 2,
    tries: 1,
    browsers: 1,
    folded: 0,
    binned: 0,
  });
  expect(again).toEqual({
    audit: 0,
    notices: 0,
    messages: 0,
    grants: 0,
    tries: 0,
    browsers: 0,
    folded: 0,
    binned: 0,
  });
  const left = await sql<{ state: string }>`select state from outbox order by created_at`.execute(db);
  expect(left.rows.map(({ state }) => state)).toEqual(['waiting', 'sent']);
});

/** Creates a grant of a person who was sent to a shop and may return until this many minutes from now. */
async function grantEnding(ownerId: string, minutes: number): Promise<void> {
  const user = await testPerson(db, ownerId, 'Annie');
  await asOwner(db, ownerId, async (owned) => {
    await owned
      .insertInto('store_grant')
      .values({
        state_hash: Buffer.from(crypto.getRandomValues(new Uint8Array(32))),
        owner_id: ownerId,
        user_id: user,
        store_id: null,
        platform: 'shoplazza',
        name: 'Aster',
        domain: 'aster.example',
        connection: 'app',
        credentials: Buffer.from('sealed'),
        returns_to: 'https://console.example/',
        ends_at: new Date(Date.now() + minutes * 60_000),
      })
      .execute();
  });
}
