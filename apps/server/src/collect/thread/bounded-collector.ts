import { watchBody } from '@bowerbird/platforms/body';
import type { CollectAsk, CollectEvent, Collector } from '@bowerbird/platforms/collecting/collector';
import { collectors } from '@bowerbird/platforms/collectors';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { inThread } from './in-thread.ts';
import { sentSeen, type ThreadJob } from './messages.ts';

/** Up to this size an answer is read here, bytes; what is larger is read in a thread. */
export const inPlaceMax = 1_000_000;

/** Whether a platform's collector can read in a thread, which knows the platforms' own and no other. */
export function mayLeave(platform: string, collector: Collector): boolean {
  return collectors.get(platform)?.collector === collector;
}

/** An answer was too large to be read in the program's own thread. */
class TooLargeHere extends Error {
  override readonly name = 'TooLargeHere';

  constructor() {
    super('an answer is too large to be read here');
  }
}

/** What a platform's collector does, without holding up the program; `got` are the ids that `alreadyGot` knows. */
export interface BoundedCollector {
  collect(
    ask: CollectAsk,
    got: () => Iterable<string>,
    context: PlatformContext,
  ): AsyncIterable<CollectEvent>;
  recognise: Collector['recognise'];
  preview: Collector['preview'];
  categories: Collector['categories'];
}

/**
 * Reads in place until an answer is larger than `inPlaceMax`; then the reading goes on in a thread of its own from its last
 * checkpoint, as after a stop, so that a large page or feed costs nobody else a moment. One request or two are sent again.
 */
export function boundedCollector(
  platform: string,
  collector: Collector,
  bytesMax = inPlaceMax,
): BoundedCollector {
  const most = mayLeave(platform, collector) ? bytesMax : Number.POSITIVE_INFINITY;
  const here = (context: PlatformContext) => inPlace(context, most);
  return {
    async *collect(ask, got, context) {
      const { addresses, alreadyGot: _, ...rest } = ask;
      let { checkpoint } = ask;
      const place = here(context);
      try {
        for await (const event of collector.collect(ask, place.context)) {
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
        const job: ThreadJob = {
          platform,
          kind: 'collect',
          ask: { ...rest, checkpoint },
          addresses: addresses.map(({ href }) => href),
          got: [...got()],
        };
        // What the thread sends is what its collector yielded.
        yield* inThread(job, context) as AsyncIterable<CollectEvent>;
      }
    },
    recognise: (seen, context) =>
      once(
        (inPlace) => collector.recognise(seen, inPlace),
        { kind: 'recognise', platforms: [platform], seen: sentSeen(seen) },
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
  job: ThreadJob,
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
  // One, and then the end: a thread that came to its end is used again.
  for await (result of inThread(job, context)) {
  }
  return result as Result;
}

/** A context that ends what is read with it at the first answer that is too large. */
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
