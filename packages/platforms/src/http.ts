import { AppError } from '@bowerbird/contract/errors';
import type { PlatformContext } from './context.ts';
import { type Pace, paceOf } from './pace.ts';
import { patience } from './patience.ts';
import { noRobots, parseRobots, type Robots } from './robots.ts';
import { type Page, parseJson, type Reading, send } from './send.ts';

/** Our name in robots.txt. */
export const robotsName = 'BowerbirdBot';
/** What we call ourselves; the server's fetch sends it with every request. */
export const userAgent = `${robotsName}/1.0`;

export const jsonLimit = 30_000_000;
export const htmlLimit = 8_000_000;
const robotsLimit = 512_000;

/** How a source is to be treated. */
export interface Manners {
  /** Milliseconds between requests; left out or 0 = adaptive. */
  paceMs?: number;
  /** Whether robots.txt is respected; left out = yes. */
  robots?: boolean;
}

/** How somebody looks who waits before a screen: without robots.txt, and no request a second time. */
export interface AtOnce {
  robots: false;
  once: true;
}
export const atOnce: AtOnce = { robots: false, once: true };

export interface GetOptions {
  /** Bytes after which the body is let go. */
  maxBytes?: number;
  /** A refusal with one of these statuses is an answer: its body is given. */
  alsoStatus?: readonly number[];
  /** Nothing depends on it: a source that is not well is not asked again. */
  optional?: boolean;
  /**
   * It stands beside what the run is for: repeated less often, and a host that refuses it for good is still asked for
   * everything else.
   */
  beside?: boolean;
}

/** Polite reading of one run: each host asked at its own pace, its robots.txt read once. */
export interface Visit {
  /** JSON at this address, unread. An answer that is none throws `source.not-json`. */
  getJson(url: URL, options?: GetOptions): Promise<unknown>;
  /** The same with the answer's headers, for lists that tell their length there. */
  getJsonPage(url: URL, options?: GetOptions): Promise<{ body: unknown; headers: Headers }>;
  getText(url: URL, options?: GetOptions): Promise<Page>;
  /** How many requests to this host may be under way now. */
  width(url: URL): number;
}

type Asked<T> = Reading<T> & Pick<GetOptions, 'optional' | 'beside'>;

interface Host {
  pace: Pace;
  robots: Promise<Robots> | null;
  /** Set once the host turned us away for good: it is not asked again in this run. */
  closed: AppError | null;
}

/**
 * Begins polite reading. Every failure leaves with a name: a password page, a frozen shop, a block, "slow down" (after
 * waiting as told, ten times), an unwell or silent host (after five more tries), a cut or too large answer.
 */
export function startVisit(context: PlatformContext, manners: Manners | AtOnce = {}): Visit {
  const hosts = new Map<string, Host>();

  function hostOf(url: URL): Host {
    const known = hosts.get(url.host);
    if (known) {
      return known;
    }
    const host: Host = {
      pace: paceOf(context, 'paceMs' in manners ? manners.paceMs : 0),
      robots: null,
      closed: null,
    };
    hosts.set(url.host, host);
    return host;
  }

  async function get<T>(url: URL, reading: Asked<T>): Promise<T> {
    const host = hostOf(url);
    if (manners.robots !== false) {
      host.robots ??= readRobots(host, url);
      const robots = await host.robots;
      host.pace.atLeastBetween(robots.crawlDelayMs);
      if (!robots.allows(url.pathname + url.search)) {
        throw new AppError('source.robots-forbid', `${url.href} is closed by robots.txt`, {
          params: { path: url.pathname },
        });
      }
    }
    return await ask(host, url, reading);
  }

  async function ask<T>(host: Host, url: URL, reading: Asked<T>): Promise<T> {
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
      if ('once' in manners) {
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
      const text = await ask(host, address, {
        accept: 'text/plain',
        maxBytes: robotsLimit,
        read: (page) => page.text,
      });
      return parseRobots(text, robotsName);
    } catch (thrown) {
      // A site that gives no rules forbids nothing (RFC 9309, 2.3.1.3). One that is silent or ill is another matter.
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
  // A password page is told by the request that follows; here it only means "no rules".
  return turnedAway || !(refused || unreadable || failure.code === 'source.password-protected');
}
