import type { Product } from '@bowerbird/catalog/product';
import { type Db, openDatabase } from '../../../apps/server/src/db/database.ts';
import { addressesOf } from '../../../apps/server/src/db/embedded/logins.ts';
import { writeProducts } from '../../../apps/server/src/export/write-products.ts';

/** Exports all products of a merchant to one file, as COPY gives one. */
export async function exportAll(db: Db, ownerId: string, path: string): Promise<void> {
  const request = {
    ownerId,
    runId: ownerId,
    format: 'shopify' as const,
    selection: { filter: {}, except: [] },
    images: (product: Product) => product,
    whole: true,
  };
  await writeProducts(db, request, path, {
    signal: new AbortController().signal,
    progress: () => {},
    exported: async () => {},
  });
}

/** Exports once; prints the most memory of this process in bytes. */
if (import.meta.main) {
  const [url = '', ownerId = '', path = ''] = process.argv.slice(2);
  const { db, close } = openDatabase(addressesOf(url).app);
  await exportAll(db, ownerId, path);
  await close();
  console.log(process.resourceUsage().maxRSS * 1024);
}
