import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { editProduct, listingBench, someProducts } from '../../../testing/listing/listing.ts';
import { workOnStoreJob } from '../job/store-job-work.ts';
import { noFaults } from '../store-job/fault-points.ts';

const { db } = await testDatabase();

const times = { deadlineMs: 5000, timeoutMs: 5000, latenessMs: 12_000 };

it('what is to be written again and is refused is reported, and not tried again until it is listed', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db, { times: 40, lister: { features: { times } } });
  const { fetch } = bench.services;
  const onTheWay: (() => Promise<unknown>)[] = [];
  let holds = false;
  let writes = 0;
  const stop = new AbortController();
  let stopsAt = Number.POSITIVE_INFINITY;
  bench.services.fetch = async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : '';
    const isWrite = body.includes('productSet(');
    writes += Number(isWrite);
    if (writes >= stopsAt) {
      stop.abort();
    }
    if (isWrite && holds) {
      holds = false;
      const { method = 'GET', headers = {} } = init ?? {};
      onTheWay.push(() => fetch(input, { method, headers, body }));
      throw new TypeError('fetch failed');
    }
    return await fetch(input, init);
  };
  const [product] = someProducts(1);
  if (!product) {
    throw new Error('No product to list.');
  }
  const [id = ''] = await bench.own([product]);
  await bench.workOut(await bench.start([id]));
  holds = true;
  await editProduct(bench, id, { ...product, title: 'Second' });
  await bench.list([id]);
  await editProduct(bench, id, { ...product, title: 'Third', handle: 'third' });
  const request = await bench.start([id]);
  await bench.work(request);
  // The second edition arrives late, after the third, and its new handle belongs to another product by then.
  for (const late of onTheWay) {
    await late();
  }
  bench.shop.merchant.unmanagedHolds('THEIRS', 'third');
  const before = writes;
  // Otherwise it would be written for ever.
  stopsAt = before + 2;

  await workOnStoreJob(bench.services, noFaults, request, stop.signal).catch(() => undefined);

  expect(writes - before).toBe(1);
  expect(await bench.rows()).toMatchObject([
    { state: 'refused', fault: { code: 'store.handle-taken' }, check_due: false, open_attempt: null },
  ]);
});
