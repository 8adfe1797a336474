import type { StoreSettings } from '@bowerbird/simulators/shoplazza/store/settings';
import { describeLister } from '../../testing/lister-suite.ts';
import { lister } from './lister.ts';
import { freshStore, mug } from './testing.ts';

const refused = { product: { ...mug, seo: { title: 'x'.repeat(6000), description: null } }, field: 'seo' };

// Nothing is known about the token: duplicates are possible, and are found.
describeLister({
  name: 'Shoplazza, not probed, the token ignored,',
  lister,
  store: () => ignoring(),
  product: mug,
  refused,
});

describeLister({
  name: 'Shoplazza, careful,',
  lister: lister.inStore?.({ uniqueKey: false, careful: true }) ?? lister,
  store: () => ignoring(),
  product: mug,
  refused,
});

describeLister({
  name: 'Shoplazza, proven to tell a token again,',
  lister: lister.inStore?.({ uniqueKey: true, careful: false }) ?? lister,
  store: () => {
    const { shop, store } = freshStore();
    shop.faults.add({ kind: 'token-honoured' });
    return store;
  },
  product: mug,
  refused,
});

describeLister({
  name: 'Shoplazza, proven to refuse a token used before,',
  lister: lister.inStore?.({ uniqueKey: true, careful: false }) ?? lister,
  store: () => {
    const { shop, store } = freshStore();
    shop.faults.add({ kind: 'token-refused' });
    return store;
  },
  product: mug,
  refused,
});

describeLister({
  name: 'Shoplazza of 2022-01',
  lister,
  store: () => ignoring({ versions: ['2022-01'] }),
  product: mug,
  refused,
});

describeLister({
  name: 'Shoplazza that keeps what a list leaves out',
  lister,
  store: () => {
    const store = ignoring();
    store.trouble({ kind: 'keeps-lists' });
    return store;
  },
  product: mug,
  refused,
});

function ignoring(settings: Partial<StoreSettings> = {}) {
  return freshStore({ store: settings }).store;
}
