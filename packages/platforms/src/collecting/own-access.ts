import type { PlatformContext } from '../context.ts';
import { paceOf } from '../net/pace.ts';
import { collectorOf } from './collect.ts';
import type { AccessWay, Collector, CollectRequest, SourceCredentials } from './collector.ts';
import type { ShopDialect } from './shop-reader.ts';

/** How a run with credentials is read. */
export interface OwnReading {
  dialect: ShopDialect;
  /** Context used with these credentials; when omitted, the normal one. */
  context?: PlatformContext;
  request?: CollectRequest;
}

/** An access method, and how a run with its credentials is read. */
export interface ReadingWay extends AccessWay {
  reading(access: SourceCredentials, request: CollectRequest, context: PlatformContext): OwnReading;
}

/**
 * Returns a collector that uses the merchant's own access for runs that have credentials, and works as before for the
 * others.
 */
export function withAccess(collector: Collector, ways: readonly ReadingWay[]): Collector {
  const wayFor = (access: SourceCredentials | undefined) => ways.find(({ id }) => id === access?.connection);
  return {
    ...collector,
    access: ways,
    categories(url, context, access) {
      const way = wayFor(access);
      if (access === undefined || way === undefined) {
        return collector.categories(url, context);
      }
      const request: CollectRequest = {
        scope: 'shop',
        addresses: [url],
        checkpoint: null,
        alreadyGot: () => false,
      };
      const own = way.reading(access, request, context);
      return collectorOf(own.dialect, collector).categories(url, own.context ?? context);
    },
    collect(request, context) {
      const { access } = request;
      const way = wayFor(access);
      if (access === undefined || way === undefined) {
        return collector.collect(request, context);
      }
      const own = way.reading(access, request, context);
      return collectorOf(own.dialect, collector).collect(own.request ?? request, own.context ?? context);
    },
  };
}

/** Returns a context whose requests wait for their turn, so that an open platform is treated as politely as a shop. */
export function atOwnPace(context: PlatformContext, paceMs = 0): PlatformContext & { width(): number } {
  const pace = paceOf(context, paceMs);
  return {
    ...context,
    width: () => pace.width(),
    async fetch(input, init) {
      const turn = await pace.take();
      try {
        const answer = await context.fetch(input, init);
        if (answer.status >= 500) {
          turn.unwell();
        } else if (answer.status === 429) {
          turn.limited(1000);
        } else {
          turn.answered();
        }
        return answer;
      } catch (thrown) {
        turn.dropped();
        throw thrown;
      }
    },
  };
}

/** Returns a value of the credentials; '' for an omitted one. */
export function given({ credentials }: SourceCredentials, name: string): string {
  return Object.hasOwn(credentials, name) ? (credentials[name]?.trim() ?? '') : '';
}

/** Returns when a token expires, from its remaining lifetime in seconds; null when no readable lifetime is given. */
export function endsIn(seconds: unknown, from = Date.now()): string | null {
  const stated = Number(seconds);
  return seconds !== null && seconds !== '' && Number.isFinite(stated) && stated > 0
    ? new Date(from + stated * 1000).toISOString()
    : null;
}
