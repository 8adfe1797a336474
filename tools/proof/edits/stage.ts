import type { Product } from '@bowerbird/catalog/product';
import type pg from 'pg';
import { asOwner, type Db } from '../../../apps/server/src/db/database.ts';
import type { Log } from '../../../apps/server/src/log/log.ts';
import { claimCollected } from '../../../apps/server/src/products/claim/claim.ts';
import { type ListingBench, listingBench } from '../../../apps/server/testing/listing/listing.ts';
import {
  collectedProducts,
  mug,
  testPerson,
  variant,
} from '../../../apps/server/testing/products/products.ts';

/** A merchant with claimed products, a store and a person. */
export interface Stage {
  db: Db;
  /** Sees all rows. */
  client: pg.Client;
  bench: ListingBench;
  ownerId: string;
  userId: string;
  log: Pick<Log, 'warn'>;
  /** Sorted. */
  ids: string[];
}

export async function openStage(db: Db, client: pg.Client, count: number): Promise<Stage> {
  const bench = await listingBench(db, { times: 50 });
  const { ownerId } = bench;
  const userId = await testPerson(db, ownerId, 'Annie');
  const collectedIds = await collectedProducts(
    db,
    ownerId,
    Array.from({ length: count }, (_, at) => good(at)),
  );
  const { productIds } = await asOwner(db, ownerId, (owned) =>
    claimCollected(owned, ownerId, { collectedIds, edits: [], userId }),
  );
  return { db, client, bench, ownerId, userId, log: { warn: console.error }, ids: productIds.toSorted() };
}

function good(at: number): Product {
  const values = ['S', 'M', 'L'];
  return {
    ...mug,
    title: `Mug ${at}`,
    handle: `mug-${at}`,
    options: [{ name: 'Size', values }],
    variants: values.map((size, place) =>
      variant({
        id: `v${place + 1}`,
        optionValues: [size],
        price: `${10 + ((at * 7 + place) % 90)}.90`,
        sku: `M-${at}-${size}`,
        stock: place,
      }),
    ),
    images: [{ url: `https://pictures.example/${at}.jpg`, alt: '', width: 800, height: 800 }],
    source: {
      platform: 'shopify',
      shop: 'source.example',
      id: String(at),
      url: `https://source.example/products/mug-${at}`,
      storeName: null,
    },
  };
}
