import { shopify as platform } from '@bowerbird/platforms/shopify/index';
import { keyField } from '@bowerbird/platforms/shopify/list/operations';
import type { LedgerEntry, StoredProduct } from '@bowerbird/simulators/shopify/admin/record';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { shopifyFields } from '../fields/shopify.ts';
import type { SimulatedPlatform, SimulatedProduct } from '../judge/simulated-view.ts';

const start = 'bulkOperationRunMutation';
const seo = 'nothing of ours';

export const shopify: SimulatedPlatform = {
  platform,
  creates: 'productSet',
  fields: shopifyFields,
  notCompared: {
    'collection.descriptionHtml': 'made once for all products, and no field of one',
    'collection.handle': 'made once for all products, and no field of one',
    'media.filename': 'our own mark of the image',
    'product.metafields (count)': 'our key and our attempt',
    'product.templateSuffix': seo,
    'product.category': seo,
    'product.by': 'who created it; the judge distinguishes them',
  },
  faults: [
    { kind: 'refuse', value: 'INVALID_VARIANT', matching: 'productSet' },
    { kind: 'unmanaged', matching: 'productSet' },
    { kind: 'suffix-handle', matching: 'productSet' },
    { kind: 'stale-reads', value: 20_000 },
  ],
  bulkFaults: [
    { kind: 'bulk-fails', matching: start },
    { kind: 'bulk-cancelled', matching: start },
    { kind: 'bulk-expires', matching: start },
    { kind: 'bulk-unstated', matching: start },
    { kind: 'lost-before', matching: start },
    { kind: 'lost-after', matching: start },
    { kind: 'late', matching: start },
    { kind: 'status-though-applied', value: 502, matching: start },
    { kind: 'status', value: 503, matching: start },
    { kind: 'lost-before', matching: 'staged-uploads' },
    { kind: 'status', value: 404, matching: 'bulk-results' },
    { kind: 'cut-body', matching: 'bulk-results' },
    { kind: 'refuse', value: 'INVALID_VARIANT', matching: '"handle":' },
    { kind: 'unmanaged', matching: '"handle":' },
    { kind: 'merchant-edit', matching: '"handle":' },
    { kind: 'merchant-delete', matching: '"handle":' },
    { kind: 'merchant-duplicate', matching: '"handle":' },
  ],
  open(name, outside, bulk) {
    const slow = bulk && { bucket: { maximum: 20_000, restoreRate: 2 }, bulk: { concurrent: 5, ...bulk } };
    let reported: (id: string) => void = () => undefined;
    const standing = new Map<number, StoredProduct>();
    const onChange = (entry: LedgerEntry) => {
      if (entry.kind === 'product') {
        standing.set(entry.product.id, entry.product);
        reported(String(entry.product.id));
      } else if (entry.kind === 'product-gone') {
        standing.delete(entry.id);
        reported(String(entry.id));
      }
    };
    const shop = createShopifyShop({ name, outside, settings: { pace: 'free', ...slow }, onChange });
    const state = shop.view();
    const read = (product: StoredProduct): SimulatedProduct => ({
      id: String(product.id),
      key: product.metafields.find(({ key }) => key === keyField)?.value ?? null,
      title: product.title,
      content: shopifyFields.held({ product, ...state }),
      state: product.status === 'ACTIVE' && product.publications.length > 0 ? 'shown' : 'hidden',
      by: product.by === 'app' ? 'us' : product.by,
      whole: JSON.stringify(product),
    });
    return {
      simulation: shop,
      connection: 'token',
      credentials: { token: shop.settings.access.token },
      products: () => shop.view().products.map(read),
      standing(id) {
        const product = standing.get(Number(id));
        return product ? read(product) : null;
      },
      watch(changed) {
        reported = changed;
      },
      records: () => ({
        product: shop.view().products,
        media: [...state.media.values()],
        collection: [...state.collections.values()],
      }),
      files: () => [],
      plant: (handle) => void shop.merchant.unmanagedHolds('THEIRS-0', handle),
      edit: (id, title) => shop.merchant.edit(Number(id), { title }),
      publish: (id) => shop.merchant.edit(Number(id), { status: 'ACTIVE' }),
      remove: (id) => shop.merchant.remove(Number(id)),
    };
  },
};
