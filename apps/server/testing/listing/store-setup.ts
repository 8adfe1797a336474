import { platforms } from '@bowerbird/platforms/all';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { createShoplazzaShop } from '@bowerbird/simulators/shoplazza/shop';
import { createShoplineStore } from '@bowerbird/simulators/shopline/store/shop-store';
import { createShopyyShop } from '@bowerbird/simulators/shopyy/shop';
import { fetchFrom, type Simulation } from '@bowerbird/simulators/simulation';
import type { Fault } from '@bowerbird/simulators/simulation-faults';
import { createWooStore } from '@bowerbird/simulators/woocommerce/store/woo-store';
import { createWordpressSite } from '@bowerbird/simulators/wordpress/shop';
import type { Db } from '../../src/db/database.ts';
import { storeBrowserRoutes, storeRoutes } from '../../src/stores/routes.ts';
import { anotherMerchant, signIn, testApp } from '../api/app.ts';
import { acceleratedClock } from '../clock/accelerated-clock.ts';

/** A simulated store of some platform, and what is true of each of them. */
export interface Simulated {
  platform: string;
  /** Creates a store of this name that answers without delay; `poor` makes one whose credentials lack a permission. */
  run(name: string, poor?: boolean): Simulation;
  /** One wrong secret, by the name of its field. */
  wrong: [field: string, value: string];
  /** The permission that a poor store lacks. */
  lacks: string;
  /** What is reported of a new store. */
  uniqueKey: 'always' | 'never' | 'unknown';
  mayBeCareful?: true;
}

const clock = acceleratedClock(1000);
const outside = { ...clock, sleep: (ms: number) => clock.sleep(ms) };
const fast = { maximum: 10_000, restoreRate: 10_000 };
export const simulatedStores: Simulated[] = [
  {
    platform: 'shopify',
    run(name, poor) {
      const shop = createShopifyShop({ name, outside, settings: { pace: 'free' } });
      return poor ? withFault(shop, { kind: 'scope-missing', value: 'write_products' }) : shop;
    },
    wrong: ['token', 'shpat_0123456789'],
    lacks: 'write_products',
    uniqueKey: 'always',
  },
  {
    platform: 'woocommerce',
    run: (name, poor) => createWooStore({ name, outside, store: { keyMay: poor ? 'read' : 'read_write' } }),
    wrong: ['consumerSecret', `cs_${'c'.repeat(40)}`],
    lacks: 'write',
    uniqueKey: 'never',
  },
  {
    platform: 'wordpress',
    run: (name, poor) =>
      createWordpressSite({ name, outside, store: { lacks: poor ? ['publish_posts'] : [] } }),
    wrong: ['applicationPassword', 'nope nope nope'],
    lacks: 'publish_posts',
    uniqueKey: 'never',
  },
  {
    platform: 'shopline',
    run(name, poor) {
      const shop = createShoplineStore({ name, outside, store: { pace: 'free' } });
      return poor ? withFault(shop, { kind: 'scope-missing', value: 'write_products' }) : shop;
    },
    wrong: ['token', 'no-such-token'],
    lacks: 'write_products',
    uniqueKey: 'unknown',
  },
  {
    platform: 'shoplazza',
    run(name, poor) {
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
    run(name, poor) {
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

/** Returns different numbers for stores with different names. */
function numberOf(name: string): number {
  return [...name].reduce((number, letter) => (number * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
}

/** The calls that concern stores, on a real database, with reachable stores of every platform. */
export async function storeSetup(db: Db) {
  const shops = new Map<string, Simulation>();
  const { app, services } = await testApp(db, {
    served: storeRoutes,
    browserServed: storeBrowserRoutes,
    platforms,
    services: { fetch: (input, init) => fetchFrom(shops)(input, init), clock },
  });
  let merchants = 0;
  let simulated = 0;
  return {
    services,
    app,
    /** Creates a new merchant, and a way to call as them. */
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
    /** Creates a reachable store, a new one for each call. */
    run({ run }: Simulated, poor = false): Simulation {
      simulated += 1;
      const shop = run(`shop-${simulated}`, poor);
      shops.set(`${shop.name}.localhost`, shop);
      return shop;
    },
    fetch: fetchFrom(shops),
  };
}

/** Returns the request that connects a simulated store, with some of its credentials changed. */
export function connectRequest(shop: Simulation, changed: Record<string, string> = {}) {
  const { connection = '', credentials = {} } = shop.access ?? {};
  return {
    platform: shop.platform,
    name: `Store ${shop.name}`,
    domain: `${shop.name}.localhost:8000`,
    connection,
    credentials: { ...credentials, ...changed },
  };
}

export function simulatedStore(platform: string): Simulated {
  const found = simulatedStores.find((one) => one.platform === platform);
  if (!found) {
    throw new Error(`No played store of ${platform}.`);
  }
  return found;
}
