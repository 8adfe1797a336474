import { platforms } from '@bowerbird/platforms/all';
import { createShopifyShop } from '@bowerbird/platforms/shopify/simulate/shop';
import { createShoplazzaShop } from '@bowerbird/platforms/shoplazza/simulate/shop';
import { createShoplineStore } from '@bowerbird/platforms/shopline/simulate/store/shop-store';
import { createShopyyShop } from '@bowerbird/platforms/shopyy/simulate/shop';
import { fetchFrom, type Simulation } from '@bowerbird/platforms/simulation';
import type { Fault } from '@bowerbird/platforms/simulation-faults';
import { createWooStore } from '@bowerbird/platforms/woocommerce/simulate/store/woo-store';
import { createWordpressSite } from '@bowerbird/platforms/wordpress/simulate/shop';
import type { Db } from '../db/database.ts';
import { storeBrowserRoutes, storeRoutes } from '../stores/routes.ts';
import { anotherMerchant, signIn, testApp } from './app.ts';
import { hurriedClock } from './hurried-clock.ts';

/** A store of some platform, played, and what is true of each of them. */
export interface Played {
  platform: string;
  /** A store of this name that answers as fast as it is asked; `poor` is one whose credentials lack a right. */
  play(name: string, poor?: boolean): Simulation;
  /** One secret that is wrong, by the name of its field. */
  wrong: [field: string, value: string];
  /** The right that a poor one lacks. */
  lacks: string;
  /** What is told of a new one. */
  uniqueKey: 'always' | 'never' | 'unknown';
  mayBeCareful?: true;
}

const clock = hurriedClock(1000);
const outside = { ...clock, sleep: (ms: number) => clock.sleep(ms) };
const fast = { maximum: 10_000, restoreRate: 10_000 };
export const playedStores: Played[] = [
  {
    platform: 'shopify',
    play(name, poor) {
      const shop = createShopifyShop({ name, outside, settings: { pace: 'free' } });
      return poor ? withFault(shop, { kind: 'scope-missing', value: 'write_products' }) : shop;
    },
    wrong: ['token', 'shpat_0123456789'],
    lacks: 'write_products',
    uniqueKey: 'always',
  },
  {
    platform: 'woocommerce',
    play: (name, poor) => createWooStore({ name, outside, store: { keyMay: poor ? 'read' : 'read_write' } }),
    wrong: ['consumerSecret', `cs_${'c'.repeat(40)}`],
    lacks: 'write',
    uniqueKey: 'never',
  },
  {
    platform: 'wordpress',
    play: (name, poor) =>
      createWordpressSite({ name, outside, store: { lacks: poor ? ['publish_posts'] : [] } }),
    wrong: ['applicationPassword', 'nope nope nope'],
    lacks: 'publish_posts',
    uniqueKey: 'never',
  },
  {
    platform: 'shopline',
    play(name, poor) {
      const shop = createShoplineStore({ name, outside, store: { pace: 'free' } });
      return poor ? withFault(shop, { kind: 'scope-missing', value: 'write_products' }) : shop;
    },
    wrong: ['token', 'no-such-token'],
    lacks: 'write_products',
    uniqueKey: 'unknown',
  },
  {
    platform: 'shoplazza',
    play(name, poor) {
      const shop = createShoplazzaShop({
        name,
        outside,
        store: { id: numberOf(name), buckets: { app: fast, store: fast } },
      });
      return poor ? withFault(shop, { kind: 'scope-missing', value: 'write_product' }) : shop;
    },
    wrong: ['token', 'no-such-token'],
    lacks: 'write_product',
    uniqueKey: 'unknown',
    mayBeCareful: true,
  },
  {
    platform: 'shopyy',
    play(name, poor) {
      const shop = createShopyyShop({
        name,
        outside,
        store: { storeId: numberOf(name), rate: { perSecond: 10_000, burst: 10_000 } },
      });
      return poor ? withFault(shop, { kind: 'scope-missing', value: 'products' }) : shop;
    },
    wrong: ['token', 'no-such-token'],
    lacks: 'products',
    uniqueKey: 'never',
    mayBeCareful: true,
  },
];

function withFault(shop: Simulation, fault: Fault): Simulation {
  shop.faults.add(fault);
  return shop;
}

/** Stores of two names are two. */
function numberOf(name: string): number {
  return [...name].reduce((number, letter) => (number * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
}

/** The calls that concern stores, on a real database, with stores of every platform to reach. */
export async function storeDesk(db: Db) {
  const shops = new Map<string, Simulation>();
  const { app, services } = await testApp(db, {
    served: storeRoutes,
    browserServed: storeBrowserRoutes,
    platforms,
    services: { fetch: (input, init) => fetchFrom(shops)(input, init), clock },
  });
  let merchants = 0;
  let played = 0;
  return {
    services,
    app,
    /** A merchant of their own, and a way to call as them. */
    async merchant() {
      merchants += 1;
      const account = await anotherMerchant(db, `merchant-${merchants}`);
      const headers = await signIn(app, account);
      const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
        const url = `/shop-reptile/api${path}`;
        const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
        return { status: answer.statusCode, body: answer.json(), text: answer.body };
      };
      return { call, ownerId: account.ownerId };
    },
    /** A store that can be reached, each another one. */
    play({ play }: Played, poor = false): Simulation {
      played += 1;
      const shop = play(`shop-${played}`, poor);
      shops.set(`${shop.name}.localhost`, shop);
      return shop;
    },
    fetch: fetchFrom(shops),
  };
}

/** What is asked to connect a played store, with some of its credentials changed. */
export function connectAsk(shop: Simulation, changed: Record<string, string> = {}) {
  const { connection = '', credentials = {} } = shop.access ?? {};
  return {
    platform: shop.platform,
    name: `Store ${shop.name}`,
    domain: `${shop.name}.localhost:8000`,
    connection,
    credentials: { ...credentials, ...changed },
  };
}

export function playedStore(platform: string): Played {
  const found = playedStores.find((one) => one.platform === platform);
  if (!found) {
    throw new Error(`No played store of ${platform}.`);
  }
  return found;
}
