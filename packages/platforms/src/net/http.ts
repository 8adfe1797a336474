import { AppError } from '@bowerbird/contract/errors';
import type { PlatformContext } from '../context.ts';
import { type Pace, paceOf } from './pace.ts';
import { patience } from './patience.ts';
import { noRobots, parseRobots, type Robots } from './robots.ts';
import { type Page, parseJson, type Reading, send } from './send.ts';

/** Our product name in robots.txt. */
export const robotsName = 'BowerbirdBot';
/** Our user agent; the server's fetch sends it with every request. */
export const userAgent = `${robotsName}/1.0`;

export const jsonLimit = 30_000_000;
export const htmlLimit = 8_000_000;
const robotsLimit = 512_000;

/** How to treat a source. */
export interface Modes {
  /** Milliseconds between requests; adaptive when omitted or 0. */
  paceMs?: number;
  /** Whether robots.txt is respected; default yes. */
  robots?: boolean;
}

/** Options for a person who waits at a screen: without robots.txt and without repeated requests. */
export interface AtOnce {
  robots: false;
  once: true;
}
export const atOnce: AtOnce = { robots: false, once: true };

export interface GetOptions {
  /** Bytes after which reading the body stops. */
  maxBytes?: number;
  /** Statuses that count as answers although they are refusals: their body is returned. */
  alsoStatus?: readonly number[];
  /** Nothing depends on this request: it is not repeated when the source has trouble. */
  optional?: boolean;
  /**
   * The request is not essential to the run: it is repeated less often, and a host that refuses it permanently still
   * receives all other requests.
   */
  beside?: boolean;
}

/** Polite reading during one run: each host is requested at its own pace, and its robots.txt is read once. */
export interface Visit {
  /** Returns the unvalidated JSON at this address. An answer that is not JSON throws `source.not-json`. */
  getJson(url: URL, options?: GetOptions): Promise<unknown>;
  /** The same with the answer's headers, for lists that give their length there. */
  getJsonPage(url: URL, options?: GetOptions): Promise<{ body: unknown; headers: Headers }>;
  getText(url: URL, options?: GetOptions): Promise<Page>;
  /** Returns how many requests to this host may run now. */
  width(url: URL): number;
}

type Requested<T> = Reading<T> & Pick<GetOptions, 'optional' | 'beside'>;

interface Host {
  pace: Pace;
  robots: Promise<Robots> | null;
  /** Set once the host has refused permanently: it gets no more requests in this run. */
  closed: AppError | null;
}

/**
 * Starts polite reading. Every failure is a named error: a password page, a frozen shop, a block, "slow down" (after
 * waiting as instructed, ten times), a failing or silent host (after five more tries), a truncated or too large answer.
 */
export function startVisit(context: PlatformContext, modes: Modes | AtOnce = {}): Visit {
  const hosts = new Map<string, Host>();

  function hostOf(url: URL): Host {
    const known = hosts.get(url.host);
    if (known) {
      return known;
    }
    const host: Host = {
      pace: paceOf(context, 'paceMs' in modes ? modes.paceMs : 0),
      robots: null,
      closed: null,
    };
    hosts.set(url.host, host);
    return host;
  }

  async function get<T>(url: URL, reading: Requested<T>): Promise<T> {
    const host = hostOf(url);
    if (modes.robots !== false) {
      host.robots ??= readRobots(host, url);
      const robots = await host.robots;
      host.pace.atLeastBetween(robots.crawlDelayMs);
      if (!robots.allows(url.pathname + url.search)) {
        throw new AppError('source.robots-forbid', `${url.href} is closed by robots.txt`, {
          params: { path: url.pathname },
        });
      }
    }
    return await call(host, url, reading);
  }

  async function call<T>(host: Host, url: URL, reading: Requested<T>): Promise<T> {
    const waiting = patience(reading.beside ? 'beside' : reading.optional ? 'optional' : 'needed');
    for (;;) {
      if (host.closed) {
        throw host.closed;
      }
      const turn = await host.pace.take();
      let failure: AppError;
      try {
        const answer = await send(url, reading, context);
        turn.answered();
        return answer;
      } catch (thrown) {
        if (context.signal.aborted) {
          turn.dropped();
          throw context.signal.reason;
        }
        failure = AppError.from(thrown);
      }
      if ('once' in modes) {
        turn.dropped();
        throw failure;
      }

      const wait = waiting.after(failure);
      if (wait.everybody) {
        turn.limited(wait.ms ?? 0);
      } else if (wait.unwell) {
        turn.unwell();
      } else {
        turn.answered();
      }
      if (wait.ms === null) {
        if (wait.everybody && !reading.beside) {
          host.closed = failure;
        }
        throw failure;
      }
      if (!wait.everybody) {
        await context.sleep(wait.ms, context.signal);
      }
    }
  }

  async function readRobots(host: Host, url: URL): Promise<Robots> {
    const address = new URL('/robots.txt', url);
    try {
      const text = await call(host, address, {
        accept: 'text/plain',
        maxBytes: robotsLimit,
        read: (page) => page.text,
      });
      return parseRobots(text, robotsName);
    } catch (thrown) {
      // A site without rules forbids nothing (RFC 9309, 2.3.1.3). A silent or failing site is a different case.
      if (thrown instanceof AppError && !isTrouble(thrown)) {
        return noRobots;
      }
      throw thrown;
    }
  }

  return {
    getJson: (url, options = {}) =>
      get(url, { maxBytes: jsonLimit, ...options, accept: 'application/json', read: parseJson }),
    getJsonPage: (url, options = {}) =>
      get(url, {
        maxBytes: jsonLimit,
        ...options,
        accept: 'application/json',
        read: (page) => ({ body: parseJson(page), headers: page.headers }),
      }),
    getText: (url, options = {}) =>
      get(url, {
        maxBytes: htmlLimit,
        ...options,
        accept: 'text/html,application/xml;q=0.9,*/*;q=0.8',
        read: (page) => page,
      }),
    width: (url) => hostOf(url).pace.width(),
  };
}

function isTrouble(failure: AppError): boolean {
  const status = failure.params.status;
  const turnedAway = failure.code === 'source.blocked-us' && status === 430;
  const refused =
    failure.code.startsWith('source.') && typeof status === 'number' && status < 500 && status !== 429;
  const unreadable =
    failure.code.startsWith('source.answer-too-') || failure.code === 'source.answer-overcompressed';
  // The next request reports a password page; here it only means "no rules".
  return turnedAway || !(refused || unreadable || failure.code === 'source.password-protected');
}
