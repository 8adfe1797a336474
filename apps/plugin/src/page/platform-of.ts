import type { CollectScope } from '@bowerbird/contract/collect';
import type { RecognisedAs, Seen } from '@bowerbird/platforms/collecting/collector';
import { collectors, type Reads } from '@bowerbird/platforms/collectors';
import type { PlatformContext } from '@bowerbird/platforms/context';

/** Which platform an open page belongs to, and what it shows. */
export interface PagePlatform {
  platform: Reads;
  scope: CollectScope;
}

/** Below this a platform is asked for more than the page tells. */
const sure = 50;

/**
 * The platform of a page by what it tells of itself; where that is not enough, by what its host answers. Null where none
 * takes it for its own.
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
