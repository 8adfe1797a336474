import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { someProducts } from '../../../testing/listing/listing.ts';
import { wooBench } from '../../../testing/listing/woo-bench.ts';

const { db } = await testDatabase();

it.each(['image', 'named-image'])(
  'an image that the store fetched before its product was interrupted is not stored twice, left as %s',
  { tags: ['slow'] },
  async (at) => {
    const bench = await wooBench(db, { name: `moss-${at}`, times: 100 });
    const image = { url: 'https://pictures.example/mug.jpg', alt: '', width: null, height: null };
    const ids = await bench.own(someProducts(1).map((product) => ({ ...product, images: [image] })));
    bench.store.faults.add({ kind: 'partial', value: at });

    const { run } = await bench.list(ids);

    expect(run.state).toBe('complete');
    expect([...bench.store.ledger.files.values()].map(({ name }) => name)).toEqual(['mug.jpg']);
    expect(bench.store.view().products.map(({ images }) => images.length)).toEqual([1]);
  },
);
