import type { Product } from '@bowerbird/catalog/product';
import { platforms } from '@bowerbird/platforms/all';
import type { CollectRequest } from '@bowerbird/platforms/collecting/collector';
import {
  practiceApp as alibabaApp,
  practiceRefresh as alibabaRefresh,
} from '@bowerbird/simulators/alibaba/open-api';
import { practiceApp, practiceRefresh } from '@bowerbird/simulators/aliexpress/open-api';
import { simulators } from '@bowerbird/simulators/all';
import type { Fault } from '@bowerbird/simulators/simulation-faults';
import { practiceKeys } from '@bowerbird/simulators/woocommerce/rest-api';
import type { Reading } from './coverage.ts';
import { closings, shop, simulatedContext } from './run.ts';

type Access = NonNullable<CollectRequest['access']>;

const alibabaAccess: Access = {
  connection: 'open-platform',
  credentials: { ...alibabaApp, refreshToken: alibabaRefresh },
  shop: null,
};

/** Credentials that the simulated shops accept, of the platforms that are also read with credentials. */
const ownAccess: Record<string, Access> = {
  woocommerce: { connection: 'rest-keys', credentials: { ...practiceKeys }, shop: shop.origin },
  alibaba: alibabaAccess,
  'alibaba-1688': alibabaAccess,
  aliexpress: {
    connection: 'open-platform',
    credentials: {
      appKey: practiceApp.appKey,
      appSecret: practiceApp.appSecret,
      accessToken: practiceApp.session,
      refreshToken: practiceRefresh,
    },
    shop: null,
  },
};

/** Hosts of the open platforms, which a simulated shop also simulates. */
const gateways = new Set(['api-sg.aliexpress.com', 'openapi-api.alibaba.com', 'gw.open.1688.com']);

/** Reads the simulated shop of every platform by each method: lists, pages, own access, and pages in a browser. */
export async function simulatedReadings(): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const id of simulators.keys()) {
    const byWay = new Map<string, Product[]>();
    for (const [, faults] of closings) {
      const { ways, products } = await collected(id, faults, { scope: 'shop', addresses: [shop] });
      const way = ways.includes('feed') ? 'feed' : 'page';
      if (products.length > 0 && !byWay.has(way)) {
        byWay.set(way, products);
      }
    }
    const [first = []] = byWay.values();
    const addresses = first.map(addressOf);
    const access = ownAccess[id];
    if (access !== undefined) {
      byWay.set('API', (await collected(id, [], { scope: 'list', addresses, access })).products);
    }
    byWay.set('plugin', await inBrowser(id, addresses));
    const platform = platforms.get(id)?.name ?? id;
    readings.push(...[...byWay].map(([way, products]) => ({ platform, way, products })));
  }
  return readings;
}

async function collected(
  platform: string,
  faults: Fault[],
  requested: Pick<CollectRequest, 'scope' | 'addresses' | 'access'>,
): Promise<{ ways: string[]; products: Product[] }> {
  const { context } = simulatedContext(platform, faults);
  const fetch: typeof globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    return context.fetch(gateways.has(url.hostname) ? shop.origin + url.pathname + url.search : input, init);
  };
  const request: CollectRequest = { ...requested, checkpoint: null, alreadyGot: () => false };
  const ways = new Map<string, string>();
  const products: Product[] = [];
  try {
    for await (const event of platforms.get(platform)?.collector?.collect(request, { ...context, fetch }) ??
      []) {
      if (event.kind === 'way') {
        ways.set(event.way, event.state);
      } else if (event.kind === 'batch') {
        products.push(...event.products);
      }
    }
  } catch {
    // A shop that is permanently closed: the platform's table lists it by name.
  }
  return { ways: [...ways].filter(([, state]) => state !== 'refused').map(([way]) => way), products };
}

/** Returns the products that these pages show to the reader in a browser. */
async function inBrowser(platform: string, addresses: readonly URL[]): Promise<Product[]> {
  const read = platforms.get(platform)?.collector?.readPage;
  const { context } = simulatedContext(platform, []);
  const shown: Product[] = [];
  for (const url of addresses) {
    shown.push(...(read?.(await (await context.fetch(url)).text(), url) ?? []));
  }
  return shown;
}

/** Returns the address of the product's page in the simulated shop. */
function addressOf({ source }: Product): URL {
  const { pathname, search } = new URL(source?.url ?? shop);
  return new URL(pathname + search, shop);
}
