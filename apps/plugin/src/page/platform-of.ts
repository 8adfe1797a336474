import type { CollectScope } from '@bowerbird/contract/collect/collect';
import type { RecognisedAs, Seen } from '@bowerbird/platforms/collecting/collector';
import { collectors, type Reads } from '@bowerbird/platforms/collectors';
import type { PlatformContext } from '@bowerbird/platforms/context';

/** The platform of an open page, and what it shows. */
export interface PagePlatform {
  platform: Reads;
  scope: CollectScope;
}

/** Below this score, the page alone does not identify a platform, and its host is queried. */
const sure = 50;

/**
 * Returns the platform of a page by the page itself; if that is not enough, by its host's responses. Null if no
 * platform matches.
 */
export async function platformOf(
  url: URL,
  markup: string,
  context: PlatformContext,
): Promise<PagePlatform | null> {
  const seen: Seen = { url, status: 200, headers: new Headers(), body: markup };
  const offline: PlatformContext = { ...context, fetch: () => Promise.reject(new TypeError('not asked')) };
  const first = await bestOf(seen, offline);
  if (first !== null && first.confidence >= sure) {
    return first;
  }
  return await bestOf(seen, context);
}

type Rated = PagePlatform & Pick<RecognisedAs, 'confidence'>;

async function bestOf(seen: Seen, context: PlatformContext): Promise<Rated | null> {
  const rated = await Promise.all(
    [...collectors.values()].map(async (platform): Promise<Rated> => {
      const { confidence, scope } = await platform.collector.recognise(seen, context);
      return { platform, scope, confidence };
    }),
  );
  const known = rated.filter(({ platform, confidence }) => !platform.lastResort && confidence >= sure);
  const [best] = known.toSorted((one, other) => other.confidence - one.confidence);
  return best ?? rated.find(({ platform, confidence }) => platform.lastResort && confidence > 0) ?? null;
}
