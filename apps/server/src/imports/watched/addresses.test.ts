import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug, variant } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { importBench, shopifyFile } from '../testing.ts';
import { lookAt } from './look.ts';
import { takeWatch } from './take.ts';
import { feedServer, watchedBench } from './testing.ts';

const { db } = await testDatabase();
const bench = await importBench(db);
const feed = await feedServer();
const watched = watchedBench(bench, [feed.host]);
const { ownerId, services } = bench;

const named = (count: number, price = '10.00') =>
  Array.from({ length: count }, (_, at) => ({
    ...mug,
    title: `Mug ${at}`,
    handle: `mug-${at}`,
    variants: [variant({ sku: `M-${at}`, price })],
  }));

/** A supplier whose first file was imported by hand; returns its id. */
async function supplier(name: string, count = 4): Promise<string> {
  const into = { as: 'source' as const, source: { name }, whole: true };
  const done = await bench.apply(await bench.check(shopifyFile(named(count)), { into }), count);
  return done.source?.id ?? '';
}
const at = (path: string) => ({ kind: 'address', address: feed.address(path) });
const stored = () =>
  readdir(join(services.config.dataFolder, 'imports'), { recursive: true }).then((all) =>
    all.filter((each) => each.includes('-')),
  );
const importsOf = (watchId: string) =>
  asOwner(db, ownerId, async (owned) => {
    const { rows } = await sql<{ run_id: string; state: string }>`
      select import.run_id, run.state from import join run on run.id = import.run_id
      where watch_id = ${watchId} order by 1`.execute(owned);
    return rows;
  });
const notices = () =>
  asOwner(db, ownerId, async (owned) => {
    const { rows } = await sql<{ params: Record<string, unknown> }>`
      select params from notification_due where event = 'watched-file' order by at, id`.execute(owned);
    await sql`delete from notification_due`.execute(owned);
    return rows.map(({ params }) => params);
  });

describe('a watched address', () => {
  it('is imported by itself when it has changed, and not again while it is the same', {
    tags: ['slow'],
  }, async () => {
    const source = await supplier('Acme');
    feed.file('/acme.csv', shopifyFile(named(4, '12.00')), '"one"');
    const { id } = await watched.create(source, at('/acme.csv'));

    const first = await watched.look(id);
    const again = await watched.look(id);
    feed.file('/acme.csv', shopifyFile(named(4, '12.00')), '"same bytes, other tag"');
    const sameBytes = await watched.look(id);
    feed.file('/acme.csv', shopifyFile(named(5, '13.00')), '"three"');
    const changed = await watched.look(id);

    expect(first).toMatchObject({
      lastLook: { outcome: 'imported' },
      fault: null,
      lastImport: { state: 'applied', fileName: 'acme.csv', products: 4, heldBecause: null },
    });
    expect(again).toMatchObject({ lastLook: { outcome: 'unchanged' }, lastImport: first.lastImport });
    expect(sameBytes).toMatchObject({ lastLook: { outcome: 'unchanged' }, lastImport: first.lastImport });
    expect(changed).toMatchObject({
      lastLook: { outcome: 'imported' },
      lastImport: { products: 5, state: 'applied' },
    });
    expect(new Date(changed.nextAt ?? 0).getTime()).toBeGreaterThan(Date.now());
    const rows = await bench.rows({ sources: [source] });
    expect(rows).toHaveLength(5);
    expect(rows.every(({ price }) => Number(price) === 13)).toBe(true);
    expect(await importsOf(id)).toHaveLength(2);
    expect(await notices()).toEqual([]);
  });

  it('that is to wait for a person waits, and a newer file takes the place of one that waits', {
    tags: ['slow'],
  }, async () => {
    const source = await supplier('Careful');
    feed.file('/careful.csv', shopifyFile(named(4, '11.00')), '"1"');
    const { id } = await watched.create(source, at('/careful.csv'), { applies: false });

    const first = await watched.look(id);
    feed.file('/careful.csv', shopifyFile(named(4, '12.00')), '"2"');
    const second = await watched.look(id);

    expect(first.lastImport).toMatchObject({ state: 'checked', heldBecause: { code: 'import.to-confirm' } });
    expect(second.lastImport).toMatchObject({ state: 'checked' });
    expect((await importsOf(id)).map(({ state }) => state)).toEqual(['cancelled', 'held']);
    expect(await notices()).toEqual([{ state: 'confirm', supplier: 'Careful', count: 4 }]);
    const done = await bench.apply(await bench.get(second.lastImport?.id ?? ''), 4);
    expect(done).toMatchObject({ state: 'applied', outcomes: { imported: 4 } });
  });

  it('is not replaced while a person repairs it; the next file waits', async () => {
    const source = await supplier('Repairing');
    feed.file('/repair.csv', shopifyFile(named(4, '11.00')), '"1"');
    const { id } = await watched.create(source, at('/repair.csv'), { applies: false });
    const first = await watched.look(id);
    const runId = first.lastImport?.id ?? '';
    const { dialect, mapping, key, into } = await bench.get(runId);
    await bench.call('PUT', `/imports/${runId}`, { dialect, mapping, key, into });
    await bench.work(runId);
    feed.file('/repair.csv', shopifyFile(named(4, '12.00')), '"2"');

    expect(await watched.look(id)).toMatchObject({
      lastLook: { outcome: 'waits' },
      fault: { code: 'import.watch-waits' },
      lastImport: { id: runId, state: 'checked' },
    });
    await bench.call('POST', `/runs/${runId}/cancel`);
    expect(await watched.look(id)).toMatchObject({ lastLook: { outcome: 'imported' }, fault: null });
    await notices();
  });

  it('with errors is held, and the notice names the supplier and how many', async () => {
    const source = await supplier('Faulty');
    const broken = shopifyFile(named(4), ([header = [], ...rows]) => {
      const price = header.indexOf('Variant Price');
      return [header, ...rows.map((row, n) => (n < 2 ? row.with(price, 'ask us') : row))];
    });
    feed.file('/faulty.csv', broken, '"1"');
    const { id } = await watched.create(source, at('/faulty.csv'));

    const held = await watched.look(id);

    expect(held.lastImport).toMatchObject({
      state: 'checked',
      faults: 2,
      heldBecause: { code: 'import.watch-errors', params: { count: 2 } },
    });
    expect(await notices()).toEqual([{ state: 'errors', supplier: 'Faulty', count: 2 }]);
    expect((await bench.rows({ sources: [source] })).every(({ price }) => Number(price) === 10)).toBe(true);
  });

  it('that suddenly misses more than 30 % of the products is never applied by itself', async () => {
    const source = await supplier('Shrinking', 10);
    feed.file('/shrinking.csv', shopifyFile(named(7)), '"7"');
    const { id } = await watched.create(source, at('/shrinking.csv'));
    const less = await watched.look(id);
    feed.file('/shrinking.csv', shopifyFile(named(4)), '"4"');
    const suddenly = await watched.look(id);

    expect(less.lastImport).toMatchObject({ state: 'applied' });
    expect(suddenly.lastImport).toMatchObject({
      state: 'checked',
      heldBecause: { code: 'import.watch-missing', params: { count: 3, percent: 43 } },
    });
    expect(await notices()).toEqual([{ state: 'missing', supplier: 'Shrinking', count: 3, percent: 43 }]);
    expect(await bench.get(suddenly.lastImport?.id ?? '')).toMatchObject({
      heldBecause: { code: 'import.watch-missing' },
    });
  });

  it('whose columns have changed is held, also where the rest could be read', async () => {
    const source = await supplier('Renaming');
    const renamed = shopifyFile(named(4), ([header = [], ...rows]) => [
      header.map((cell) => (cell === 'Variant Price' ? 'Your Price' : cell)),
      ...rows,
    ]);
    feed.file('/renaming.csv', renamed, '"1"');
    const { id } = await watched.create(source, at('/renaming.csv'));

    expect((await watched.look(id)).lastImport).toMatchObject({
      state: 'checked',
      heldBecause: { code: 'import.watch-header-changed', params: { columns: 'Variant Price' } },
    });
    expect(await notices()).toEqual([{ state: 'header', supplier: 'Renaming', columns: 'Variant Price' }]);
  });

  it.each<[string, Parameters<typeof feed.set>[1], string]>([
    ['is missing', (_, answer) => void answer.writeHead(404).end(), 'import.watch-not-found'],
    [
      'is refused',
      (_, answer) => void answer.writeHead(403).end('token=abc is wrong'),
      'import.watch-denied',
    ],
    ['has a broken server', (_, answer) => void answer.writeHead(500).end(), 'import.watch-server-error'],
    [
      'is a page to sign in',
      (_, answer) => void answer.writeHead(200).end('<!doctype html><html><body>Sign in</body></html>'),
      'import.watch-no-table',
    ],
    ['is empty', (_, answer) => void answer.writeHead(200).end(), 'import.watch-no-table'],
    [
      'is cut off',
      (_, answer) => {
        answer.writeHead(200, { 'content-length': 100_000 });
        answer.write('Handle,Title\n');
        setTimeout(() => answer.destroy(), 20);
      },
      'import.watch-cut-off',
    ],
    [
      'is cut off without a length',
      (_, answer) => {
        answer.writeHead(200);
        answer.write('Handle,Title\n');
        setTimeout(() => answer.destroy(), 20);
      },
      'import.watch-cut-off',
    ],
    [
      'says that it has more than 2 GB',
      (_, answer) => {
        answer.writeHead(200, { 'content-length': 3 * 1024 ** 3 });
        answer.write('Handle');
      },
      'import.watch-too-large',
    ],
    [
      'unpacks to a thousand times what was sent',
      (_, answer) =>
        void answer
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync(`Handle,Title\n${'mug,Mug\n'.repeat(2_000_000)}`)),
      'source.answer-overcompressed',
    ],
    [
      'leads to a private address',
      (_, answer) => void answer.writeHead(302, { location: 'https://10.0.0.1/x.csv' }).end(),
      'address.private',
    ],
    [
      'leads to the metadata of a cloud',
      (_, answer) => void answer.writeHead(302, { location: 'https://169.254.169.254/latest' }).end(),
      'address.private',
    ],
  ])(
    'that %s says so, is tried again soon, and leaves no bytes',
    { tags: ['slow'] },
    async (what, answer, code) => {
      const source = await supplier(`Failing: ${what}`, 1);
      const path = `/failing/${encodeURIComponent(what)}.csv`;
      feed.set(path, answer);
      const { id } = await watched.create(source, at(path));
      const before = await stored();

      const failed = await watched.look(id);

      expect(failed).toMatchObject({ lastLook: { outcome: 'failed' }, fault: { code }, lastImport: null });
      const minutes = (new Date(failed.nextAt ?? 0).getTime() - services.clock.wall()) / 60_000;
      expect(minutes).toBeGreaterThan(3);
      expect(minutes).toBeLessThan(6);
      expect(await stored()).toEqual(before);
    },
  );

  it('that keeps failing notifies once, and is fetched again when its time comes', async () => {
    const source = await supplier('Gone away', 1);
    const { id } = await watched.create(source, at('/nowhere.csv'));
    await notices();
    for (let look = 0; look < 6; look += 1) {
      await watched.look(id);
    }
    expect(await notices()).toEqual([
      { state: 'failed', supplier: 'Gone away', shown: feed.address('/nowhere.csv') },
    ]);
    feed.file('/nowhere.csv', shopifyFile(named(1, '14.00')), '"back"');
    expect(await watched.look(id)).toMatchObject({ fault: null, lastImport: { state: 'applied' } });
  });

  it('is fetched and imported once however many workers look', async () => {
    const source = await supplier('Busy', 1);
    feed.set('/busy.csv', (_, answer) => {
      setTimeout(() => answer.writeHead(200).end(shopifyFile(named(1, '15.00'))), 100);
    });
    const { id } = await watched.create(source, at('/busy.csv'));
    await watched.makeDue(id);
    const requests = feed.seen.length;
    const one = () => lookAt(watched.looking, { ownerId, id }, new AbortController().signal);

    const looked = await Promise.all([one(), one(), one()]);

    expect(looked.toSorted()).toEqual([false, false, true]);
    expect(feed.seen.length - requests).toBe(1);
    expect(await importsOf(id)).toHaveLength(1);
  });

  it('whose worker was killed while it fetched is fetched by another, and a late one writes nothing', async () => {
    const source = await supplier('Killed', 1);
    feed.file('/killed.csv', shopifyFile(named(1, '16.00')), '"k"');
    const { id } = await watched.create(source, at('/killed.csv'));
    await watched.makeDue(id);
    // The killed worker had taken it, and fetched a part.
    await asOwner(db, ownerId, (owned) => takeWatch(owned, ownerId, id, new Date()));
    const held = await lookAt(watched.looking, { ownerId, id }, new AbortController().signal);
    const expire = () =>
      asOwner(db, ownerId, (owned) =>
        sql`update file_watch set taken_until = now() - interval '1 second' where id = ${id}`.execute(owned),
      );
    await expire();
    let letGo: () => void = () => undefined;
    const asked = new Promise<void>((begun) => {
      feed.set('/killed.csv', (_, answer) => {
        letGo = () => void answer.writeHead(200).end(shopifyFile(named(1, '16.00')));
        begun();
      });
    });
    const late = lookAt(watched.looking, { ownerId, id }, new AbortController().signal);
    await asked;
    await expire();
    feed.file('/killed.csv', shopifyFile(named(1, '17.00')), '"k2"');
    const other = await lookAt(watched.looking, { ownerId, id }, new AbortController().signal);
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
    const source = await supplier('Stopping', 1);
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
    const first = lookAt(watched.looking, { ownerId, id }, stop.signal);
    await asked;
    stop.abort(new Error('The server is stopping.'));
    await first;
    feed.file('/stopping.csv', shopifyFile(named(1, '24.00')), '"s"');

    expect(await stored()).toEqual(before);
    expect(await watched.get(id)).toMatchObject({ lastLook: null, isLooking: false });
    expect(await lookAt(watched.looking, { ownerId, id }, new AbortController().signal)).toBe(true);
    expect(await importsOf(id)).toHaveLength(1);
  });

  it('that a person asks for is looked at while it is paused, and stays paused', async () => {
    const source = await supplier('Paused', 1);
    feed.file('/paused.csv', shopifyFile(named(1, '18.00')), '"p"');
    const { id } = await watched.create(source, at('/paused.csv'));
    await bench.call('PUT', `/imports/watched/${id}`, { ...watched.body, on: false });
    const one = () => lookAt(watched.looking, { ownerId, id }, new AbortController().signal);

    const paused = await one();
    expect(await bench.call('POST', `/imports/watched/${id}/look`)).toMatchObject({ isLooking: true });
    const asked = await one();

    expect([paused, asked]).toEqual([false, true]);
    expect(await watched.get(id)).toMatchObject({
      on: false,
      nextAt: null,
      isLooking: false,
      lastLook: { outcome: 'imported' },
    });
  });

  it('stops no other when it fails unexpectedly, and says so', async () => {
    const source = await supplier('Unexpected', 1);
    const { id } = await watched.create(source, at('/unexpected.csv'));
    const broken = { ...watched.looking, fetch: () => Promise.reject(new TypeError('a bug')) };

    expect(await watched.look(id, broken as unknown as typeof watched.looking)).toMatchObject({
      lastLook: { outcome: 'failed' },
      fault: { code: 'unexpected' },
    });
  });

  it('deletes the bytes of the files before it', { tags: ['slow'] }, async () => {
    const source = await supplier('Tidy', 2);
    feed.file('/tidy.csv', shopifyFile(named(2, '20.00')), '"1"');
    const { id } = await watched.create(source, at('/tidy.csv'));
    const before = await stored();
    for (const price of ['21.00', '22.00', '23.00']) {
      feed.file('/tidy.csv', shopifyFile(named(2, price)), `"${price}"`);
      await watched.look(id);
    }
    expect((await stored()).length - before.length).toBe(1);
  });
});
