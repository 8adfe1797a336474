import type { Platform } from '@bowerbird/platforms/platform';
import { shoplazza } from '@bowerbird/platforms/shoplazza/index';
import { shopline } from '@bowerbird/platforms/shopline/index';
import { shopyy } from '@bowerbird/platforms/shopyy/index';
import { woocommerce } from '@bowerbird/platforms/woocommerce/index';
import { wordpress } from '@bowerbird/platforms/wordpress/index';
import { numberOf as lazzaNumber, uuidOf } from '@bowerbird/simulators/shoplazza/forms';
import { createShoplazzaShop } from '@bowerbird/simulators/shoplazza/shop';
import { keyIn as keyInLazza } from '@bowerbird/simulators/shoplazza/store/ledger';
import { keyOf as keyInShopline, longId, numberOf } from '@bowerbird/simulators/shopline/store/record';
import { createShoplineStore } from '@bowerbird/simulators/shopline/store/shop-store';
import { createShopyyShop } from '@bowerbird/simulators/shopyy/shop';
import { keyIn as keyInShopyy } from '@bowerbird/simulators/shopyy/store/record';
import type { Outside, Simulation } from '@bowerbird/simulators/simulation';
import { keyOf as keyInWoo } from '@bowerbird/simulators/woocommerce/store/ledger';
import { createWooStore } from '@bowerbird/simulators/woocommerce/store/woo-store';
import { createWordpressSite } from '@bowerbird/simulators/wordpress/shop';
import { keyIn as keyInWordpress } from '@bowerbird/simulators/wordpress/store/ledger';

/** A product in the state of a simulated store; what is in the trash is left out. */
export interface InStore {
  /** As the store's API names it. */
  id: string;
  key: string | null;
  title: string;
  handle: string;
  /** Whether shoppers see it. */
  shown: boolean;
  variants: { sku: string; price: string }[];
}

/** A simulated store of some platform, to be listed to and checked. */
export interface Simulated {
  platform: Platform;
  simulation: Simulation;
  connection: string;
  credentials: Record<string, string>;
  /** Returns the products after all that was due by now was applied. */
  products(): InStore[];
  /** Removes a product as the merchant does by hand: deleted for good, or, in a blog, moved to the trash. */
  remove(id: string): void;
}

/** Limits that never make a request wait: these tests check what is created, not how fast. */
const free = { perSecond: 100_000, burst: 100_000 };
const wide = { maximum: 100_000, restoreRate: 100_000 };

/** Every store we list to that has no key of its own for our products, by its name in tests. */
export const simulatedStores = {
  wordpress(outside: Outside): Simulated {
    const site = createWordpressSite({ name: 'simulated', outside });
    const { user, applicationPassword } = site.settings;
    return {
      platform: wordpress,
      simulation: site,
      connection: 'application-password',
      credentials: { user, applicationPassword },
      products: () =>
        site
          .view()
          .posts.filter(({ type, status }) => type === 'post' && status !== 'trash')
          .map((post) => ({
            id: String(post.id),
            key: keyInWordpress(post),
            title: post.title,
            handle: post.slug,
            shown: post.status === 'publish',
            variants: [],
          })),
      remove(id) {
        const post = site.ledger.posts.get(Number(id));
        if (post) {
          site.ledger.trash(post, outside.now());
        }
      },
    };
  },

  woocommerce(outside: Outside): Simulated {
    const store = createWooStore({ name: 'simulated', outside });
    const { consumerKey, consumerSecret } = store.settings;
    return {
      platform: woocommerce,
      simulation: store,
      connection: 'rest-keys',
      credentials: { consumerKey, consumerSecret },
      products: () =>
        store.view().products.map((product) => ({
          id: String(product.id),
          key: keyInWoo(product),
          title: product.name,
          handle: product.slug,
          shown: product.status === 'publish',
          variants: [...store.ledger.products.values()]
            .filter((each) => (product.type === 'variable' ? each.parent === product.id : each === product))
            .map(({ sku, regularPrice, salePrice }) => ({ sku, price: salePrice || regularPrice })),
        })),
      remove(id) {
        const product = store.ledger.products.get(Number(id));
        if (product) {
          store.ledger.remove(product, outside.now());
        }
      },
    };
  },

  shopline(outside: Outside): Simulated {
    const store = createShoplineStore({ name: 'simulated', outside, store: { pace: 'free' } });
    return {
      platform: shopline,
      simulation: store,
      connection: 'token',
      credentials: { token: store.settings.token },
      products: () =>
        store.view().products.map((product) => ({
          id: longId(product.number),
          key: keyInShopline(product),
          title: product.title,
          handle: product.handle,
          shown: product.status === 'active',
          variants: product.variants.map(({ sku, price }) => ({ sku, price })),
        })),
      remove(id) {
        const product = store.ledger.products.get(numberOf(id) ?? 0);
        if (product) {
          store.ledger.remove(product, outside.now());
        }
      },
    };
  },

  shoplazza(outside: Outside): Simulated {
    const shop = createShoplazzaShop({
      name: 'simulated',
      outside,
      store: { buckets: { app: wide, store: wide } },
    });
    return {
      platform: shoplazza,
      simulation: shop,
      connection: 'token',
      credentials: { token: shop.settings.token },
      products: () =>
        shop.view().products.map((product) => ({
          id: uuidOf('product', product.id),
          key: keyInLazza(product),
          title: product.title,
          handle: product.handle,
          shown: product.published,
          variants: product.variants.map(({ sku, price }) => ({ sku, price })),
        })),
      remove(id) {
        const product = shop.ledger.products.get(lazzaNumber(id) ?? 0);
        if (product) {
          shop.ledger.remove(product, 'merchant', outside.now());
        }
      },
    };
  },

  shopyy(outside: Outside): Simulated {
    const shop = createShopyyShop({ name: 'simulated', outside, store: { rate: free } });
    return {
      platform: shopyy,
      simulation: shop,
      connection: 'token',
      credentials: { token: shop.settings.token },
      products: () =>
        shop.view().products.map((product) => ({
          id: String(product.id),
          key: keyInShopyy(product),
          title: product.title,
          handle: product.handle,
          shown: product.status === 1,
          variants: product.variants.map(({ sku, price }) => ({ sku, price })),
        })),
      remove(id) {
        const product = shop.ledger.products.get(Number(id));
        if (product) {
          shop.ledger.remove(product, 'merchant', outside.now());
        }
      },
    };
  },
} satisfies Record<string, (outside: Outside) => Simulated>;

export type SimulatedName = keyof typeof simulatedStores;
