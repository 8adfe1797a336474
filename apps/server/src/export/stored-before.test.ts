import { exportFormats } from '@bowerbird/contract/products/export';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { mug, ownProducts } from '../../testing/products/products.ts';
import { exportBench } from './testing/export-bench.ts';

const { db, adminUrl } = await testDatabase();
const bench = await exportBench(db);
const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
afterAll(() => admin.end());

/** Fields that products have not had from the beginning. */
const newer = ['attributes', 'priceTiers', 'currency'];

it.each(exportFormats)('a product stored before a field existed is in the file of %s', async (format) => {
  const merchant = await bench.merchant();
  await ownProducts(db, merchant.ownerId, [mug]);
  await admin.query(`update stored_product set content = content - $1::text[] where owner_id = $2`, [
    newer,
    merchant.ownerId,
  ]);
  const runId = await bench.start(merchant, undefined, format);
  await bench.work(merchant, runId);

  expect(await bench.run(merchant, runId)).toMatchObject({ state: 'complete' });
  const [file] = await bench.filesOf(merchant);
  expect(file).toMatchObject({ products: 1 });
});
