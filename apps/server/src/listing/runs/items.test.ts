import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { listingBench, someProducts } from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { writeItem } from './items.ts';

const { db } = await testDatabase();

it('what was listed stays listed, whatever a worker finds that was stopped and wakes after the run has ended', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db);
  const { counts } = await bench.list(await bench.own(someProducts(1)));
  expect(counts).toMatchObject({ listed: 1 });
  const item = () =>
    asOwner(db, bench.ownerId, (owned) =>
      owned
        .selectFrom('listing_item')
        .selectAll()
        .where('owner_id', '=', bench.ownerId)
        .executeTakeFirstOrThrow(),
    );
  const { id } = await item();

  await asOwner(db, bench.ownerId, (owned) =>
    writeItem(owned, bench.ownerId, id, { state: 'refused', fault: { code: 'unexpected', params: {} } }),
  );

  expect(await item()).toMatchObject({ state: 'listed', fault: null });
});
