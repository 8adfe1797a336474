import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { someProducts } from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { workOnStoreJob } from '../job/store-job-work.ts';
import { noFaults } from '../store-job/fault-points.ts';
import {
  categoryBench,
  creates,
  inCategory,
  meeting,
  outcomes,
  signal,
  titles,
} from './testing/category-bench.ts';

const { db } = await testDatabase();

it('nothing is sent once the gate is shut, and that is known of the attempt', {
  tags: ['slow'],
}, async () => {
  const shut = await categoryBench(db, { deadlineMs: -1 });

  await shut.work(await shut.start(await shut.own(inCategory('Lamps', someProducts(1)))));

  expect(titles(shut)).toEqual([]);
  const attempts = await asOwner(db, shut.ownerId, (owned) =>
    owned
      .selectFrom('store_resource_attempt')
      .select('outcome')
      .where('owner_id', '=', shut.ownerId)
      .execute(),
  );
  expect(new Set(attempts.map(({ outcome }) => outcome))).toEqual(new Set(['never_sent']));
});

it('a store that is held gets no category', async () => {
  const one = await categoryBench(db);
  const request = await one.start(await one.own(inCategory('Lamps', someProducts(1))));
  const services = meeting(one, 'collection_type:custom', async (send) => {
    const answer = await send();
    await asOwner(db, one.ownerId, (owned) =>
      owned
        .updateTable('shop_turn')
        .set({ held_by_attempt: '0199c3a0-0000-7000-8000-000000000000' })
        .where('owner_id', '=', one.ownerId)
        .execute(),
    );
    return answer;
  });

  await workOnStoreJob(services, noFaults, request, signal());

  expect(titles(one)).toEqual([]);
  expect(await outcomes(one)).toEqual([]);
});

it('nothing is created while requests from before a restore of the database may still arrive', {
  tags: ['slow'],
}, async () => {
  const one = await categoryBench(db);
  const request = await one.start(await one.own(inCategory('Lamps', someProducts(1))));
  let isRestored = false;
  const shopTurn = () =>
    asOwner(db, one.ownerId, (owned) =>
      owned
        .selectFrom('shop_turn')
        .select(['counted_ms', 'quiet_until_ms'])
        .where('owner_id', '=', one.ownerId)
        .executeTakeFirstOrThrow(),
    );
  const looking = meeting(one, 'collection_type:custom', async (send) => {
    const answer = await send();
    if (!isRestored) {
      isRestored = true;
      await asOwner(db, one.ownerId, (owned) =>
        owned
          .updateTable('shop_turn')
          .set({ quiet_until_ms: sql<string>`counted_ms + 20000` })
          .where('owner_id', '=', one.ownerId)
          .execute(),
      );
    }
    return answer;
  });
  const turns: Awaited<ReturnType<typeof shopTurn>>[] = [];
  const services = meeting({ ...one, services: looking }, creates, async (send) => {
    const answer = send();
    turns.push(await shopTurn());
    return await answer;
  });

  await workOnStoreJob(services, noFaults, request, signal());

  expect(titles(one)).toEqual(['Lamps']);
  expect(turns.length).toBeGreaterThan(0);
  for (const { counted_ms, quiet_until_ms } of turns) {
    expect(Number(counted_ms)).toBeGreaterThanOrEqual(Number(quiet_until_ms));
  }
});

it('no transaction stays open while the store is asked to create a category', {
  tags: ['slow'],
}, async () => {
  const one = await categoryBench(db);
  const request = await one.start(await one.own(inCategory('Lamps', someProducts(1))));
  let locks: number | null = null;
  const services = meeting(one, creates, async (send) => {
    const answer = send();
    const { rows } = await sql<{ count: string }>`
      select count(*) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    `.execute(db);
    locks = Number(rows[0]?.count);
    return await answer;
  });

  await workOnStoreJob(services, noFaults, request, signal());

  expect(locks).toBe(0);
  expect(titles(one)).toEqual(['Lamps']);
});
