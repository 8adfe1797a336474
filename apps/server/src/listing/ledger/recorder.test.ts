import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { listingBench, someProducts } from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { changeOf, type Details } from '../engine/record.ts';
import { holdShop } from '../epoch/own-past.ts';
import type { NewAttempt } from './apply.ts';
import { findAttempts } from './attempts.ts';
import type { ListingRow } from './ledger.ts';
import { Recorder } from './recorder.ts';
import type { EventName } from './transitions.ts';

const { db } = await testDatabase();

const options = { status: 'active', publish: true, again: false } as const;

function attempt(): NewAttempt {
  return {
    id: v7(),
    kind: 'publish',
    revision: 1,
    hash: null,
    options,
    body: null,
    target: null,
    bulk: null,
    runId: null,
  };
}

/** A store with listed products, and their rows. */
async function listed(count: number) {
  const bench = await listingBench(db);
  await bench.list(await bench.own(someProducts(count)));
  const recorder = new Recorder(db, bench);
  const record = (row: ListingRow, event: EventName, details: Details = {}) =>
    recorder.record(changeOf(null, row, event, details));
  return { bench, rows: await bench.rows(), record };
}

/** Returns the transaction that last wrote each row. */
async function transactionsOf(ownerId: string): Promise<string[]> {
  return await asOwner(db, ownerId, async (owned) => {
    const rows = await owned
      .selectFrom('listing')
      .select((eb) => eb.cast<string>(eb.ref('xmin' as 'id'), 'text').as('xmin'))
      .where('owner_id', '=', ownerId)
      .execute();
    return rows.map(({ xmin }) => xmin);
  });
}

function intending(): { opens: NewAttempt } {
  return { opens: attempt() };
}

describe('what befalls products of one store', () => {
  it('goes together into one transaction where it comes together', { tags: ['slow'] }, async () => {
    const { bench, rows, record } = await listed(6);

    await Promise.all(rows.map((row) => record(row, 'noted', { set: { seenHash: 'seen' } })));

    expect(new Set(await transactionsOf(bench.ownerId)).size).toBe(1);
    expect((await bench.rows()).map(({ seen_hash }) => seen_hash)).toEqual(rows.map(() => 'seen'));
  });

  it('is not written where another wrote the row meanwhile, and the others of the same transaction are', async () => {
    const { bench, rows, record } = await listed(3);
    const [first] = rows;
    await record(first as ListingRow, 'noted');

    const reported = await Promise.all(rows.map((row) => record(row, 'intended', intending())));

    expect(reported.map((each) => (typeof each === 'string' ? each : each.row.state))).toEqual([
      'fenced',
      'intended',
      'intended',
    ]);
    expect((await bench.rows()).map(({ state }) => state).sort()).toEqual(['intended', 'intended', 'listed']);
  });

  it('is noted of an attempt though another wrote the row, where it is true whoever did', async () => {
    const { bench, rows, record } = await listed(1);
    const [row] = rows as [ListingRow];
    const details = intending();
    const sent = await record(row, 'intended', details);
    if (typeof sent === 'string') {
      throw new Error(sent);
    }
    await record(sent.row, 'noted');

    expect(await record(sent.row, 'neverSent', { answer: { because: 'too late' } })).toBe('fenced');

    const attempts = await asOwner(db, bench.ownerId, (owned) => findAttempts(owned, bench.ownerId, row.id));
    expect(attempts.find(({ id }) => id === details.opens.id)?.outcome).toBe('never_sent');
    expect((await bench.rows())[0]?.open_attempt).toBe(details.opens.id);
  });

  it('opens no attempt in a store that is held, and all else of it is written', async () => {
    const { bench, rows, record } = await listed(2);
    await asOwner(db, bench.ownerId, (owned) => holdShop(owned, bench, v7()));
    const [one, two] = rows as [ListingRow, ListingRow];

    const reported = await Promise.all([record(one, 'intended', intending()), record(two, 'noted')]);

    expect(reported[0]).toBe('held');
    expect(reported[1]).not.toBe('fenced');
    const now = (await bench.rows()).find(({ id }) => id === one.id);
    expect([now?.state, now?.open_attempt]).toEqual(['listed', null]);
  });

  it('is written one after the other for one product', async () => {
    const { rows, record } = await listed(1);
    const [row] = rows as [ListingRow];

    const reported = await Promise.all([record(row, 'noted'), record(row, 'noted')]);

    expect(reported.map((each) => typeof each)).toEqual(['object', 'string']);
  });

  it('fails alone where the database refuses it', async () => {
    const { bench, rows, record } = await listed(2);
    const [one, two] = rows as [ListingRow, ListingRow];
    const twice = intending();
    await record(one, 'intended', twice);
    const [now] = (await bench.rows()).filter(({ id }) => id === one.id) as [ListingRow];

    const reported = await Promise.allSettled([record(now, 'intended', twice), record(two, 'noted')]);

    expect(reported.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  it('cannot be what cannot befall it', async () => {
    const { rows } = await listed(1);
    const [row] = rows as [ListingRow];

    expect(() => changeOf(null, row, 'neverMade')).toThrow('neverMade cannot befall a row that is listed');
    expect(() => changeOf(null, { ...row, open_attempt: v7() }, 'checked')).toThrow('with an open attempt');
  });
});
