import type { PlatformContext } from '../context.ts';
import { paceOf } from '../pace.ts';
import { collectorOf } from './collect.ts';
import type { AccessWay, CollectAsk, Collector, SourceCredentials } from './collector.ts';
import type { ShopDialect } from './shop-reader.ts';

/** How a run with credentials is read. */
export interface OwnReading {
  dialect: ShopDialect;
  /** The outside world as it is reached with them; left out: as without. */
  context?: PlatformContext;
  ask?: CollectAsk;
}

/** A way in, and how a run that was given its credentials is read. */
export interface ReadingWay extends AccessWay {
  reading(access: SourceCredentials, ask: CollectAsk, context: PlatformContext): OwnReading;
}

/** A collector whose runs go by the merchant's own access where they were given one, and as ever where not. */
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
      const ask: CollectAsk = { scope: 'shop', addresses: [url], checkpoint: null, alreadyGot: () => false };
      const own = way.reading(access, ask, context);
      return collectorOf(own.dialect, collector).categories(url, own.context ?? context);
    },
    collect(ask, context) {
      const { access } = ask;
      const way = wayFor(access);
      if (access === undefined || way === undefined) {
        return collector.collect(ask, context);
      }
      const own = way.reading(access, ask, context);
      return collectorOf(own.dialect, collector).collect(own.ask ?? ask, own.context ?? context);
    },
  };
}

/** A context whose requests wait for their turn: as polite to an open platform as to a shop. */
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

/** A value of the credentials; text that was left out is ''. */
export function given({ credentials }: SourceCredentials, name: string): string {
  return Object.hasOwn(credentials, name) ? (credentials[name]?.trim() ?? '') : '';
}

/** When a token ends, from the seconds it still lives; null where nothing readable is told. */
export function endsIn(seconds: unknown, from = Date.now()): string | null {
  const told = Number(seconds);
  return seconds !== null && seconds !== '' && Number.isFinite(told) && told > 0
    ? new Date(from + told * 1000).toISOString()
    : null;
}
