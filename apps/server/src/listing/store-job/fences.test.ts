import { TooLate } from '@bowerbird/platforms/net/too-late';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { listingBench, someProducts } from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { openGate } from '../engine/gate.ts';
import { recordIn } from '../engine/record.ts';
import { listingKey } from '../ledger/key.ts';
import { Fenced } from '../ledger/ledger.ts';
import { CountedTime } from './counted.ts';

const { db } = await testDatabase();

/** A clock that stands still until it is moved; its monotonic and wall time move separately. */
function handClock() {
  const hands = { monotonic: 1000, wall: 1_000_000 };
  return { hands, monotonic: () => hands.monotonic, wall: () => hands.wall, sleep: async () => undefined };
}

it('a worker whose row was written meanwhile cannot write', async () => {
  const bench = await listingBench(db);
  await bench.list(await bench.own(someProducts(1)));
  const [read] = await bench.rows();
  if (!read) {
    throw new Error('no row');
  }
  const write = (event: 'noted' | 'seenGone') =>
    asOwner(db, bench.ownerId, (owned) => recordIn(owned, null, read, event));
  await write('noted');

  await expect(write('seenGone')).rejects.toThrow(Fenced);
  expect((await bench.rows())[0]?.state).toBe('listed');
});

it.each([
  ['the monotonic clock passes it', 5001, 0],
  ['the wall clock passes it, as after a pause of the machine', 0, 5001],
  ['the wall clock is set far back', 0, -60_000],
])('the gate is shut when %s', (_name, monotonic, wall) => {
  const clock = handClock();
  const gate = openGate(clock, 5000, () => undefined);
  gate();
  clock.hands.monotonic += monotonic;
  clock.hands.wall += wall;

  expect(gate).toThrow(TooLate);
});

it('two who wait never count the same seconds, and no jump of the wall clock counts', async () => {
  const bench = await listingBench(db);
  const clock = handClock();
  const [one, two] = [0, 1].map(() => new CountedTime(db, bench.ownerId, bench.shopId, clock));
  const start = (await one?.count()) ?? 0;
  await two?.count();

  clock.hands.monotonic += 3000;
  clock.hands.wall += 3_600_000;
  const counted = [await one?.count(), await two?.count()];

  expect(counted).toEqual([start + 3000, start + 3000]);
});

it('a long pause counts as one tick at most', async () => {
  const bench = await listingBench(db);
  const clock = handClock();
  const time = new CountedTime(db, bench.ownerId, bench.shopId, clock);
  const start = await time.count();
  clock.hands.monotonic += 600_000;

  expect(await time.count()).toBe(start + 5000);
});

it('a key is the same for every run, and another for each installation, product, shop and generation', () => {
  const key = listingKey('installation', 'product', 'shop', 1);

  expect(key).toMatch(/^bb-[a-z2-7]{16}$/);
  expect(listingKey('installation', 'product', 'shop', 1)).toBe(key);
  const others = [
    listingKey('other', 'product', 'shop', 1),
    listingKey('installation', 'other', 'shop', 1),
    listingKey('installation', 'product', 'other', 1),
    listingKey('installation', 'product', 'shop', 2),
  ];
  expect(new Set([key, ...others]).size).toBe(5);
});
