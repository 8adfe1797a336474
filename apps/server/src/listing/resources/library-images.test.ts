import type { Product } from '@bowerbird/catalog/product';
import { woocommerce } from '@bowerbird/platforms/woocommerce/index';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  editProduct,
  type StoreBench,
  someProducts,
  withinSeconds,
} from '../../../testing/listing/listing.ts';
import { wooBench } from '../../../testing/listing/woo-bench.ts';
import { asOwner } from '../../db/database.ts';
import { plainImage } from '../../images/testing.ts';
import { productsByIds } from '../../products/list/selection.ts';
import type { Services } from '../../services/services.ts';
import { workOnStoreJob } from '../job/store-job-work.ts';
import { noFaults } from '../store-job/fault-points.ts';

const { db } = await testDatabase();

/** A WooCommerce store whose library is open, and the addresses that images were read from. */
async function libraryBench() {
  const fetched: string[] = [];
  const bench = await wooBench(db, {
    name: 'library',
    times: 40,
    platform: withinSeconds(woocommerce),
    images: async (input) => {
      fetched.push(String(input));
      return new Response(new Uint8Array(await plainImage(8, String(input).length).png().toBuffer()));
    },
  });
  return { ...bench, fetched, files: () => [...bench.store.ledger.files.values()] };
}

function shirts(names: readonly string[], alt = ''): Product[] {
  return someProducts(names.length).map((product, at) => ({
    ...product,
    title: names[at] ?? '',
    images: [{ url: 'https://pictures.example/shirt.png', alt, width: null, height: null }],
    variants: product.variants.map((variant) => ({ ...variant, imageUrl: null })),
  }));
}

it.each([
  ['Linen shirt “Größe M”, red', '', 'linen-shirt-grosse-m-red-bb-', 'Linen shirt “Größe M”, red'],
  ['Linen shirt', 'Front view', 'front-view-bb-', 'Front view'],
  ['亚麻衬衫', '', 'bb-', '亚麻衬衫'],
])('an image of "%s" (%s) is called by words that a shopper may read', async (title, alt, file, words) => {
  const bench = await libraryBench();

  const { run } = await bench.list(await bench.own(shirts([title], alt)));

  expect(run.state).toBe('complete');
  expect(bench.files()).toMatchObject([{ title: words, alt: words }]);
  expect(bench.files()[0]?.name.replace(/[\da-f]{16}\.png$/, '')).toBe(file);
});

it('one image of several products stands in the library once, whatever they are called', async () => {
  const bench = await libraryBench();

  const first = await bench.list(await bench.own(shirts(['Shirt one', 'Shirt two', 'Shirt three'])));

  expect(first.run.state).toBe('complete');
  expect(bench.files()).toHaveLength(1);
  expect(bench.store.view().products.map(({ images }) => images)).toEqual(
    Array(3).fill([bench.files()[0]?.id]),
  );
});

it('an image that the merchant has deleted is brought by the next run that needs it', async () => {
  const bench = await libraryBench();
  const ids = await bench.own(shirts(['Shirt']));
  await bench.list(ids);
  const [before] = bench.files();
  bench.store.ledger.files.clear();
  const [own] = await asOwner(db, bench.ownerId, (owned) => productsByIds(owned, bench.ownerId, ids));
  if (own) {
    await editProduct(bench, own.id, { ...own.product, title: 'Shirt, second edition' });
  }

  const { run } = await bench.list(ids);

  const [after] = bench.files();
  expect(run.state).toBe('complete');
  expect(after?.id).not.toBe(before?.id);
  expect(bench.store.view().products).toMatchObject([{ name: 'Shirt, second edition', images: [after?.id] }]);
});

/**
 * Returns the outcomes of the attempts to upload an image, oldest first, without those whose gate a busy machine shut.
 */
async function outcomes({ ownerId }: Pick<StoreBench, 'ownerId'>): Promise<string[]> {
  const rows = await asOwner(db, ownerId, (owned) =>
    owned
      .selectFrom('store_resource_attempt')
      .select('outcome')
      .where('owner_id', '=', ownerId)
      .where('kind', '=', 'image')
      .orderBy('id')
      .execute(),
  );
  return rows.flatMap(({ outcome }) => (outcome === 'never_sent' ? [] : [outcome]));
}

function isUpload(input: Parameters<typeof fetch>[0], init?: RequestInit): boolean {
  return init?.method === 'POST' && String(input).includes('wp/v2/media');
}

it('an image is recorded before the answer to its upload, and no transaction stays open meanwhile', {
  tags: ['slow'],
}, async () => {
  const bench = await libraryBench();
  const request = await bench.start(await bench.own(shirts(['Shirt'])));
  const { fetch: toStore } = bench.services;
  const seen: unknown[] = [];
  const services: Services = {
    ...bench.services,
    fetch: async (input, init) => {
      const answer = await toStore(input, init);
      if (isUpload(input, init)) {
        const { rows } = await sql<{ count: string }>`
          select count(*) from pg_locks
          where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        `.execute(db);
        seen.push([await outcomes(bench), Number(rows[0]?.count)]);
      }
      return answer;
    },
  };

  await workOnStoreJob(services, noFaults, request, new AbortController().signal);

  expect(seen).toEqual([[['open'], 0]]);
  expect(await outcomes(bench)).toEqual(['applied']);
});

it('an image is uploaded once though the worker dies after sending and the store applies it later', {
  tags: ['slow'],
}, async () => {
  const bench = await libraryBench();
  const request = await bench.start(await bench.own(shirts(['Shirt'])));
  const { fetch: toStore } = bench.services;
  bench.store.faults.add({ kind: 'late', value: 9000, matching: 'wp/v2/media' });
  let died: () => void = () => undefined;
  const death = new Promise<void>((resolve) => {
    died = resolve;
  });
  const dying: Services = {
    ...bench.services,
    fetch: async (input, init) => {
      if (!isUpload(input, init)) {
        return await toStore(input, init);
      }
      await toStore(input, init).catch(() => undefined);
      died();
      return await new Promise<Response>(() => undefined);
    },
  };
  void workOnStoreJob(dying, noFaults, request, new AbortController().signal);
  await death;

  await bench.work(request);

  expect(bench.files()).toHaveLength(1);
  expect(bench.store.view().products.map(({ images }) => images)).toEqual([[bench.files()[0]?.id]]);
  expect(await outcomes(bench)).toEqual(['applied']);
});
