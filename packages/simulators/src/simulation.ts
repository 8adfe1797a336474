import { type Gate, gateIn, halved } from '@bowerbird/platforms/net/gated';
import type { PracticeLanguage } from './practice/good-text.ts';
import type { Faults } from './simulation-faults.ts';

/** What a simulated shop may use of the outside world; tests pass in their own. */
export interface Outside {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
  sleep(ms: number): Promise<void>;
}

/** The machine's own clock and random numbers. */
export const realOutside: Outside = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** One set of credentials for the store side of a simulated shop. */
export interface SimulatedAccess {
  connection: string;
  credentials: Record<string, string>;
}

/** A simulated shop of some platform: what shoppers see and what apps write to, on one host. */
export interface Simulation {
  platform: string;
  /** First label of its host: `glade-home` is reached at `glade-home.localhost`. */
  name: string;
  /** Answers as the platform would. Rejects with `ConnectionLost` when the platform's answer would never arrive. */
  answer(request: Request): Promise<Response>;
  faults: Faults;
  /** Credentials for an app on the store side; a shop without a store side has none. */
  access?: SimulatedAccess;
  /** Other credentials, for practising connecting; leaves out those that the shop itself would grant. */
  otherAccess?: readonly SimulatedAccess[];
  /** Returns the state of its store side for a judge; absent in a shop without a store side. */
  view?(): object;
}

/** Options of a shop of any platform. */
export interface SimulationOptions {
  /** The first label of its host. */
  name: string;
  /** Practice products in the catalog; default none. */
  products?: { count?: number; seed?: number; language?: PracticeLanguage } | undefined;
  outside?: Outside;
  /** Number of cached feed pages, each about a megabyte; default 8. */
  pagesKept?: number;
}

/** The connection broke: there is no answer, and it is unknown whether the request was applied. */
export class ConnectionLost extends TypeError {
  override readonly name = 'ConnectionLost';

  constructor() {
    super('fetch failed: the connection was lost');
  }
}

/**
 * Returns a `fetch` that reaches only these shops, each by its complete host name (`glade-home.localhost`, any port).
 * Every other host is not found. When its signal aborts, the fetch rejects; what the shop had begun continues, as in
 * reality. A gate that comes with the request is called in the step in which the shop receives the request, which is
 * when the last byte has arrived.
 */
export function fetchFrom(shops: ReadonlyMap<string, Simulation>): typeof fetch {
  return async (input, init) => {
    const { signal: _, ...rest } = init ?? {};
    const request = new Request(input, rest);
    // Uses the caller's own signal: a signal that a Request derives from it is lost together with that Request.
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

/** Nothing is awaited between the gate and the shop, unless a moment in between takes time. */
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
