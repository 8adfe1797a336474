import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { createWooShop } from '@bowerbird/simulators/woocommerce/shop';

/** A store that responds. */
export const store = createShopifyShop({ name: 'aster' });

const source = createWooShop({ name: 'moss', products: { count: 1 } });

/** A store and a source that respond, for tests that connect them. */
export const shopsFetch = fetchFrom(
  new Map([
    ['aster.localhost', store],
    ['moss.localhost', source],
  ]),
);
