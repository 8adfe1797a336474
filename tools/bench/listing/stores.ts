import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platforms } from '@bowerbird/platforms/all';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { createShoplazzaShop } from '@bowerbird/simulators/shoplazza/shop';
import { createShoplineStore } from '@bowerbird/simulators/shopline/store/shop-store';
import { createShopyyShop } from '@bowerbird/simulators/shopyy/shop';
import { fetchFrom, type Outside, type Simulation } from '@bowerbird/simulators/simulation';
import { createWooStore } from '@bowerbird/simulators/woocommerce/store/woo-store';
import { createWordpressSite } from '@bowerbird/simulators/wordpress/shop';
import { openDatabase } from '../../../apps/server/src/db/database.ts';
import { startEmbedded } from '../../../apps/server/src/db/embedded/start.ts';
import { migrate } from '../../../apps/server/src/db/migrate.ts';
import { workOnStoreJob } from '../../../apps/server/src/listing/job/store-job-work.ts';
import { noFaults } from '../../../apps/server/src/listing/store-job/fault-points.ts';
import {
  type AcceleratedClock,
  acceleratedClock,
} from '../../../apps/server/testing/clock/accelerated-clock.ts';
import { connectMerchant, servicesFor } from '../../proof/listing/merchant.ts';
import { imageAt, proofProduct } from '../../proof/listing/products.ts';
import type { BenchRow } from '../row.ts';
import { productsOr } from '../size.ts';

/**
 * Turns minutes of a slow limit into seconds: the clocks of store and worker run this much faster, and so does the
 * limit. With a limit of ten requests a second at this speed, our own work would be measured and not the limit.
 */
const timesOf = ({ perSecond }: Limited) => (perSecond < 10 ? 8 : 2);

interface Limited {
  platform: string;
  products: number;
  /** Requests allowed at once and per second; for Shopify, points. */
  burst: number;
  perSecond: number;
  /** The writes that every way of listing a product needs here. */
  fewest: string;
  open(outside: Outside): { simulation: Simulation; connection: string; credentials: Record<string, string> };
}

/** Every store with the limit that its platform enforces, or that we keep for a host that states none. */
const stores: readonly Limited[] = [
  {
    platform: 'shopify',
    products: 110,
    burst: 1000,
    perSecond: 100,
    fewest: '1 (and a tenth to show it)',
    open(outside) {
      const settings = { pace: 'faithful', bucket: { maximum: 1000, restoreRate: 100 } } as const;
      const simulation = createShopifyShop({ name: 'limited', outside, settings });
      return { simulation, connection: 'token', credentials: { token: simulation.settings.access.token } };
    },
  },
  {
    platform: 'woocommerce',
    products: 150,
    burst: 50,
    perSecond: 10,
    fewest: 'a 25th; hidden first another; variations 1',
    open(outside) {
      const simulation = createWooStore({ name: 'limited', outside });
      const { consumerKey, consumerSecret } = simulation.settings;
      return { simulation, connection: 'rest-keys', credentials: { consumerKey, consumerSecret } };
    },
  },
  {
    platform: 'wordpress',
    products: 120,
    burst: 50,
    perSecond: 10,
    fewest: 'a 25th; hidden first another',
    open(outside) {
      const simulation = createWordpressSite({ name: 'limited', outside });
      const { user, applicationPassword } = simulation.settings;
      return { simulation, connection: 'application-password', credentials: { user, applicationPassword } };
    },
  },
  {
    platform: 'shopline',
    products: 30,
    burst: 40,
    perSecond: 4,
    fewest: '1; hidden first another; stock 1 a variant',
    open(outside) {
      const simulation = createShoplineStore({ name: 'limited', outside, store: { pace: 'faithful' } });
      return { simulation, connection: 'token', credentials: { token: simulation.settings.token } };
    },
  },
  {
    platform: 'shoplazza',
    products: 80,
    burst: 40,
    perSecond: 2,
    fewest: '1',
    open(outside) {
      const simulation = createShoplazzaShop({ name: 'limited', outside });
      return { simulation, connection: 'token', credentials: { token: simulation.settings.token } };
    },
  },
  {
    platform: 'shopyy',
    products: 30,
    burst: 2,
    perSecond: 1,
    fewest: '1 (and 1 to read it back)',
    open(outside) {
      const simulation = createShopyyShop({ name: 'limited', outside });
      return { simulation, connection: 'token', credentials: { token: simulation.settings.token } };
    },
  },
];

/**
 * Lists to a store of each platform that enforces its limit, compared with the least time in which that limit could
 * have allowed these requests. The clocks of store and worker run faster together, so that minutes of a slow limit are
 * seconds here, and our own work weighs more by the same factor. Uses its own database in a temporary folder.
 */
export async function benchStores(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-bench-'));
  chmodSync(folder, 0o755);
  const embedded = await startEmbedded({ folder, say: () => {} });
  try {
    await migrate(embedded.url);
    const rows: BenchRow[] = [];
    for (const store of stores) {
      rows.push(
        await measure(embedded.addresses.app, folder, { ...store, products: productsOr(store.products) }),
      );
    }
    return rows;
  } finally {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(databaseUrl: string, folder: string, store: Limited): Promise<BenchRow> {
  const clock = acceleratedClock(timesOf(store));
  const platform = platforms.get(store.platform);
  if (!platform) {
    throw new Error(`no platform ${store.platform}`);
  }
  const simulated = store.open(clock);
  const { db, close } = openDatabase(databaseUrl);
  const taken = { units: 0, requests: 0, refused: 0 };
  const toStore = fetchFrom(new Map([['limited.localhost', simulated.simulation]]));
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (new URL(address).hostname !== 'limited.localhost') {
      return imageAt(address);
    }
    const answer = await toStore(input, init);
    const text = await answer.clone().text();
    const points = /"actualQueryCost":(\d+)/.exec(text)?.[1];
    taken.requests += 1;
    taken.units += points === undefined ? productsIn(address, init?.body) : Number(points);
    taken.refused += isRefused(answer.status, text) ? 1 : 0;
    return answer;
  };
  // One folder for all of them: a database that meets another folder is taken for a copy.
  const services = servicesFor({ db, platform, clock, fetch, dataFolder: folder });
  try {
    const merchant = await connectMerchant(
      services,
      { ...notJudged, ...simulated },
      'limited.localhost:8000',
    );
    const products = Array.from({ length: store.products }, (_, index) => proofProduct(index + 1));
    const request = await merchant.start(await merchant.own(products));
    await fullAgain(clock, store);
    Object.assign(taken, { units: 0, requests: 0, refused: 0 });
    const begun = clock.monotonic();
    const stop = new AbortController();
    const working = workOnStoreJob(services, noFaults, request, stop.signal).catch(() => undefined);
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 40));
      const { counts, run } = await merchant.view(request);
      if (counts.refused + counts.conflict > 0 || run.fault) {
        throw new Error(`${store.platform} did not go through: ${JSON.stringify([counts, run.fault])}`);
      }
      if (counts.listed === store.products) {
        break;
      }
    }
    const seconds = (clock.monotonic() - begun) / 1000;
    const spent = { ...taken };
    stop.abort();
    await working;
    return rowOf(store, seconds, spent);
  } finally {
    await close();
  }
}

/** Parts of a simulated store that the benchmark does not use. */
const notJudged = { products: () => [], files: () => [], plant: () => undefined };

/**
 * Returns the number of products in a batch: where we limit a host that states no limit, each product counts, because
 * the host's work is limited.
 */
function productsIn(address: string, body: unknown): number {
  if (!/\/products\/batch|\/batch\/v1/.test(address) || typeof body !== 'string') {
    return 1;
  }
  const sent: unknown = JSON.parse(body);
  const lists = typeof sent === 'object' && sent !== null ? Object.values(sent).filter(Array.isArray) : [];
  return Math.max(
    1,
    lists.reduce((sum, { length }) => sum + length, 0),
  );
}

function isRefused(status: number, text: string): boolean {
  return status === 429 || text.includes('"THROTTLED"') || /"code":\s*"?1000"?[,}]/.test(text);
}

/** Waits until the store's limit has recovered from connecting. */
async function fullAgain(clock: AcceleratedClock, { burst, perSecond }: Limited): Promise<void> {
  await clock.sleep((burst / perSecond) * 1000);
}

function rowOf(
  store: Limited,
  seconds: number,
  { units, requests, refused }: { units: number; requests: number; refused: number },
): BenchRow {
  const best = Math.max(0, (units - store.burst) / store.perSecond);
  const each = (requests / store.products).toFixed(2);
  return {
    what: `${store.platform}: ${store.products} products, ${store.perSecond} a second after ${store.burst} at once`,
    ours: `${seconds.toFixed(1)} s, ${each} requests a product, ${((refused / requests) * 100).toFixed(2)} % refused`,
    floor: `${best.toFixed(1)} s for these; fewest writes: ${store.fewest}`,
    ratio: best / seconds,
    aim: '0.95, under 1 % refused',
  };
}
