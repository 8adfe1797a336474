import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { asOwner } from '../db/database.ts';
import { mergeRun } from './merge-run.ts';
import { change, recollectTests } from './testing.ts';

const { db, adminUrl } = await testDatabase();
const tests = await recollectTests(db);
const { ownerId, services } = tests;
const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
afterAll(() => admin.end());

/** Waits until so many transactions wait for a lock. */
async function waiting(count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await admin.query(
        `select count(*)::integer as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      expect(rows[0].count).toBe(count);
    },
    { timeout: 30_000, interval: 20 },
  );
}

type Who = 'Ann' | 'Bo' | 'source';
const orders: Who[][] = [
  ['Ann', 'Bo', 'source'],
  ['Ann', 'source', 'Bo'],
  ['Bo', 'Ann', 'source'],
  ['Bo', 'source', 'Ann'],
  ['source', 'Ann', 'Bo'],
  ['source', 'Bo', 'Ann'],
];

it.each(orders)(
  'of one product at once, %s, %s and %s each write all of theirs or nothing',
  { tags: ['slow'] },
  async (...order) => {
    const host = `${order.join('-').toLowerCase()}.example`;
    const shop = feedShop(1);
    const [id = ''] = await tests.claimed(host, shop);
    const { product: read, revision } = await tests.product(id);
    change(shop, 0, { price: '70.00' });
    const runId = await tests.start(`https://${host}/`, 'shop');
    await tests.work(runId, shop, async () => undefined);
    const acts: Record<Who, () => Promise<unknown>> = {
      // An edit says what shall change; a save, what the product shall be, as it was read.
      Ann: () => tests.edit(id, [{ kind: 'set-field', field: 'vendor', value: 'Ann’s' }]),
      Bo: () => tests.send('PUT', `/products/${id}`, { revision, product: { ...read, title: 'Bo’s' } }),
      source: () => mergeRun(services, { ownerId, runId }),
    };

    // They come to the product in this order, while somebody else has it.
    const done: Promise<unknown>[] = [];
    await asOwner(db, ownerId, async (owned) => {
      await sql`select from stored_product where id = ${id} for update`.execute(owned);
      for (const who of order) {
        done.push(acts[who]());
        await waiting(done.length);
      }
    });
    const results = await Promise.all(done);

    const isFirst = order[0] === 'Bo';
    const bo = results[order.indexOf('Bo')];
    const after = await tests.product(id);
    const history = await tests.call<{ kind: string; cells: { path: string }[] }[]>(
      'GET',
      `/products/${id}/history`,
    );
    expect(bo).toMatchObject(
      isFirst ? { status: 200 } : { status: 409, body: { code: 'product.changed-meanwhile' } },
    );
    expect(after.product).toMatchObject({
      title: isFirst ? 'Bo’s' : read.title,
      vendor: 'Ann’s',
      variants: [{ price: '70.00' }],
    });
    expect(after.revision).toBe(revision + (isFirst ? 3 : 2));
    expect(history.flatMap(({ cells }) => cells.map(({ path }) => path)).toSorted()).toEqual(
      [...(isFirst ? ['title'] : []), `variants/${read.variants[0]?.id}/price`, 'vendor'].toSorted(),
    );
    expect(await tests.call('GET', `/recollect/conflicts?productId=${id}`)).toMatchObject({ total: 0 });
  },
);
