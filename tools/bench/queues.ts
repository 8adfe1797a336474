import pg from 'pg';
import { callsOf, endOf } from '../../apps/console/e2e/practice.ts';
import { startProduct } from '../../apps/console/e2e/product.ts';
import { reaching, simulateStores } from '../../apps/console/e2e/simulated-stores.ts';
import type { BenchRow } from './row.ts';
import { withScratchDatabase } from './scratch-database.ts';

const products = Number(process.env.QUEUES_PRODUCTS ?? 100_000);
/** Number of products that are really listed, and then changed; the maximum that one call may name. */
const changed = 1000;
const repeats = 20;

type Call = Awaited<ReturnType<typeof callsOf>>;

/**
 * Measures the work queues of a merchant with 100,000 products, nearly all listed, over HTTP, compared with the first
 * page of the same list without a queue, in the same run. The time of an update itself is the store's limit: see the
 * suite `stores`.
 */
export async function benchQueues(): Promise<BenchRow[]> {
  return await withScratchDatabase(async (url) => {
    const simulated = await simulateStores(['shopify'], products);
    const { product, stop } = await startProduct({ ...reaching(simulated.stores), DATABASE_URL: url });
    try {
      const call = await callsOf(product);
      await collectAndClaim(call, simulated.stores[0]?.address ?? '');
      await listSome(call, url);
      return await measure(call);
    } finally {
      await stop();
      await simulated.stop();
    }
  });
}

async function collectAndClaim(call: Call, shop: string): Promise<void> {
  const { runId } = await call<{ runId: string }>('POST', '/collect/runs', {
    platform: 'shopify',
    scope: 'shop',
    addresses: [`http://${shop}/`],
  });
  await endOf(call, runId);
  const claimed = await call<{ runId: string | null }>('POST', '/collect/results/claim', {
    selection: { filter: { state: 'unclaimed' }, except: [] },
    expected: products,
    edits: [{ kind: 'price-from-cost', by: '2.5', ending: { to: '.90' } }],
  });
  if (claimed.runId !== null) {
    await endOf(call, claimed.runId);
  }
}

/** Lists a thousand for real, records the others as listed, and gives the thousand another title. */
async function listSome(call: Call, url: string): Promise<void> {
  const stores = await call<{ id: string }[]>('GET', '/stores');
  const ids: string[] = [];
  for (let cursor: string | null = ''; ids.length < changed && cursor !== null; ) {
    const page: { items: { id: string }[]; nextCursor: string | null } = await call(
      'POST',
      '/products/query',
      {
        filter: {},
        limit: 200,
        ...(cursor && { cursor }),
      },
    );
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  const { runId } = await call<{ runId: string }>('POST', '/listing/runs', {
    storeIds: stores.slice(0, 1).map(({ id }) => id),
    selection: { ids },
  });
  await endOf(call, runId);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      insert into listing (id, owner_id, product_id, shop_id, key, state, token, store_product_id, wanted_revision, listed_revision)
      select gen_random_uuid(), owner_id, product.id, (select shop_id from listing limit 1), 'bb-' || product.id, 'listed',
        gen_random_uuid(), 'gid://shopify/Product/9' || row_number() over (), revision, revision
      from product where not exists (select from listing where product_id = product.id) and random() < 0.95
    `);
    await client.query(
      `update product set content = jsonb_set(content, '{title}', to_jsonb(title || ' 2')), title = title || ' 2',
        revision = revision + 1
      where id = any($1::uuid[])`,
      [ids],
    );
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

async function measure(call: Call): Promise<BenchRow[]> {
  const query = (queue?: string) =>
    call('POST', '/products/query', { filter: queue === undefined ? {} : { queue }, limit: 100 });
  const selection = { filter: { queue: 'changed' }, except: [] };
  const floor = await p95(() => query());
  const rows: BenchRow[] = [];
  const add = async (what: string, work: () => Promise<unknown>) => put(what, await p95(work));
  const put = (what: string, ours: number) => {
    rows.push({
      what: `${what}, ${products.toLocaleString('en')} products, over HTTP`,
      ours: `${ours.toFixed(0)} ms`,
      floor: `${floor.toFixed(0)} ms (the list without a queue)`,
      ratio: floor / ours,
      aim: '',
    });
  };
  await add('counting all work queues', () => call('GET', '/products/queues'));
  for (const queue of ['to-edit', 'to-list', 'changed', 'rejected', 'out-of-stock', 'low-margin', 'listed']) {
    await add(`first page of the queue ${queue}`, () => query(queue));
  }
  await add('counting what is changed by store', () =>
    call('POST', '/listing/states/changed', { selection }),
  );
  const { listings } = await call<{ listings: number }>('POST', '/listing/states/changed', { selection });
  const began = performance.now();
  await call('POST', '/listing/states/update', { selection, expected: listings });
  put(
    `until an update of ${listings.toLocaleString('en')} changed ones has begun`,
    performance.now() - began,
  );
  return rows;
}

async function p95(work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let time = 0; time < repeats; time += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times.sort((one, other) => one - other)[Math.ceil(repeats * 0.95) - 1] ?? Number.NaN;
}
