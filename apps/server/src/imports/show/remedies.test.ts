import type { Remedy, RemedyPreview } from '@bowerbird/contract/files/remedies';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug } from '../../../testing/products/products.ts';
import { importBench, shopifyFile } from '../testing.ts';

const { db } = await testDatabase();
const bench = await importBench(db);

const comma: Remedy = { kind: 'decimal-comma', column: 'Variant Price', shape: null };
const preview = (id: string, remedy: Remedy) =>
  bench.call<RemedyPreview>('POST', `/imports/${id}/remedies/preview`, { remedy });

/** A checked file of one page with a decimal comma in its last row, repeated until it has a million rows. */
async function million(name: string): Promise<string> {
  const products = Array.from({ length: 499 }, (_, at) => ({ ...mug, handle: `mug-${at}` }));
  const file = shopifyFile(products, (rows) =>
    rows.map((row, at) =>
      at === rows.length - 1 ? row.map((cell) => cell.replace(/^19\.90$/, '19,90')) : row,
    ),
  );
  const { id } = await bench.check(file, {
    into: { as: 'source', source: { name }, whole: false },
  });
  await bench.asOwner((owned) =>
    sql`
      with plain as (
        insert into import_page (run_id, page, owner_id, first_row, last_row, packed)
        select run_id, page + 1 + more, owner_id, first_row + 500 * (more + 1), last_row + 500 * (more + 1), packed
        from import_page, generate_series(0, 1998) as more where run_id = ${id}
      )
      update import set rows = 1000000 where run_id = ${id}
    `.execute(owned),
  );
  return id;
}

it('what a remedy changes in a million rows is answered within a second, and says that it may be more', {
  tags: ['slow'],
}, async () => {
  const id = await million('Million');
  const { rows } = await bench.asOwner((owned) =>
    sql<{ pages: number }>`select count(*)::integer as pages from import_page where run_id = ${id}`.execute(
      owned,
    ),
  );
  expect(rows[0]?.pages).toBe(2000);

  const started = performance.now();
  const shown = await preview(id, comma);
  const ms = performance.now() - started;

  expect(shown).toMatchObject({ examples: [{ before: '19,90', after: '19.90' }] });
  expect(shown.cells).toBeGreaterThan(0);
  expect(shown.countedRows).toBeGreaterThan(500);
  expect(shown.countedRows).toBeLessThan(1_000_000);
  // The count ends after half a second; the rest is what a busy machine takes.
  expect(ms).toBeLessThan(2_000);
});

it('the rows with known errors are counted first, however far down they stand', {
  tags: ['slow'],
}, async () => {
  const id = await million('Far');
  await bench.asOwner((owned) =>
    sql`update import_fault set examples = '[{"row": 999999, "value": "19,90"}]' where run_id = ${id}`.execute(
      owned,
    ),
  );

  const shown = await preview(id, comma);

  expect(shown.examples[0]?.row).toBe(1_000_000);
});

it('a small file is counted whole', async () => {
  const { id } = await bench.check(
    shopifyFile([mug], (rows) => rows.map((row) => row.map((cell) => cell.replace(/^19\.90$/, '19,90')))),
    { into: { as: 'source', source: { name: 'Small' }, whole: false } },
  );

  expect(await preview(id, comma)).toMatchObject({ cells: 1, countedRows: null });
});
