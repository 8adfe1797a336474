import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../testing/database/database.ts';
import { shopifyFile } from '../../testing.ts';
import { addressBench } from '../testing/address-bench.ts';
import { mugs } from '../testing/watched-bench.ts';

const { db } = await testDatabase();
const {
  bench: { services },
  feed,
  watched,
  at,
  stored,
  notices,
} = await addressBench(db);

describe('a watched address', () => {
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
      const source = await watched.supplier(`Failing: ${what}`, 1);
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
    const source = await watched.supplier('Gone away', 1);
    const { id } = await watched.create(source, at('/nowhere.csv'));
    await notices();
    for (let look = 0; look < 6; look += 1) {
      await watched.look(id);
    }
    expect(await notices()).toEqual([
      { state: 'failed', supplier: 'Gone away', shown: feed.address('/nowhere.csv') },
    ]);
    feed.file('/nowhere.csv', shopifyFile(mugs(1, '14.00')), '"back"');
    expect(await watched.look(id)).toMatchObject({ fault: null, lastImport: { state: 'applied' } });
  });

  it('stops no other when it fails unexpectedly, and says so', async () => {
    const source = await watched.supplier('Unexpected', 1);
    const { id } = await watched.create(source, at('/unexpected.csv'));
    const broken = { ...watched.looking, fetch: () => Promise.reject(new TypeError('a bug')) };

    expect(await watched.look(id, broken as unknown as typeof watched.looking)).toMatchObject({
      lastLook: { outcome: 'failed' },
      fault: { code: 'unexpected' },
    });
  });
});
