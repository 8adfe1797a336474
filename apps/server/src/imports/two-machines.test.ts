import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { mug, variant } from '../../testing/products/products.ts';
import { type TestBucket, testBucket } from '../../testing/s3.ts';
import { s3Store } from '../stored-files/s3-store.ts';
import { importJob } from './import-job.ts';
import { importBench, shopifyFile } from './testing.ts';

const { db } = await testDatabase();
const bench = await importBench(db);
const { services, ownerId } = bench;
const lamp = { ...mug, title: 'Lamp', handle: 'lamp', variants: [variant({ sku: '0017', price: '30.00' })] };
const file = shopifyFile([mug, lamp]);
const named = (name: string) => ({ into: { as: 'source' as const, source: { name }, whole: false } });

let bucket: TestBucket;
/** The data folder of a machine with a worker; the API has its own. */
let there: string;
beforeAll(async () => {
  bucket = await testBucket();
  there = await mkdtemp(join(tmpdir(), 'bowerbird-there-'));
  services.config.s3 = bucket.bucket;
  // The API has these services already.
  Object.assign(services.files, s3Store(bucket.bucket));
});
afterAll(async () => {
  await bucket.close();
  await rm(there, { recursive: true, force: true });
});

async function workThere(runId: string): Promise<void> {
  const job = importJob({ ...services, config: { ...services.config, dataFolder: there } });
  await job.work({ runId, ownerId, key: runId }, new AbortController().signal);
}

it('a file that one machine received is checked by a worker of another, applied, and gone from all with its bytes', async () => {
  const fileId = await bench.upload(file);
  const runId = await bench.start(fileId, named('Two machines'));
  await workThere(runId);
  const checked = await bench.get(runId);
  expect(checked).toMatchObject({ state: 'checked', groups: { new: 2, faulty: 0 } });
  await bench.call('POST', `/imports/${runId}/apply`, { expected: 2, allOrNothing: false });
  await workThere(runId);
  expect(await bench.get(runId)).toMatchObject({ state: 'applied' });
  expect(readdirSync(services.config.dataFolder)).not.toContain('imports');

  await bench.call('DELETE', `/imports/files/${fileId}`);

  expect([...bucket.objects.keys()]).toEqual([]);
});

it('a bucket that does not answer holds the check, which goes on once it does', async () => {
  const runId = await bench.start(await bench.upload(file), named('Silent bucket'));
  bucket.failWith = 403;
  await workThere(runId);
  expect(await bench.run(runId)).toMatchObject({
    state: 'held',
    fault: { code: 'files.store-unreachable' },
  });
  bucket.failWith = null;
  await bench.asOwner((owned) =>
    owned
      .updateTable('run')
      .set({ goes_on_at: new Date(0) })
      .where('id', '=', runId)
      .execute(),
  );

  await workThere(runId);

  expect(await bench.get(runId)).toMatchObject({ state: 'checked', groups: { new: 2 } });
});
