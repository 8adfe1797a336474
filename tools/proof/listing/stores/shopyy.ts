import { shopyy as platform } from '@bowerbird/platforms/shopyy/index';
import { lister } from '@bowerbird/platforms/shopyy/list/lister';
import { createShopyyShop } from '@bowerbird/platforms/shopyy/simulate/shop';
import { strangerHolds } from '@bowerbird/platforms/shopyy/simulate/store/merchant';
import { keyIn, type StoredProduct } from '@bowerbird/platforms/shopyy/simulate/store/record';
import { shopyyFields } from '../fields/shopyy.ts';
import { proofCollections } from '../goods.ts';
import { type PlayedPlatform, type PlayedProduct, watchMap } from '../played-view.ts';

export const shopyy: PlayedPlatform = {
  platform: {
    ...platform,
    // Where its API answers is left out, as it is where the shop is.
    lister: { ...lister, connections: [{ id: 'token', fields: [{ name: 'token', secret: true }] }] },
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
    { kind: 'stranger' },
    { kind: 'suffix-handle' },
    { kind: 'half-made' },
    { kind: 'acknowledged-only' },
    { kind: 'refused-though-applied', value: 500 },
    { kind: 'stale-reads', value: 20_000 },
  ],
  open(name, outside) {
    const shop = createShopyyShop({
      name,
      outside,
      store: { rate: { perSecond: 10_000, burst: 10_000 }, rehostsPictures: false },
    });
    const { ledger } = shop;
    // Its API makes no collections: the merchant has made them.
    for (const title of proofCollections) {
      ledger.addCollection(title);
    }
    const read = (product: StoredProduct): PlayedProduct => ({
      id: String(product.id),
      key: keyIn(product),
      title: product.title,
      content: shopyyFields.held({ product, collections: ledger.collections }),
      state: product.status === 1 ? 'shown' : 'hidden',
      by: product.by === 'app' ? 'us' : product.by,
      whole: JSON.stringify(product),
    });
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
      plant: (handle) => void strangerHolds('THEIRS-0', { handle }, shop.ledger, outside.now()),
      edit(id, title) {
        const product = shop.ledger.products.get(Number(id));
        if (product) {
          shop.ledger.update(product, { ...product, title }, 'merchant', outside.now());
        }
      },
      remove(id) {
        const product = shop.ledger.products.get(Number(id));
        if (product) {
          shop.ledger.remove(product, 'merchant', outside.now());
        }
      },
    };
  },
};
