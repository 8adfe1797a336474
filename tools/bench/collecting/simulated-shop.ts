import { setImmediate } from 'node:timers/promises';
import { platforms } from '@bowerbird/platforms/all';
import type { Collector } from '@bowerbird/platforms/collecting/collector';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { simulators } from '@bowerbird/simulators/all';
import { fetchFrom, type Simulation } from '@bowerbird/simulators/simulation';

const host = 'glade-home.localhost';
export const address = new URL(`http://${host}:8901/`);

/** An answer of a simulated shop, kept as received. */
export interface KeptAnswer {
  url: URL;
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

/** A shop of a platform with this many products, and its answers so far. */
export interface SimulatedShop {
  collector: Collector;
  answers: Map<string, KeptAnswer>;
  /** Reads the whole shop from its own answers, or from the kept ones; waiting takes no time. */
  collect(from: 'shop' | 'kept', keep?: boolean): Promise<Read>;
}

export interface Read {
  products: number;
  skipped: number;
  /** Distinct ids. */
  distinct: number;
  promised: number | null;
  requests: number;
  ms: number;
}

export function simulatedShop(platform: string, count: number): SimulatedShop {
  const make = simulators.get(platform);
  const collector = platforms.get(platform)?.collector;
  if (!make || !collector) {
    throw new Error(`${platform} is not simulated`);
  }
  const shop: Simulation = make({
    name: 'glade-home',
    products: { count },
    outside: { now: () => Date.now(), random: () => 0.5, sleep: async () => void 0 },
  });
  const live = fetchFrom(new Map([[host, shop]]));
  const answers = new Map<string, KeptAnswer>();

  const kept: typeof fetch = async (input, init) => {
    const key = String(input instanceof Request ? input.url : input);
    const answer = answers.get(key);
    return answer
      ? new Response(answer.body, { status: answer.status, headers: answer.headers })
      : await live(input, init);
  };
  const keeping: typeof fetch = async (input, init) => {
    const answer = await live(input, init);
    const body = new Uint8Array(await answer.arrayBuffer());
    const url = new URL(String(input instanceof Request ? input.url : input));
    answers.set(url.href, { url, status: answer.status, headers: answer.headers, body });
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
  return {
    collector,
    answers,
    collect: (from, keep = false) => read(collector, from === 'kept' ? kept : keep ? keeping : live),
  };
}

async function read(collector: Collector, from: typeof fetch): Promise<Read> {
  let requests = 0;
  let slept = 0;
  const context: PlatformContext = {
    fetch(input, init) {
      requests += 1;
      return from(input, init);
    },
    signal: new AbortController().signal,
    now: () => performance.now() + slept,
    async sleep(ms) {
      slept += ms;
      await setImmediate();
    },
  };
  const ids = new Set<string>();
  const reported: Pick<Read, 'products' | 'skipped' | 'promised'> = {
    products: 0,
    skipped: 0,
    promised: null,
  };
  const begun = performance.now();
  const request = {
    scope: 'shop' as const,
    addresses: [address],
    checkpoint: null,
    alreadyGot: (id: string) => ids.has(id),
  };
  for await (const event of collector.collect(request, context)) {
    if (event.kind === 'promised') {
      reported.promised = Math.max(reported.promised ?? 0, event.count);
    }
    if (event.kind === 'batch') {
      reported.products += event.products.length;
      reported.skipped += event.skipped.length;
      for (const product of event.products) {
        ids.add(product.source?.id ?? '');
      }
    }
  }
  return { ...reported, distinct: ids.size, requests, ms: performance.now() - begun };
}
