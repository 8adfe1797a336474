import { fetchFrom } from '@bowerbird/simulators/simulation';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { asOwner, openDatabase } from '../../../apps/server/src/db/database.ts';
import { addressesOf } from '../../../apps/server/src/db/embedded/logins.ts';
import { createListingRun } from '../../../apps/server/src/listing/runs/create-run.ts';
import { prepareItems } from '../../../apps/server/src/listing/runs/prepare.ts';
import { beginMark } from '../../../apps/server/src/listing/runs/selection-mark.ts';
import { selectProducts } from '../../../apps/server/src/products/list/selection.ts';
import { getStore } from '../../../apps/server/src/stores/queries.ts';
import { realClock } from '../../../apps/server/src/time/clock.ts';
import { copyProduct } from '../../../apps/server/testing/products/copied-products.ts';
import { connectMerchant, servicesFor } from '../../proof/listing/merchant.ts';
import { watchMemory } from '../memory.ts';
import type { BenchRow } from '../row.ts';
import { withScratchDatabase } from '../scratch-database.ts';
import { productsOr } from '../size.ts';
import { costProduct } from './cost/product.ts';
import { freeStores, withoutLimit } from './cost/stores.ts';

const products = productsOr(100_000);
const selection = { filter: {}, except: [] };
const options = { status: 'active', publish: true, again: false } as const;

/**
 * Creates a run of 100,000 products that a person previewed, and writes them as its job does: how soon the answer
 * arrives, how long the writing takes, and how much memory it needs. The floor is reading the mark of the same products
 * without a run.
 */
export async function benchListingCreate(): Promise<BenchRow[]> {
  return await withScratchDatabase(async (databaseUrl, folder) => {
    const { db, close } = openDatabase(addressesOf(databaseUrl).app);
    const admin = new Kysely<unknown>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 1 }) }),
    });
    try {
      const store = freeStores.find(({ platform }) => platform === 'shopify')?.open();
      if (!store) {
        throw new Error('no store');
      }
      const fetch = fetchFrom(new Map([['shopify.localhost', store.simulation]]));
      const services = servicesFor({
        db,
        platform: withoutLimit('shopify'),
        clock: realClock,
        fetch,
        dataFolder: folder,
      });
      const { ownerId, storeId, own } = await connectMerchant(services, store, 'shopify.localhost:8000');
      const [like] = await own([costProduct(1)]);
      await copyProduct(admin, like ?? '', products - 1);
      const began = performance.now();
      const stores = [await asOwner(db, ownerId, (owned) => getStore(owned, ownerId, storeId))];
      const mark = await asOwner(db, ownerId, (owned) => beginMark(owned, ownerId, stores, {}));
      for await (const ids of selectProducts(db, ownerId, selection)) {
        await asOwner(db, ownerId, (owned) => mark.add(owned, ids));
      }
      const floor = performance.now() - began;
      const memory = watchMemory();
      const requested = performance.now();
      const runId = await createListingRun(services, ownerId, {
        storeIds: [storeId],
        selection,
        options,
        dryRun: false,
        createdBy: null,
        expected: { products, mark: mark.text() },
      });
      const answered = performance.now() - requested;
      const isReady = await prepareItems(db, ownerId, runId);
      const written = performance.now() - requested - answered;
      if (!isReady) {
        throw new Error('The run could not be prepared.');
      }
      return [
        {
          what: `create a run of ${products.toLocaleString('en')} products`,
          ours: `answered in ${answered.toFixed(0)} ms; written in ${(written / 1000).toFixed(1)} s, ${((products / written) * 1000).toFixed(0)} a second; ${memory.end()}`,
          floor: `${(floor / 1000).toFixed(1)} s: the mark of the same products`,
          ratio: floor / written,
          aim: 'answered within 1,000 ms; memory flat',
        },
      ];
    } finally {
      await admin.destroy();
      await close();
    }
  });
}
