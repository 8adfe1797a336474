import { type Gate, gateIn, halved } from './gated.ts';
import type { GoodsLanguage } from './practice/goods.ts';
import type { Faults } from './simulation-faults.ts';

/** What a simulated shop may touch of the outside world; tests hand in their own. */
export interface Outside {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
  sleep(ms: number): Promise<void>;
}

/** The machine's own clock and chance. */
export const realOutside: Outside = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** One way into the store side of a played shop. */
export interface PlayedAccess {
  connection: string;
  credentials: Record<string, string>;
}

/** A shop of some platform, played by us: what shoppers see and what apps write to, on one host. */
export interface Simulation {
  platform: string;
  /** The first label of its host: `glade-home` is reached at `glade-home.localhost`. */
  name: string;
  /** Answers as the platform would. Rejects with `ConnectionLost` where the platform's answer would never arrive. */
  answer(request: Request): Promise<Response>;
  faults: Faults;
  /** What lets an app in to the store side; a shop without one has none. */
  access?: PlayedAccess;
  /** Other ways in, for who practises connecting; what the shop itself would grant is left out. */
  otherAccess?: readonly PlayedAccess[];
  /** The books of its store side, for judging; a shop without one has none. */
  view?(): object;
}

/** What a shop of any platform is made from. */
export interface SimulationOptions {
  /** The first label of its host. */
  name: string;
  /** Practice goods on the shelves; none by default. */
  goods?: { count?: number; seed?: number; language?: GoodsLanguage } | undefined;
  outside?: Outside;
  /** Pages of the feed kept ready, each about a megabyte; 8 by default. */
  pagesKept?: number;
}

/** The connection broke: no answer, and no telling whether the request was applied. */
export class ConnectionLost extends TypeError {
  override readonly name = 'ConnectionLost';

  constructor() {
    super('fetch failed: the connection was lost');
  }
}

/**
 * A `fetch` that reaches these shops alone, each by its whole host name (`glade-home.localhost`, any port). Every
 * other host is not found. Broken off by its signal, it rejects; what the shop had begun goes on, as in life. A gate that goes
 * along is asked in the step in which the shop hears of the request, which it does when the last byte is there.
 */
export function fetchFrom(shops: ReadonlyMap<string, Simulation>): typeof fetch {
  return async (input, init) => {
    const { signal: _, ...rest } = init ?? {};
    const request = new Request(input, rest);
    // The caller's own signal: one that a Request made of it is forgotten together with that Request.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : null);
    signal?.throwIfAborted();
    const shop = shops.get(new URL(request.url).hostname);
    if (!shop) {
      throw new TypeError(`fetch failed: host ${new URL(request.url).hostname} was not found`);
    }
    const given = new Request(request, { signal: null });
    const gate = gateIn(init);
    const answer = gate ? throughGate(gate, given, shop) : shop.answer(given);
    return await (signal ? Promise.race([answer, brokenOff(signal)]) : answer);
  };
}

/** Nothing is waited for between the gate and the shop, unless a moment in between lasts. */
async function throughGate(gate: Gate, request: Request, shop: Simulation): Promise<Response> {
  gate();
  const { at } = gate;
  if (!at) {
    return await shop.answer(request);
  }
  const sent = [
    'gate.after',
    'send.first-byte',
    ...(request.body ? ['send.body-half' as const] : []),
  ] as const;
  for (const moment of sent) {
    const held = at(moment);
    if (held) {
      await held;
    }
  }
  const answering = shop.answer(request);
  answering.catch(() => undefined);
  await at('send.last-byte');
  const answer = await answering;
  await at('answer.headers');
  return halved(answer, at);
}

function brokenOff(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
