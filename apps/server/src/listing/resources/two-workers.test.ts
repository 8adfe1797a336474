import type { Product } from '@bowerbird/catalog/product';
import { woocommerce } from '@bowerbird/platforms/woocommerce/index';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { someProducts, withinSeconds } from '../../../testing/listing/listing.ts';
import { wooBench } from '../../../testing/listing/woo-bench.ts';
import { plainImage } from '../../images/testing.ts';
import type { Services } from '../../services/services.ts';
import { workOnStoreJob } from '../job/store-job-work.ts';
import { noFaults } from '../store-job/fault-points.ts';

const { db } = await testDatabase();

function pictured(): Product[] {
  return someProducts(1).map((product) => ({
    ...product,
    images: [{ url: 'https://pictures.example/shirt.png', alt: '', width: null, height: null }],
    variants: product.variants.map((variant) => ({ ...variant, imageUrl: null })),
  }));
}

it('an image that one worker does not find is not stored again once another has stored it meanwhile', {
  tags: ['slow'],
}, async () => {
  const bench = await wooBench(db, {
    name: 'two-workers',
    times: 20,
    platform: withinSeconds(woocommerce),
    images: async () => new Response(new Uint8Array(await plainImage(8, 8).png().toBuffer())),
  });
  const { store } = bench;
  const request = await bench.start(await bench.own(pictured()));
  const { fetch: toStore } = bench.services;
  let looked: () => void = () => undefined;
  const hasLooked = new Promise<void>((resolve) => {
    looked = resolve;
  });
  let goOn: () => void = () => undefined;
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow: Services = {
    ...bench.services,
    fetch: async (input, init) => {
      const answer = await toStore(input, init);
      if (init?.method !== 'POST' && String(input).includes('wp/v2/media')) {
        looked();
        await mayGoOn;
      }
      return answer;
    },
  };
  const stop = new AbortController();
  const slowWorker = workOnStoreJob(slow, noFaults, request, stop.signal).catch(() => undefined);
  await hasLooked;

  await bench.work(request);
  goOn();
  await slowWorker;

  expect([...store.ledger.files.values()].map(({ slug }) => slug)).toHaveLength(1);
});
