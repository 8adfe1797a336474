import type { Product } from '@bowerbird/catalog/product';
import type { EditPreviewRow } from '@bowerbird/contract/products/bulk-edit';
import type { OwnerDb } from '../db/database.ts';
import { checksOf } from '../listing/api/fit-report.ts';
import { refusalOf } from '../listing/job/take-up.ts';
import { findReported } from '../rules/facts.ts';
import { findRuling, readyFor } from '../rules/ruling.ts';
import type { Services } from '../services/services.ts';
import { findStores } from '../stores/queries.ts';

const asListed = { status: 'active' as const, publish: true, again: false };

/** Returns the connected stores into which each product would not go as it is given here, and why, by product. */
export async function findStoreStops(
  db: OwnerDb,
  services: Services,
  ownerId: string,
  products: readonly { id: string; product: Product }[],
): Promise<Map<string, EditPreviewRow['inStores']>> {
  const stops = new Map<string, EditPreviewRow['inStores']>(products.map(({ id }) => [id, []]));
  for (const found of products.length === 0 ? [] : await findStores(db, ownerId)) {
    const ruling = await findRuling(db, ownerId, found.shop.id);
    const reported = await findReported(
      db,
      ownerId,
      found.shop.id,
      products.map(({ id }) => id),
    );
    const { fit, images } = checksOf(services, found);
    for (const { id, product } of products) {
      const refusal = refusalOf(readyFor(ruling, product, reported.get(id), asListed, fit, images));
      if (refusal) {
        const { id: storeId, name: storeName } = found.store;
        stops.get(id)?.push({ storeId, storeName, stops: [refusal.fault] });
      }
    }
  }
  return stops;
}
