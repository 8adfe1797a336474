import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import pg from 'pg';
import { v7 } from 'uuid';
import { editAll } from '../../apps/server/src/bulk-edits/edit-job.ts';
import { countEdit, previewEdit } from '../../apps/server/src/bulk-edits/preview.ts';
import { type BulkRequest, bulkPageSize } from '../../apps/server/src/bulk-edits/requests.ts';
import { undoAll } from '../../apps/server/src/bulk-edits/undo/undo-job.ts';
import { asOwner, type Db, openDatabase } from '../../apps/server/src/db/database.ts';
import { addressesOf } from '../../apps/server/src/db/embedded/logins.ts';
import { selected } from '../../apps/server/src/products/list/selection.ts';
import { insertProducts } from '../../apps/server/src/products/write/insert.ts';
import { columnsOf } from '../../apps/server/src/products/write/rows.ts';
import { freezeOnce } from '../../apps/server/src/runs/pages.ts';
import { changeRun, createRun, getRun, type RunRow } from '../../apps/server/src/runs/runs.ts';
import type { RunControl } from '../../apps/server/src/runs/work.ts';
import type { Services } from '../../apps/server/src/services/services.ts';
import { realClock } from '../../apps/server/src/time/clock.ts';
import { jobServices } from '../proof/edits/services.ts';
import type { BenchRow } from './row.ts';
import { withScratchDatabase } from './scratch-database.ts';

const products = Number(process.env.EDITS_PRODUCTS ?? 20_000);
const repeats = 2;
const variantsEach = 3;
const steps: EditStep[] = [{ edit: { kind: 'multiply-price', by: '1.01' } }];
const series: EditStep[] = [{ edit: { kind: 'code-series', field: 'sku', template: 'N-{n}' } }];
const everything = { filter: {}, except: [] };

interface Stage {
  db: Db;
  /** Sees all rows: for the floor and for what is measured. */
  client: pg.Client;
  ownerId: string;
}

/**
 * Measures the job of a bulk price edit of 20,000 products (`EDITS_PRODUCTS`) with three variants each, and that of its
 * undo, against one SQL statement that rewrites the same rows and adds the same records; the size of a cell of the
 * history with its indexes; and how long a sample and the count's first answer take. Runs alternate, and the best counts.
 */
export async function benchEdits(): Promise<BenchRow[]> {
  return await withScratchDatabase(async (url) => {
    const { db, close } = openDatabase(addressesOf(url).app);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await measure(await fill({ db, client, ownerId: v7() }));
    } finally {
      await client.end();
      await close();
    }
  });
}

async function fill(stage: Stage): Promise<Stage> {
  const { db, client, ownerId } = stage;
  await client.query(`insert into owner (id, name) values ($1, 'Bench')`, [ownerId]);
  for (let from = 0; from < products; from += 500) {
    const rows = Array.from({ length: Math.min(500, products - from) }, (_, at) => ({
      id: v7(),
      columns: columnsOf(product(from + at)),
      collectedId: null,
      collectRunId: null,
    }));
    await asOwner(db, ownerId, (owned) => insertProducts(owned, ownerId, rows));
  }
  return stage;
}

function product(at: number) {
  const sizes = ['S', 'M', 'L'];
  return productWith({
    title: `Stoneware mug number ${at}, hand made`,
    handle: `stoneware-mug-${at}`,
    descriptionHtml: `<p>${'A mug for tea and coffee that keeps warm. '.repeat(20)}</p>`,
    vendor: 'Glade',
    tags: ['kitchen', `shelf-${at % 100}`],
    options: [{ name: 'Size', values: sizes }],
    images: [1, 2, 3, 4].map((image) => ({
      url: `https://pictures.example/${at}/${image}.jpg`,
      alt: '',
      width: 800,
      height: 800,
    })),
    variants: sizes.map((size, place) =>
      variantWith({
        id: `v${place + 1}`,
        optionValues: [size],
        price: `${10 + place}.90`,
        sku: `M-${at}-${size}`,
      }),
    ),
  });
}

async function measure(stage: Stage): Promise<BenchRow[]> {
  const floors: number[] = [];
  const edits: number[] = [];
  const undos: number[] = [];
  let bytesPerCell = 0;
  for (let time = 0; time < repeats; time += 1) {
    floors.push(await timed(stage, () => floor(stage)));
    const before = await historySize(stage);
    const edit = await startEdit(stage);
    edits.push(await timed(stage, () => work(stage, edit, editAll, 'changed')));
    bytesPerCell ||= ((await historySize(stage)) - before) / (products * variantsEach);
    const undo = await start(stage, 'undo', edit.id);
    undos.push(await timed(stage, () => work(stage, undo, undoAll, 'restored')));
  }
  const best = Math.min(...floors);
  const row = (what: string, ms: number): BenchRow => ({
    what: `${what} of ${products.toLocaleString('en')} products with ${variantsEach} variants`,
    ours: `${(ms / 1000).toFixed(1)} s`,
    floor: `${(best / 1000).toFixed(1)} s (one SQL statement)`,
    ratio: best / ms,
    aim: '0.833 (1.2 floors)',
  });
  return [
    row('price edit', Math.min(...edits)),
    row('undo', Math.min(...undos)),
    {
      what: 'history of a price, with indexes',
      ours: `${bytesPerCell.toFixed(0)} bytes`,
      floor: '180 bytes',
      ratio: 180 / bytesPerCell,
      aim: '1',
    },
    ...(await measureSample(stage)),
  ];
}

/** How long a person waits for the sample, with the size of the selection, and for one page of the count. */
async function measureSample(stage: Stage): Promise<BenchRow[]> {
  const { db, ownerId } = stage;
  // Cast: without a store, nothing else is used.
  const services = jobServices(db) as Services;
  const rows: BenchRow[] = [];
  for (const [of, wanted] of [
    ['a price edit', steps],
    ['a series of codes', series],
  ] as const) {
    const request = { selection: everything, steps: wanted };
    const sample = await timed(stage, () =>
      asOwner(db, ownerId, (owned) => previewEdit(owned, services, ownerId, { ...request, from: null })),
    );
    const page = await timed(stage, () => countPage(stage, wanted, null));
    let pages = 0;
    const whole = await timed(stage, async () => {
      let after: string | null = null;
      do {
        after = await countPage(stage, wanted, after);
        pages += 1;
      } while (after !== null);
    });
    const row = (what: string, ms: number, aim: string): BenchRow => ({
      what: `${what} of ${of} of ${products.toLocaleString('en')} products`,
      ours: `${(ms / 1000).toFixed(2)} s`,
      floor: '1 s',
      ratio: 1000 / ms,
      aim,
    });
    rows.push(
      row('sample and number of products', sample, '1'),
      row('first page of the count', page, '1'),
      row(`whole count in ${pages} pages`, whole, '-'),
    );
  }
  return rows;
}

/** Returns the milliseconds that the work takes on a table without dead rows. */
async function timed({ client }: Stage, work: () => Promise<unknown>): Promise<number> {
  await client.query('vacuum analyze stored_product');
  await client.query('checkpoint');
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function historySize({ client }: Stage): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select pg_total_relation_size('product_change') as bytes`,
  );
  return Number(rows[0]?.bytes);
}

/** Counts one page, and returns where the next begins. */
async function countPage(
  { db, ownerId }: Stage,
  wanted: EditStep[],
  after: string | null,
): Promise<string | null> {
  const request = { selection: everything, steps: wanted, after };
  return (await asOwner(db, ownerId, (owned) => countEdit(owned, ownerId, request))).next;
}

/** Confirms an edit of everything: its products and revisions are fixed. */
async function startEdit(stage: Stage): Promise<RunRow> {
  const run = await start(stage, 'edit');
  const { db, ownerId } = stage;
  return await asOwner(db, ownerId, async (owned) => {
    await freezeOnce(owned, run, { items: selected(owned, ownerId, everything), pageSize: bulkPageSize });
    return await getRun(owned, ownerId, run.id);
  });
}

async function start({ db, ownerId }: Stage, kind: 'edit' | 'undo', undoes?: string): Promise<RunRow> {
  const request: BulkRequest = {
    steps,
    userId: null,
    begins: null,
    ends: null,
    productIds: null,
    paths: null,
  };
  return await asOwner(db, ownerId, async (owned) => {
    const id = await createRun(owned, ownerId, {
      kind,
      title: 'Bench',
      request,
      createdBy: null,
      ...(undoes !== undefined && { undoes }),
    });
    return await getRun(owned, ownerId, id);
  });
}

/** Works on a run as its job does, and ends it. */
async function work(
  { db, client, ownerId }: Stage,
  run: RunRow,
  job: typeof editAll,
  outcome: string,
): Promise<void> {
  const control: RunControl = {
    signal: new AbortController().signal,
    progress: () => undefined,
    workedMs: () => 0,
    heldInVain: false,
  };
  const { state } = await job({ db, clock: realClock }, run, control);
  await asOwner(db, ownerId, (owned) =>
    changeRun(owned, ownerId, run.id, { state: state === 'held' ? 'failed' : state, ended: true }),
  );
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from run_page, unnest(outcomes) as outcome where run_id = $1 and outcome = $2`,
    [run.id, outcome],
  );
  requireAll(rows[0]?.count ?? 0);
}

/** The same edit in one statement: content, columns and records, without any rule of ours. */
async function floor({ client, ownerId }: Stage): Promise<void> {
  const editSetId = v7();
  await client.query(`insert into edit_set (id, owner_id, kind) values ($1, $2, 'edited')`, [
    editSetId,
    ownerId,
  ]);
  const price = `(variant ->> 'price')::numeric * 1.01`;
  const { rowCount } = await client.query(
    `with priced as (
      select product.id, content as before, low, high, jsonb_set(content, '{variants}', variants) as after
      from product cross join lateral (
        select jsonb_agg(jsonb_set(variant, '{price}', to_jsonb(round(${price}, 2)::text)) order by place) as variants,
          min(round(${price}, 2)) as low, max(round(${price}, 2)) as high
        from jsonb_array_elements(content -> 'variants') with ordinality as each (variant, place)
      ) as made
      where owner_id = $1
    ), written as (
      update product set content = priced.after, price = priced.low, price_max = priced.high, margin = null,
        revision = revision + 1, updated_at = now()
      from priced where product.id = priced.id
      returning product.id, product.revision, priced.before, priced.after
    )
    insert into product_change (edit_set_id, product_id, owner_id, revision, cells)
    select $2, id, $1, revision, (
      select jsonb_agg(jsonb_build_object('path', 'variants/' || (was ->> 'id') || '/price', 'before', was -> 'price',
        'after', "is" -> 'price'))
      from jsonb_array_elements(before -> 'variants') with ordinality as old (was, place)
      join jsonb_array_elements(after -> 'variants') with ordinality as new ("is", at) on at = place)
    from written`,
    [ownerId, editSetId],
  );
  requireAll(rowCount ?? 0);
}

function requireAll(count: number): void {
  if (count !== products) {
    throw new Error(`${count} of ${products} products were written`);
  }
}
