import type { CategoryNode } from '@bowerbird/contract/collect';
import { AppError } from '@bowerbird/contract/errors';
import { platforms } from '@bowerbird/platforms/all';
import type { CollectEvent } from '@bowerbird/platforms/collecting/collector';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { fetchFrom } from '@bowerbird/platforms/simulation';
import type { Fault } from '@bowerbird/platforms/simulation-faults';
import { simulators } from '@bowerbird/platforms/simulators';

export const shop = new URL('http://glade-home.localhost:8901/');
export const goods = 60;

/** What reading a platform's played shop showed of it. */
export interface Played {
  /** Signs on the front page. */
  signs: string[];
  /** The whole shop, as it is and with a way closed: by which ways it was read, and how much came. */
  wholes: {
    closed: string;
    ways: string[];
    promisedBy: string[];
    got: number;
    /** Why it came to nothing; null when it did not. */
    refused: string | null;
    requests: number;
  }[];
  /** How many categories, and how deep they lie. */
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

/** Reads the played shop of a platform, open and half closed. Time passes only by its own clock, so it is always the same. */
export async function play(platform: string): Promise<Played | null> {
  const collector = platforms.get(platform)?.collector;
  if (!simulators.has(platform) || !collector) {
    return null;
  }
  const front = playedContext(platform, []);
  const answer = await front.context.fetch(shop);
  const seen = { url: shop, status: answer.status, headers: answer.headers, body: await answer.text() };
  const { evidence } = await collector.recognise(seen, front.context);
  const wholes: Played['wholes'] = [];
  let stocked = 0;
  let variants = 0;
  let currency: string | null = null;
  for (const [closed, faults] of closings) {
    const { context, asked } = playedContext(platform, faults);
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
      requests: asked(),
    });
  }
  const { context } = playedContext(platform, []);
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

/** A simulated shop with these faults, and how many requests it took. Throws for a platform without one. */
export function playedContext(
  platform: string,
  faults: Fault[],
): { context: PlatformContext; asked(): number } {
  let now = 0;
  let asked = 0;
  const pass = async (ms: number) => {
    now += ms;
  };
  const played = simulators.get(platform)?.({
    name: 'glade-home',
    goods: { count: goods },
    outside: { now: () => now, random: () => 0.5, sleep: pass },
  });
  if (!played) {
    throw new Error(`${platform} is not played`);
  }
  played.faults.add(...faults);
  const live = fetchFrom(new Map([[shop.hostname, played]]));
  const context: PlatformContext = {
    fetch(input, init) {
      asked += 1;
      return live(input, init);
    },
    signal: new AbortController().signal,
    now: () => now,
    sleep: pass,
  };
  return { context, asked: () => asked };
}

function countOf(nodes: CategoryNode[]): number {
  return nodes.reduce((sum, { children }) => sum + 1 + countOf(children), 0);
}

function depthOf(nodes: CategoryNode[]): number {
  return nodes.reduce((most, { children }) => Math.max(most, 1 + depthOf(children)), 0);
}
