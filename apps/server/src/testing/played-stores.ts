import type { Platform } from '@bowerbird/platforms/platform';
import { shoplazza } from '@bowerbird/platforms/shoplazza/index';
import { numberOf as lazzaNumber, uuidOf } from '@bowerbird/platforms/shoplazza/simulate/forms';
import { createShoplazzaShop } from '@bowerbird/platforms/shoplazza/simulate/shop';
import { keyIn as keyInLazza } from '@bowerbird/platforms/shoplazza/simulate/store/ledger';
import { shopline } from '@bowerbird/platforms/shopline/index';
import {
  keyOf as keyInShopline,
  longId,
  numberOf,
} from '@bowerbird/platforms/shopline/simulate/store/record';
import { createShoplineStore } from '@bowerbird/platforms/shopline/simulate/store/shop-store';
import { shopyy } from '@bowerbird/platforms/shopyy/index';
import { createShopyyShop } from '@bowerbird/platforms/shopyy/simulate/shop';
import { keyIn as keyInShopyy } from '@bowerbird/platforms/shopyy/simulate/store/record';
import type { Outside, Simulation } from '@bowerbird/platforms/simulation';
import { woocommerce } from '@bowerbird/platforms/woocommerce/index';
import { keyOf as keyInWoo } from '@bowerbird/platforms/woocommerce/simulate/store/ledger';
import { createWooStore } from '@bowerbird/platforms/woocommerce/simulate/store/woo-store';
import { wordpress } from '@bowerbird/platforms/wordpress/index';
import { createWordpressSite } from '@bowerbird/platforms/wordpress/simulate/shop';
import { keyIn as keyInWordpress } from '@bowerbird/platforms/wordpress/simulate/store/ledger';

/** A product as a played store's books have it; what lies in a trash is left out. */
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

/** A store of some platform that we play, to be listed to and judged. */
export interface Played {
  platform: Platform;
  simulation: Simulation;
  connection: string;
  credentials: Record<string, string>;
  /** After all that was due by now was applied. */
  products(): InStore[];
  /** What the merchant does by hand: gone for good, or, of a blog, into the trash. */
  remove(id: string): void;
}

/** Stores in whose limit nobody waits: what is tested here is what is made, not how fast. */
const free = { perSecond: 100_000, burst: 100_000 };
const wide = { maximum: 100_000, restoreRate: 100_000 };

/** Every store we list to that has no key of its own for our products, by what it is called in tests. */
export const playedStores = {
  wordpress(outside: Outside): Played {
    const site = createWordpressSite({ name: 'played', outside });
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

  woocommerce(outside: Outside): Played {
    const store = createWooStore({ name: 'played', outside });
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

  shopline(outside: Outside): Played {
    const store = createShoplineStore({ name: 'played', outside, store: { pace: 'free' } });
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

  shoplazza(outside: Outside): Played {
    const shop = createShoplazzaShop({
      name: 'played',
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

  shopyy(outside: Outside): Played {
    const shop = createShopyyShop({ name: 'played', outside, store: { rate: free } });
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
} satisfies Record<string, (outside: Outside) => Played>;

export type PlayedName = keyof typeof playedStores;
