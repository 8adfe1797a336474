import type { CollectEvent, Collector, CollectRequest } from '@bowerbird/platforms/collecting/collector';
import { collectors } from '@bowerbird/platforms/collectors';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { watchBody } from '@bowerbird/platforms/net/body';
import { apart } from './apart.ts';
import { type ApartJob, sentSeen } from './messages.ts';

/** Largest response that is read in place, in bytes; larger ones are read in a separate process. */
export const inPlaceMax = 1_000_000;

/** Reports whether a platform's collector can read in a separate process: the separate process knows only the built-in collectors. */
export function mayLeave(platform: string, collector: Collector): boolean {
  return collectors.get(platform)?.collector === collector;
}

/** A response was too large to be read in the program's own process. */
class TooLargeHere extends Error {
  override readonly name = 'TooLargeHere';

  constructor() {
    super('an answer is too large to be read here');
  }
}

/** A platform's collector that does not block the program; `got` are the ids that `alreadyGot` knows. */
export interface BoundedCollector {
  collect(
    request: CollectRequest,
    got: () => Iterable<string>,
    context: PlatformContext,
  ): AsyncIterable<CollectEvent>;
  recognise: Collector['recognise'];
  preview: Collector['preview'];
  categories: Collector['categories'];
}

/**
 * Reads in place until a response is larger than `inPlaceMax`; then continues in a separate process from the last
 * checkpoint, as after a stop, so that a large page or feed delays nobody else. One or two requests are sent again.
 */
export function boundedCollector(
  platform: string,
  collector: Collector,
  bytesMax = inPlaceMax,
): BoundedCollector {
  const most = mayLeave(platform, collector) ? bytesMax : Number.POSITIVE_INFINITY;
  const here = (context: PlatformContext) => inPlace(context, most);
  return {
    async *collect(request, got, context) {
      const { addresses, alreadyGot: _, ...rest } = request;
      let { checkpoint } = request;
      const place = here(context);
      try {
        for await (const event of collector.collect(request, place.context)) {
          if (place.isTooLarge()) {
            break;
          }
          yield event;
          checkpoint = event.kind === 'batch' ? event.checkpoint : checkpoint;
        }
      } catch (thrown) {
        if (!place.isTooLarge()) {
          throw thrown;
        }
      }
      if (place.isTooLarge()) {
        const job: ApartJob = {
          platform,
          kind: 'collect',
          request: { ...rest, checkpoint },
          addresses: addresses.map(({ href }) => href),
          got: [...got()],
        };
        // The separate process sends what its collector yielded.
        yield* apart(job, context) as AsyncIterable<CollectEvent>;
      }
    },
    recognise: (seen, context) =>
      once(
        (inPlace) => collector.recognise(seen, inPlace),
        {
          kind: 'recognise',
          platforms: [platform],
          seen: sentSeen({ ...seen, page: { bytes: new TextEncoder().encode(seen.body), codings: [] } }),
        },
        here(context),
        context,
      ),
    preview: (url, scope, context) =>
      once(
        (inPlace) => collector.preview(url, scope, inPlace),
        { platform, kind: 'preview', url: url.href, scope },
        here(context),
        context,
      ),
    categories: (url, context, access) =>
      once(
        (inPlace) => collector.categories(url, inPlace, access),
        { platform, kind: 'categories', url: url.href, access },
        here(context),
        context,
      ),
  };
}

async function once<Result>(
  read: (context: PlatformContext) => Promise<Result>,
  job: ApartJob,
  here: Here,
  context: PlatformContext,
): Promise<Result> {
  try {
    const result = await read(here.context);
    if (!here.isTooLarge()) {
      return result;
    }
  } catch (thrown) {
    if (!here.isTooLarge()) {
      throw thrown;
    }
  }
  let result: unknown;
  // Yields one result, then ends: a separate process that ended its work is used again.
  for await (result of apart(job, context)) {
  }
  return result as Result;
}

/** A context that stops its reader at the first response that is too large. */
interface Here {
  context: PlatformContext;
  isTooLarge(): boolean;
}

function inPlace(context: PlatformContext, bytesMax: number): Here {
  const leaving = new AbortController();
  const signal = AbortSignal.any([context.signal, leaving.signal]);
  return {
    isTooLarge: () => leaving.signal.aborted && !context.signal.aborted,
    context: {
      ...context,
      signal,
      async fetch(input, init) {
        const answer = await context.fetch(input, init);
        watchBody(answer, {
          onSize(size) {
            if (size > bytesMax) {
              leaving.abort(new TooLargeHere());
              throw leaving.signal.reason;
            }
          },
        });
        return answer;
      },
    },
  };
}
