import { changedLister } from '@bowerbird/platforms/listing/changed-lister';
import { shopyy as platform } from '@bowerbird/platforms/shopyy/index';
import { lister } from '@bowerbird/platforms/shopyy/list/lister';
import { createShopyyShop } from '@bowerbird/simulators/shopyy/shop';
import { unmanagedHolds } from '@bowerbird/simulators/shopyy/store/merchant';
import { keyIn, type StoredProduct } from '@bowerbird/simulators/shopyy/store/record';
import { shopyyFields } from '../fields/shopyy.ts';
import { type SimulatedPlatform, type SimulatedProduct, watchMap } from '../judge/simulated-view.ts';
import { proofCollections } from '../products.ts';

export const shopyy: SimulatedPlatform = {
  platform: {
    ...platform,
    // The address of its API is left out, like the address of the shop.
    lister: changedLister(lister, () => ({
      connector: { connections: [{ id: 'token', fields: [{ name: 'token', secret: true }] }] },
    })),
  },
  creates: 'POST /',
  fields: shopyyFields,
  notCompared: {
    'collection.handle': 'made once for all products, and no field of one',
    'collection.title': 'of collections that no product is in',
    'product.freeShipping': 'never sent but as 0',
    'product.innerTitle': 'never sent',
    'product.miniDetail': 'sent for products of Shopyy alone',
    'product.specMode': 'follows from the options',
    'product.subtitle': 'sent for products of Shopyy alone',
  },
  faults: [
    { kind: 'refuse', value: 'title不能为空' },
    { kind: 'unmanaged' },
    { kind: 'suffix-handle' },
    { kind: 'partial' },
    { kind: 'acknowledged-only' },
    { kind: 'refused-though-applied', value: 500 },
    { kind: 'stale-reads', value: 20_000 },
  ],
  open(name, outside) {
    const shop = createShopyyShop({
      name,
      outside,
      store: { rate: { perSecond: 10_000, burst: 10_000 }, rehostsImages: false },
    });
    const { ledger } = shop;
    // Its API creates no collections: the merchant has created them.
    for (const title of proofCollections) {
      ledger.addCollection(title);
    }
    const read = (product: StoredProduct): SimulatedProduct => ({
      id: String(product.id),
      key: keyIn(product),
      title: product.title,
      content: shopyyFields.held({ product, collections: ledger.collections }),
      state: product.status === 1 ? 'shown' : 'hidden',
      by: product.by === 'app' ? 'us' : product.by,
      whole: JSON.stringify(product),
    });
    const change = (id: string, by: Partial<StoredProduct>) => {
      const product = shop.ledger.products.get(Number(id));
      if (product) {
        shop.ledger.update(product, { ...product, ...by }, 'merchant', outside.now());
      }
    };
    return {
      simulation: shop,
      connection: 'token',
      credentials: { token: shop.settings.token },
      products: () => shop.view().products.map(read),
      standing(id) {
        const product = ledger.products.get(Number(id));
        return product ? read(product) : null;
      },
      watch: (changed) => watchMap(ledger.products, (number) => changed(String(number))),
      records: () => ({ product: shop.view().products, collection: [...ledger.collections.values()] }),
      files: () => [],
      plant: (handle) => void unmanagedHolds('THEIRS-0', { handle }, shop.ledger, outside.now()),
      edit: (id, title) => change(id, { title }),
      publish: (id) => change(id, { status: 1 }),
      remove(id) {
        const product = shop.ledger.products.get(Number(id));
        if (product) {
          shop.ledger.remove(product, 'merchant', outside.now());
        }
      },
    };
  },
};
