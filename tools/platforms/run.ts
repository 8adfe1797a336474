import type { CategoryNode } from '@bowerbird/contract/collect/collect';
import { AppError } from '@bowerbird/contract/errors';
import { platforms } from '@bowerbird/platforms/all';
import type { CollectEvent } from '@bowerbird/platforms/collecting/collector';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { simulators } from '@bowerbird/simulators/all';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import type { Fault } from '@bowerbird/simulators/simulation-faults';

export const shop = new URL('http://glade-home.localhost:8901/');
export const products = 60;

/** What reading a platform's simulated shop showed. */
export interface Simulated {
  /** Signs of the platform on the front page. */
  signs: string[];
  /** The whole shop, open and with a reading method blocked: by which methods it was read, and how much was found. */
  wholes: {
    closed: string;
    ways: string[];
    promisedBy: string[];
    got: number;
    /** Why it failed; null if it did not. */
    refused: string | null;
    requests: number;
  }[];
  /** Number of categories, and their depth. */
  categories: { count: number; depth: number };
  /** Shares of variants, 0 to 1. */
  stock: number;
  currency: string | null;
}

export const closings: [string, Fault[]][] = [
  ['nothing', []],
  ['its lists', [{ kind: 'feed-missing' }]],
  ['its sitemap', [{ kind: 'status', value: 404, matching: 'sitemap', count: null }]],
];

/**
 * Reads the simulated shop of a platform, open and half blocked. Time passes only by its own clock, so the result is
 * always the same.
 */
export async function run(platform: string): Promise<Simulated | null> {
  const collector = platforms.get(platform)?.collector;
  if (!simulators.has(platform) || !collector) {
    return null;
  }
  const front = simulatedContext(platform, []);
  const answer = await front.context.fetch(shop);
  const seen = { url: shop, status: answer.status, headers: answer.headers, body: await answer.text() };
  const { evidence } = await collector.recognise(seen, front.context);
  const wholes: Simulated['wholes'] = [];
  let stocked = 0;
  let variants = 0;
  let currency: string | null = null;
  for (const [closed, faults] of closings) {
    const { context, requested } = simulatedContext(platform, faults);
    const ways = new Map<string, string>();
    const promisedBy = new Set<string>();
    let got = 0;
    let refused: string | null = null;
    try {
      for await (const event of collector.collect(whole, context)) {
        noteWays(event, ways, promisedBy);
        for (const product of event.kind === 'batch' ? event.products : []) {
          got += 1;
          currency ??= product.currency;
          if (closed === 'nothing') {
            variants += product.variants.length;
            stocked += product.variants.filter(({ stock }) => stock !== null).length;
          }
        }
      }
    } catch (thrown) {
      refused = AppError.from(thrown).code;
    }
    wholes.push({
      closed,
      ways: [...ways].filter(([, state]) => state !== 'refused').map(([way]) => way),
      promisedBy: [...promisedBy],
      got,
      refused,
      requests: requested(),
    });
  }
  const { context } = simulatedContext(platform, []);
  const tree = await collector.categories(shop, context);
  return {
    signs: evidence.map(({ sign, seen: what }) => `${sign} \`${what}\``),
    wholes,
    categories: { count: countOf(tree), depth: depthOf(tree) },
    stock: variants === 0 ? 0 : stocked / variants,
    currency,
  };
}

const whole = {
  scope: 'shop' as const,
  addresses: [shop],
  checkpoint: null,
  alreadyGot: () => false,
};

function noteWays(event: CollectEvent, ways: Map<string, string>, promisedBy: Set<string>): void {
  if (event.kind === 'way') {
    ways.set(event.way, event.state);
  } else if (event.kind === 'promised') {
    promisedBy.add(event.way);
  }
}

/**
 * Returns a simulated shop with these faults, and the number of requests it received. Throws for a platform without
 * one.
 */
export function simulatedContext(
  platform: string,
  faults: Fault[],
): { context: PlatformContext; requested(): number } {
  let now = 0;
  let requested = 0;
  const pass = async (ms: number) => {
    now += ms;
  };
  const simulated = simulators.get(platform)?.({
    name: 'glade-home',
    products: { count: products },
    outside: { now: () => now, random: () => 0.5, sleep: pass },
  });
  if (!simulated) {
    throw new Error(`${platform} is not simulated`);
  }
  simulated.faults.add(...faults);
  const live = fetchFrom(new Map([[shop.hostname, simulated]]));
  const context: PlatformContext = {
    fetch(input, init) {
      requested += 1;
      return live(input, init);
    },
    signal: new AbortController().signal,
    now: () => now,
    sleep: pass,
  };
  return { context, requested: () => requested };
}

function countOf(nodes: CategoryNode[]): number {
  return nodes.reduce((sum, { children }) => sum + 1 + countOf(children), 0);
}

function depthOf(nodes: CategoryNode[]): number {
  return nodes.reduce((most, { children }) => Math.max(most, 1 + depthOf(children)), 0);
}
