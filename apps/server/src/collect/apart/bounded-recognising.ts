import type { Collector, RecognisedAs, Seen } from '@bowerbird/platforms/collecting/collector';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { readStartBytes } from '@bowerbird/platforms/net/body';
import { codingsOf } from '@bowerbird/platforms/net/packed';
import { nextTurn } from '../../async/next-turn.ts';
import { apart } from './apart.ts';
import { boundedCollector, mayLeave } from './bounded-collector.ts';
import { type Page, sentSeen } from './messages.ts';
import { pageBytesMax, startOf } from './packed-body.ts';

/**
 * Longest page that is recognised in place, in bytes: a platform takes about 8 ms for it, 20 ms if the page is made to
 * be slow.
 */
const inPlaceMax = 100_000;

/** What an address responded; its page is not unpacked yet. */
export type SeenPage = Omit<Seen, 'body'> & { page: Page };

/** Reads the beginning of a response that was requested packed. */
export async function readPage(response: Response): Promise<Page> {
  return { bytes: await readStartBytes(response, pageBytesMax), codings: codingsOf(response) };
}

/** A platform that recognises a page. */
export interface Recogniser {
  id: string;
  collector: Collector;
}

/**
 * Returns what each platform recognises in the page, in the platforms' order, without blocking the program: a long page
 * is checked in a separate process, and a short one platform by platform, with other work in between.
 */
export async function recogniseWith(
  platforms: readonly Recogniser[],
  seen: SeenPage,
  context: PlatformContext,
): Promise<RecognisedAs[]> {
  const isKnown = platforms.every(({ id, collector }) => mayLeave(id, collector));
  const start = await startOf(seen.page, isKnown ? inPlaceMax : pageBytesMax);
  if (isKnown && start.byteLength === inPlaceMax) {
    const ids = platforms.map(({ id }) => id);
    const found: unknown[] = [];
    for await (const each of apart({ kind: 'recognise', platforms: ids, seen: sentSeen(seen) }, context)) {
      found.push(each);
    }
    // The separate process uses the same collectors.
    return found as RecognisedAs[];
  }
  const { page: _, ...rest } = seen;
  const here = { ...rest, body: new TextDecoder().decode(start) };
  return await Promise.all(
    platforms.map(async ({ id, collector }) => {
      await nextTurn();
      return await boundedCollector(id, collector).recognise(here, context);
    }),
  );
}
