import { applyEdits, type Edit } from '@bowerbird/catalog/edit';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import pg from 'pg';
import { v7 } from 'uuid';
import { asOwner, type Db, openDatabase } from '../../apps/server/src/db/database.ts';
import { addressesOf } from '../../apps/server/src/db/embedded/logins.ts';
import { saveEditSet } from '../../apps/server/src/products/edit-sets.ts';
import { insertProducts } from '../../apps/server/src/products/insert.ts';
import { columnsOf } from '../../apps/server/src/products/rows.ts';
import { Undoing } from '../../apps/server/src/products/undo.ts';
import { writeMany } from '../../apps/server/src/products/write-many.ts';
import type { BenchRow } from './row.ts';
import { withScratchDatabase } from './scratch-database.ts';

const products = Number(process.env.EDITS_PRODUCTS ?? 100_000);
const repeats = 3;
const variantsEach = 3;
const dearer: Edit[] = [{ kind: 'multiply-price', by: '1.01' }];

interface Stage {
  db: Db;
  /** Sees all rows: for the floor and for what is measured. */
  client: pg.Client;
  ownerId: string;
  ids: string[];
}

/**
 * Measures a bulk price edit of 100,000 products with three variants each, and its undo, through the one way to write
 * products, against one SQL statement that rewrites the same rows and adds the same records; and the size of a cell of
 * the history with its indexes. Runs alternate, and the best of three counts.
 */
export async function benchEdits(): Promise<BenchRow[]> {
  return await withScratchDatabase(async (url) => {
    const { db, close } = openDatabase(addressesOf(url).app);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await measure(await fill({ db, client, ownerId: v7(), ids: [] }));
    } finally {
      await client.end();
      await close();
    }
  });
}

async function fill(stage: Stage): Promise<Stage> {
  const { db, client, ownerId, ids } = stage;
  await client.query(`insert into owner (id, name) values ($1, 'Bench')`, [ownerId]);
  for (let from = 0; from < products; from += 500) {
    const rows = Array.from({ length: Math.min(500, products - from) }, (_, at) => {
      const id = v7();
      ids.push(id);
      return { id, columns: columnsOf(product(from + at)), collectedId: null, collectRunId: null };
    });
    await asOwner(db, ownerId, (owned) => insertProducts(owned, ownerId, rows));
  }
  ids.sort();
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
    const editSetId = await asOwner(stage.db, stage.ownerId, (owned) =>
      saveEditSet(owned, stage.ownerId, { kind: 'edited', userId: null, edits: dearer }),
    );
    edits.push(await timed(stage, () => edit(stage, editSetId)));
    bytesPerCell ||= ((await historySize(stage)) - before) / (products * variantsEach);
    undos.push(await timed(stage, () => undo(stage, editSetId)));
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
  ];
}

/** Returns the milliseconds that the work takes on a table without dead rows. */
async function timed({ client }: Stage, work: () => Promise<unknown>): Promise<number> {
  await client.query('vacuum analyze product');
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

async function edit({ db, ownerId, ids }: Stage, editSetId: string): Promise<void> {
  let changed = 0;
  await writeMany(db, ownerId, editSetId, ids, (each) => applyEdits(each, dearer), {
    onBatch: (written) => {
      changed += written.filter(({ outcome }) => outcome === 'changed').length;
    },
  });
  requireAll(changed);
}

async function undo({ db, ownerId, ids }: Stage, editSetId: string): Promise<void> {
  const undoing = new Undoing(ownerId, { userId: null, of: editSetId });
  let restored = 0;
  for (let from = 0; from < ids.length; from += 250) {
    const batch = ids.slice(from, from + 250);
    const done = await asOwner(db, ownerId, (owned) => undoing.undo(owned, batch));
    restored += done.filter(({ kept, impossible }) => kept.length + impossible.length === 0).length;
  }
  requireAll(restored);
}

/** The same edit in one statement: content, columns and records, without any rule of ours. */
async function floor({ client, ownerId }: Stage): Promise<void> {
  const editSetId = v7();
  await client.query(`insert into edit_set (id, owner_id, kind, edits) values ($1, $2, 'edited', '[]')`, [
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
