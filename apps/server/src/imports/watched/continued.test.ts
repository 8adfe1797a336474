import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { importBench, shopifyFile } from '../testing.ts';
import { type Answer, feedServer } from './testing/feed-server.ts';
import { mugs, watchedBench } from './testing/watched-bench.ts';

const { db } = await testDatabase();
const bench = await importBench(db);
const feed = await feedServer();
const watched = watchedBench(bench, [feed.host]);

/** Breaks off after so many bytes, as long as they were not asked for by a range; else gives the range. */
function breaking(file: string, etag: string, at: number): Answer {
  const bytes = Buffer.from(file);
  return (request, answer) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const isSame = request.headers['if-range'] === etag;
    if (from > 0 && isSame) {
      const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
      answer.writeHead(206, { etag, 'content-range': range }).end(bytes.subarray(from));
      return;
    }
    answer.writeHead(200, { etag, 'content-length': bytes.length });
    answer.write(bytes.subarray(0, at), () => setTimeout(() => answer.destroy(), 20));
  };
}

const rangesSeen = (path: string) =>
  feed.seen
    .filter(({ url }) => url === path)
    .map(({ headers }) => [headers.range ?? null, headers['if-range'] ?? null]);

it('a file whose connection breaks is continued where it broke, and is imported as it is', {
  tags: ['slow'],
}, async () => {
  const source = await watched.supplier('Broken', 40);
  feed.set('/broken.csv', breaking(shopifyFile(mugs(40, '12.00')), '"a"', 700));
  const { id } = await watched.create(source, { kind: 'address', address: feed.address('/broken.csv') });

  const looked = await watched.look(id);

  expect(looked).toMatchObject({
    lastLook: { outcome: 'imported' },
    fault: null,
    lastImport: { state: 'applied', products: 40, faults: 0 },
  });
  expect(rangesSeen('/broken.csv')).toEqual([
    [null, null],
    ['bytes=700-', '"a"'],
  ]);
  const rows = await bench.rows({ sources: [source] });
  expect(rows.map(({ price }) => Number(price))).toEqual(Array(40).fill(12));
});

it('a file that is another one by then is never mixed with what arrived of the first', async () => {
  const source = await watched.supplier('Exchanged', 40);
  const first = breaking(shopifyFile(mugs(40, '12.00')), '"a"', 700);
  let isFirst = true;
  feed.set('/exchanged.csv', (request, answer) => {
    if (isFirst) {
      isFirst = false;
      first(request, answer);
    } else {
      breaking(shopifyFile(mugs(40, '99.00')), '"b"', 700)(request, answer);
    }
  });
  const { id } = await watched.create(source, { kind: 'address', address: feed.address('/exchanged.csv') });

  const looked = await watched.look(id);

  expect(looked).toMatchObject({
    lastLook: { outcome: 'failed' },
    fault: { code: 'import.watch-cut-off' },
    lastImport: null,
  });
  expect(rangesSeen('/exchanged.csv')).toHaveLength(2);
});

it.each([
  ['without a tag', ''],
  ['with a tag that promises no equal bytes', 'W/"a"'],
])('a file %s begins again with the next look', async (_, etag) => {
  const source = await watched.supplier(`Weak ${etag}`, 40);
  const path = `/weak${etag.length}.csv`;
  feed.set(path, (_request, answer) => {
    answer.writeHead(200, { ...(etag !== '' && { etag }), 'content-length': 100_000 });
    answer.write('Handle,Title\n', () => setTimeout(() => answer.destroy(), 20));
  });
  const { id } = await watched.create(source, { kind: 'address', address: feed.address(path) });

  expect(await watched.look(id)).toMatchObject({ fault: { code: 'import.watch-cut-off' } });
  expect(rangesSeen(path)).toEqual([[null, null]]);
});

it('a server that breaks off again and again is given up', { tags: ['slow'] }, async () => {
  const source = await watched.supplier('Never', 40);
  feed.set('/never.csv', (request, answer) => {
    if (request.headers.range) {
      answer.destroy();
    } else {
      breaking(shopifyFile(mugs(40, '12.00')), '"a"', 700)(request, answer);
    }
  });
  const { id } = await watched.create(source, { kind: 'address', address: feed.address('/never.csv') });

  expect(await watched.look(id)).toMatchObject({
    lastLook: { outcome: 'failed' },
    fault: { code: 'import.watch-cut-off' },
  });
});
