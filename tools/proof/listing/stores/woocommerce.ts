import { woocommerce as platform } from '@bowerbird/platforms/woocommerce/index';
import { lister } from '@bowerbird/platforms/woocommerce/list/lister';
import { keyOf } from '@bowerbird/simulators/woocommerce/store/ledger';
import { newProduct, type StoredProduct } from '@bowerbird/simulators/woocommerce/store/record';
import { createWooStore } from '@bowerbird/simulators/woocommerce/store/woo-store';
import { wooFields } from '../fields/woocommerce.ts';
import { type SimulatedPlatform, type SimulatedProduct, watchMap } from '../judge/simulated-view.ts';

export const woocommerce: SimulatedPlatform = {
  platform: { ...platform, lister },
  creates: '/wc/v3/products/batch',
  fields: wooFields,
  notCompared: {
    'file.name': 'words in front of the mark of its content, which is compared',
    'product.attributes[].position': 'order is compared',
    'product.attributes[].visible': 'whether an attribute is shown beside the options',
    'product.menuOrder': 'never sent',
    'product.meta (count)': 'marks of ours',
    'product.stockStatus': 'follows from the quantity',
    'variation.stockStatus': 'follows from the quantity',
    'product.salePrice': 'of a product without choices, as its variations',
    'variation.choice[].name': 'named by its number',
    'variation.description': 'never sent',
    'variation.menuOrder': 'order is compared',
    'variation.name': 'never sent',
    'variation.taxStatus': 'never sent',
    'variation.virtual': 'never sent',
    'product.shortDescription': 'never sent',
    'product.sales': 'never sent',
    'variation.shortDescription': 'never sent',
    'variation.sales': 'never sent',
    'file.title': 'of the file of an image, whichever product shows it',
    'file.alt': 'of the file of an image, whichever product shows it',
  },
  faults: [
    { kind: 'refuse', value: 'a_plugin_says_no' },
    { kind: 'unmanaged', matching: '/wc/v3/products/batch' },
    { kind: 'trash-holds-sku', matching: '/wc/v3/products/batch' },
    { kind: 'suffix-handle' },
    { kind: 'partial', value: 'slug' },
    { kind: 'partial', value: 'sku' },
    { kind: 'cut-after-item', value: 2 },
    { kind: 'drops-slug', count: 1 },
    { kind: 'stale-reads', value: 20_000 },
  ],
  open(name, outside) {
    const store = createWooStore({ name, outside });
    const { user, applicationPassword } = store.settings;
    const { ledger } = store;
    const change = (id: string, by: Partial<StoredProduct>) => {
      const product = ledger.products.get(Number(id));
      if (product) {
        ledger.put({ ...product, ...by, modified: outside.now() });
      }
    };
    const read = (product: StoredProduct): SimulatedProduct => ({
      id: String(product.id),
      key: keyOf(product),
      title: product.name,
      content: wooFields.held({ product, ledger }),
      state: product.status === 'publish' ? 'shown' : product.status === 'trash' ? 'trashed' : 'hidden',
      by: product.name === 'Theirs' ? 'unmanaged' : product.name.endsWith('(Copy)') ? 'merchant' : 'us',
      whole: JSON.stringify([product, ledger.allVariationsOf(product.id)]),
    });
    return {
      simulation: store,
      connection: 'application-password',
      credentials: { user, applicationPassword },
      products() {
        store.view();
        return [...ledger.products.values()].filter(({ parent }) => parent === 0).map(read);
      },
      standing(id) {
        const product = ledger.products.get(Number(id));
        return product?.parent === 0 ? read(product) : null;
      },
      watch: (changed) =>
        watchMap(ledger.products, (id) => changed(String(ledger.products.get(id)?.parent || id))),
      records() {
        const all = [...ledger.products.values()];
        return {
          product: all.filter(({ parent }) => parent === 0),
          variation: all.filter(({ parent }) => parent !== 0),
          file: [...ledger.files.values()],
          term: [...ledger.terms.values()],
        };
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
      publish: (id) => change(id, { status: 'publish' }),
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
