import type { Platform } from '@bowerbird/platforms/platform';
import { shopify } from '@bowerbird/platforms/shopify/index';
import { shoplazza } from '@bowerbird/platforms/shoplazza/index';
import { shopline } from '@bowerbird/platforms/shopline/index';
import { shopyy } from '@bowerbird/platforms/shopyy/index';
import { woocommerce } from '@bowerbird/platforms/woocommerce/index';
import { wordpress } from '@bowerbird/platforms/wordpress/index';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { createShoplazzaShop } from '@bowerbird/simulators/shoplazza/shop';
import { createShoplineStore } from '@bowerbird/simulators/shopline/store/shop-store';
import { createShopyyShop } from '@bowerbird/simulators/shopyy/shop';
import type { Outside, Simulation } from '@bowerbird/simulators/simulation';
import { createWooStore } from '@bowerbird/simulators/woocommerce/store/woo-store';
import { createWordpressSite } from '@bowerbird/simulators/wordpress/shop';

/** A simulated store whose merchant creates categories by hand. */
export interface CategoryStore {
  platform: Platform;
  simulation: Simulation;
  connection: string;
  credentials: Record<string, string>;
  /** Creates a category below its parents; where collections have no hierarchy, creates one with the last name. */
  add(path: readonly string[]): void;
  /** The categories that each of its products is in, by their names. */
  placed(): string[][];
}

const wide = { maximum: 100_000, restoreRate: 100_000 };

/** A store of every platform that has categories or collections, with a limit that never makes a request wait. */
export const categoryStores = {
  shopify(outside: Outside): CategoryStore {
    const shop = createShopifyShop({ name: 'simulated', outside, settings: { pace: 'free' } });
    return {
      platform: shopify,
      simulation: shop,
      connection: 'token',
      credentials: { token: shop.settings.access.token },
      add: (path) => {
        const title = path.at(-1) ?? '';
        shop.merchant.collects({ title, handle: title.toLowerCase().replaceAll(' ', '-') });
        shop.merchant.collects({ title: `${title}, by a rule`, handle: `rule-${title}`, smart: true });
      },
      placed() {
        const { products, collections } = shop.view();
        return products.map((product) =>
          product.collections.flatMap((id) => collections.get(id)?.title ?? []),
        );
      },
    };
  },

  woocommerce(outside: Outside): CategoryStore {
    const store = createWooStore({ name: 'simulated', outside });
    const { consumerKey, consumerSecret } = store.settings;
    return {
      platform: woocommerce,
      simulation: store,
      connection: 'rest-keys',
      credentials: { consumerKey, consumerSecret },
      add: (path) =>
        nested(path, (name, parent) => {
          const known = store.ledger.termNamed('product_cat', name, parent);
          return (known ?? store.ledger.addTerm('product_cat', name, null, parent)).id;
        }),
      placed: () =>
        store
          .view()
          .products.map(({ categories }) =>
            categories.flatMap((id) => store.ledger.terms.get(id)?.name ?? []),
          ),
    };
  },

  wordpress(outside: Outside): CategoryStore {
    const site = createWordpressSite({ name: 'simulated', outside });
    const { user, applicationPassword } = site.settings;
    return {
      platform: wordpress,
      simulation: site,
      connection: 'application-password',
      credentials: { user, applicationPassword },
      add: (path) =>
        nested(path, (name, parent) => {
          const known = [...site.ledger.terms.values()].find(
            (term) => term.taxonomy === 'category' && term.name === name && term.parent === parent,
          );
          return (known ?? site.ledger.addTerm('category', name, null, parent)).id;
        }),
      placed: () =>
        site
          .view()
          .posts.filter(({ type }) => type === 'post')
          .map(({ categories }) => categories.flatMap((id) => site.ledger.terms.get(id)?.name ?? [])),
    };
  },

  shopline(outside: Outside): CategoryStore {
    const store = createShoplineStore({ name: 'simulated', outside, store: { pace: 'free' } });
    return {
      platform: shopline,
      simulation: store,
      connection: 'token',
      credentials: { token: store.settings.token },
      add: (path) => {
        const title = path.at(-1) ?? '';
        store.ledger.addCollection(title, title.toLowerCase().replaceAll(' ', '-'));
      },
      placed: () =>
        store
          .view()
          .products.map(({ number }) =>
            [...store.ledger.collections.values()].flatMap(({ title, products }) =>
              products.includes(number) ? [title] : [],
            ),
          ),
    };
  },

  shoplazza(outside: Outside): CategoryStore {
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
      add: (path) => void shop.ledger.addCollection(path.at(-1) ?? '', outside.now()),
      placed: () =>
        shop
          .view()
          .products.map(({ collections }) =>
            collections.flatMap((id) => shop.ledger.collections.get(id)?.title ?? []),
          ),
    };
  },

  shopyy(outside: Outside): CategoryStore {
    const shop = createShopyyShop({
      name: 'simulated',
      outside,
      store: { rate: { perSecond: 100_000, burst: 100_000 } },
    });
    return {
      platform: shopyy,
      simulation: shop,
      connection: 'token',
      credentials: { token: shop.settings.token },
      add: (path) => void shop.ledger.addCollection(path.at(-1) ?? ''),
      placed: () =>
        shop
          .view()
          .products.map(({ collections }) =>
            collections.flatMap((id) => shop.ledger.collections.get(id)?.title ?? []),
          ),
    };
  },
} satisfies Record<string, (outside: Outside) => CategoryStore>;

export type CategoryStoreName = keyof typeof categoryStores;

function nested(path: readonly string[], make: (name: string, parent: number) => number): void {
  let parent = 0;
  for (const name of path) {
    parent = make(name, parent);
  }
}
