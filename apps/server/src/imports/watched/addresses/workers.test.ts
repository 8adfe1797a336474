import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../testing/database/database.ts';
import { asOwner } from '../../../db/database.ts';
import { shopifyFile } from '../../testing.ts';
import { takeWatch } from '../take.ts';
import { addressBench } from '../testing/address-bench.ts';
import { mugs } from '../testing/watched-bench.ts';

const { db } = await testDatabase();
const { bench, feed, watched, at, lookOnce, stored, importsOf } = await addressBench(db);
const { ownerId } = bench;

describe('a watched address', () => {
  it('is fetched and imported once however many workers look', async () => {
    const source = await watched.supplier('Busy', 1);
    feed.set('/busy.csv', (_, answer) => {
      setTimeout(() => answer.writeHead(200).end(shopifyFile(mugs(1, '15.00'))), 100);
    });
    const { id } = await watched.create(source, at('/busy.csv'));
    await watched.makeDue(id);
    const requests = feed.seen.length;

    const looked = await Promise.all([lookOnce(id), lookOnce(id), lookOnce(id)]);

    expect(looked.toSorted()).toEqual([false, false, true]);
    expect(feed.seen.length - requests).toBe(1);
    expect(await importsOf(id)).toHaveLength(1);
  });

  it('whose worker was killed while it fetched is fetched by another, and a late one writes nothing', async () => {
    const source = await watched.supplier('Killed', 1);
    feed.file('/killed.csv', shopifyFile(mugs(1, '16.00')), '"k"');
    const { id } = await watched.create(source, at('/killed.csv'));
    await watched.makeDue(id);
    // The killed worker had taken it, and fetched a part.
    await asOwner(db, ownerId, (owned) => takeWatch(owned, ownerId, id, new Date()));
    const held = await lookOnce(id);
    const expire = () =>
      asOwner(db, ownerId, (owned) =>
        sql`update file_watch set taken_until = now() - interval '1 second' where id = ${id}`.execute(owned),
      );
    await expire();
    let letGo: () => void = () => undefined;
    const asked = new Promise<void>((begun) => {
      feed.set('/killed.csv', (_, answer) => {
        letGo = () => void answer.writeHead(200).end(shopifyFile(mugs(1, '16.00')));
        begun();
      });
    });
    const late = lookOnce(id);
    await asked;
    await expire();
    feed.file('/killed.csv', shopifyFile(mugs(1, '17.00')), '"k2"');
    const other = await lookOnce(id);
    // Its import has ended, so that nothing but the lease keeps the late worker from a second one.
    await bench.work((await watched.get(id)).lastImport?.id ?? '');
    const before = await stored();
    letGo();
    await late;

    expect([held, other]).toEqual([false, true]);
    expect(await importsOf(id)).toHaveLength(1);
    expect(await stored()).toEqual(before);
  });

  it('whose worker stops in order is fetched by the next one at once', async () => {
    const source = await watched.supplier('Stopping', 1);
    const asked = new Promise<void>((begun) => {
      feed.set('/stopping.csv', (_, answer) => {
        answer.writeHead(200, { 'content-length': 10_000 }).write('Handle');
        begun();
      });
    });
    const { id } = await watched.create(source, at('/stopping.csv'));
    await watched.makeDue(id);
    const before = await stored();
    const stop = new AbortController();
    const first = lookOnce(id, stop.signal);
    await asked;
    stop.abort(new Error('The server is stopping.'));
    await first;
    feed.file('/stopping.csv', shopifyFile(mugs(1, '24.00')), '"s"');

    expect(await stored()).toEqual(before);
    expect(await watched.get(id)).toMatchObject({ lastLook: null, isLooking: false });
    expect(await lookOnce(id)).toBe(true);
    expect(await importsOf(id)).toHaveLength(1);
  });
});
