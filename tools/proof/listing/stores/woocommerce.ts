import { woocommerce as platform } from '@bowerbird/platforms/woocommerce/index';
import { lister } from '@bowerbird/platforms/woocommerce/list/lister';
import { keyOf } from '@bowerbird/platforms/woocommerce/simulate/store/ledger';
import { newProduct } from '@bowerbird/platforms/woocommerce/simulate/store/record';
import { createWooStore } from '@bowerbird/platforms/woocommerce/simulate/store/woo-store';
import { type PlayedPlatform, withTwoDecimals } from '../played-view.ts';

export const woocommerce: PlayedPlatform = {
  platform: { ...platform, lister },
  creates: '/wc/v3/products/batch',
  faults: [
    { kind: 'refuse', value: 'a_plugin_says_no' },
    { kind: 'stranger', matching: '/wc/v3/products/batch' },
    { kind: 'trash-holds-sku', matching: '/wc/v3/products/batch' },
    { kind: 'suffix-handle' },
    { kind: 'half-made', value: 'slug' },
    { kind: 'half-made', value: 'sku' },
    { kind: 'cut-after-item', value: 2 },
    { kind: 'drops-slug', count: 1 },
  ],
  open(name, outside) {
    const store = createWooStore({ name, outside });
    const { user, applicationPassword } = store.settings;
    const { ledger } = store;
    const change = (id: string, by: { name: string } | { sales: number }) => {
      const product = ledger.products.get(Number(id));
      if (product) {
        ledger.put({ ...product, ...by, modified: outside.now() });
      }
    };
    return {
      simulation: store,
      connection: 'application-password',
      credentials: { user, applicationPassword },
      products() {
        store.view();
        const products = [...ledger.products.values()].filter(({ parent }) => parent === 0);
        return products.map((product) => {
          const variations = ledger.variationsOf(product.id);
          const priced = variations.length > 0 ? variations : [product];
          return {
            id: String(product.id),
            key: keyOf(product),
            title: product.name,
            prices: priced.flatMap(({ regularPrice, salePrice }) => [
              ...withTwoDecimals(regularPrice),
              ...withTwoDecimals(salePrice),
            ]),
            handle: product.slug,
            pictures: product.images.length,
            state: product.status === 'publish' ? 'shown' : product.status === 'trash' ? 'trashed' : 'hidden',
            by: product.name === 'Theirs' ? 'stranger' : product.name.endsWith('(Copy)') ? 'merchant' : 'us',
            whole: JSON.stringify(product),
          };
        });
      },
      files: () => [...ledger.files.values()].map(({ name: file }) => file),
      plant: (handle) =>
        ledger.put({
          ...newProduct(ledger.nextId(), outside.now()),
          name: 'Theirs',
          slug: handle,
          status: 'publish',
        }),
      edit: (id, title) => change(id, { name: title }),
      sell: (id) => change(id, { sales: 1 }),
      remove(id) {
        const product = ledger.products.get(Number(id));
        if (product) {
          ledger.remove(product, outside.now());
        }
      },
    };
  },
};
