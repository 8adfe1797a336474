import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { rowsRead } from '../../../testing/database/rows-read.ts';
import { sampleProduct } from '../../../testing/products/products.ts';
import { asOwner, type Db } from '../../db/database.ts';
import { claimJob } from '../../products/claim/claim-job.ts';
import { findPriceGuard } from '../../rules/price-guard.ts';
import { createRun } from '../../runs/runs.ts';
import { realClock } from '../../time/clock.ts';
import { beginBatch } from '../progress.ts';
import { saveProducts } from '../saving/save-products.ts';
import { writeCollectRun } from '../start.ts';
import { snapshotOf, sourceKey } from './collected-columns.ts';
import { chooseCollected, selectCollected } from './filter.ts';

const database = await testDatabase();
const { db } = database;

/** Saves this many products as one collecting run does, and returns the selection of that run. */
async function collected(ownerId: string, count: number) {
  const snapshots = Array.from({ length: count }, (_, at) =>
    snapshotOf({
      ...sampleProduct(1),
      source: {
        platform: 'shopify',
        shop: 'one.example',
        id: String(at),
        url: `https://one.example/products/${at}`,
        storeName: null,
      },
    }),
  );
  const runId = await asOwner(db, ownerId, async (owned) => {
    const id = await writeCollectRun(
      owned,
      { ownerId, userId: null },
      { platform: 'shopify', scope: 'shop', addresses: ['https://one.example/'], shops: ['one.example'] },
    );
    await beginBatch(owned, ownerId, id, 0, snapshots.map(sourceKey));
    await saveProducts(owned, { ownerId, runId: id, platform: 'shopify', way: 'feed' }, snapshots);
    return id;
  });
  return { filter: { state: 'all' as const, runId }, except: [] };
}

async function readEach(
  count: number,
  work: (db: Db, ownerId: string, selection: Awaited<ReturnType<typeof collected>>) => Promise<void>,
) {
  const ownerId = await testOwner(db);
  const selection = await collected(ownerId, count);
  const read = await rowsRead(database, ['collected', 'stored_product'], (own) =>
    work(own, ownerId, selection),
  );
  return read / count;
}

async function claim(
  own: Db,
  ownerId: string,
  selection: Awaited<ReturnType<typeof collected>>,
): Promise<void> {
  const request = { selection, edits: [], userId: null };
  const runId = await asOwner(own, ownerId, (owned) =>
    createRun(owned, ownerId, { kind: 'claim', title: 'x', request, createdBy: null }),
  );
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const jobs = { wake: async () => void 0 } as unknown as Parameters<typeof claimJob>[0]['jobs'];
  const job = claimJob({ db: own, clock: realClock, log, jobs }, chooseCollected, findPriceGuard);
  await job.work({ runId, ownerId, key: v7() }, new AbortController().signal);
  const { count } = await asOwner(own, ownerId, (owned) =>
    owned
      .selectFrom('product')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow(),
  );
  expect(Number(count)).toBeGreaterThan(0);
}

async function inPages(
  own: Db,
  ownerId: string,
  selection: Awaited<ReturnType<typeof collected>>,
): Promise<void> {
  const ids: string[] = [];
  for await (const page of selectCollected(own, ownerId, selection, 20)) {
    ids.push(...page);
  }
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(ids.toSorted());
}

it.each([
  ['claims what a run collected', claim],
  ['reads the ids that a run collected, in pages', inPages],
])('%s: four times the products read no more rows each', { tags: ['slow'] }, async (_, work) => {
  const few = await readEach(250, work);
  const many = await readEach(1000, work);

  expect(many).toBeLessThan(few * 1.5);
  expect(many).toBeLessThan(30);
});
