import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import type { SourceLink } from '@bowerbird/platforms/collecting/collector';
import { collectors } from '@bowerbird/platforms/collectors';
import type { PlatformContext } from '@bowerbird/platforms/context';
import type { PageRead } from '../../messages.ts';
import { turnedAway } from '../blocked.ts';
import type { OpenPage } from '../open-page.ts';
import { type PagePlatform, platformOf } from '../platform-of.ts';
import { type Found, readProducts } from './read-products.ts';
import { tabFetch } from './tab-fetch.ts';

/** Pages of these platforms load their content by calls of their own, some seconds after opening. */
const fillsItself: ReadonlySet<string> = new Set(['aliexpress', 'alibaba-1688']);
const fillMs = 12_000;
/** Time limit of the whole reading, in milliseconds: a person is waiting. */
const readMs = 20_000;

/** Reads the open page with our readers: its products, else the products it links to, else why there is nothing. */
export async function readOpenPage(page: OpenPage, stop: AbortSignal): Promise<PageRead> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(readMs)]);
  try {
    return await readWith(page, signal);
  } catch (thrown) {
    return nothing(null, signal.aborted ? 'source.timeout' : AppError.from(thrown).code);
  }
}

async function readWith(page: OpenPage, signal: AbortSignal): Promise<PageRead> {
  const away = turnedAway(page);
  if (away !== null) {
    return { found: 'nothing', platform: null, code: away };
  }
  const known = await platformOfPage(page, signal);
  if (known === null) {
    return nothing(null, 'plugin.nothing-here');
  }
  const platform = known.platform.id;
  const sourceLinksFirst = known.scope !== 'product';
  const sourceLinks = sourceLinksFirst ? await sourceLinksInTime(known, page) : [];
  if (sourceLinks.length > 0) {
    return { found: 'sourceLinks', platform, urls: sourceLinks.map(({ url }) => url) };
  }
  const { products, failure } = await productsInTime(known, page, signal);
  if (products.length > 0) {
    return { found: 'products', platform, url: page.url.href, products };
  }
  const turned = turnedAway(page);
  if (turned !== null) {
    return nothing(platform, turned);
  }
  const others = sourceLinksFirst || !isGuess(known) ? [] : sourceLinksOf(known, page);
  if (others.length > 0) {
    return { found: 'sourceLinks', platform, urls: others.map(({ url }) => url) };
  }
  return nothing(
    platform,
    failure?.code ?? (sourceLinksFirst ? 'plugin.nothing-here' : 'source.page-not-understood'),
  );
}

/** Returns the platform of the open page. */
export async function platformOfPage(page: OpenPage, signal: AbortSignal): Promise<PagePlatform | null> {
  return await platformOf(page.url, page.markup() ?? page.shown(), {
    ...contextOf(page, signal),
    fetch: tabFetch(page, null),
  });
}

/**
 * Returns the products that the page links to, from its markup and the responses that extended it, without duplicates.
 */
export function sourceLinksOf({ platform }: PagePlatform, page: OpenPage): SourceLink[] {
  const found = new Map<string, SourceLink>();
  const bodies = [
    ...page
      .answers('list')
      .map(({ text }) => text)
      .reverse(),
    page.markup() ?? page.shown(),
  ];
  for (const body of bodies) {
    for (const sourceLink of readSourceLinks(platform.id, body, page.url)) {
      found.set(sourceLink.id, found.get(sourceLink.id) ?? sourceLink);
    }
  }
  return [...found.values()];
}

/** Returns [] if the page cannot be read: the error is reported when its products are requested. */
export function readSourceLinks(platform: string, body: string, url: URL): SourceLink[] {
  try {
    return collectors.get(platform)?.collector.sourceLinksOn?.(body, url) ?? [];
  } catch {
    return [];
  }
}

/** Reports whether any address may be a product here, so that only the page itself can tell. */
function isGuess({ platform }: PagePlatform): boolean {
  return platform.lastResort === true || platform.id === 'wordpress';
}

async function sourceLinksInTime(known: PagePlatform, page: OpenPage): Promise<SourceLink[]> {
  return await untilFilled(
    known,
    page,
    async () => sourceLinksOf(known, page),
    (sourceLinks) => sourceLinks.length > 0,
  );
}

async function productsInTime(known: PagePlatform, page: OpenPage, signal: AbortSignal): Promise<Found> {
  return await untilFilled(
    known,
    page,
    () => readProducts(known.platform, page, contextOf(page, signal)),
    ({ products, partial, failure }) =>
      failure?.code === 'source.gone' || (products.length > 0 && !partial) || turnedAway(page) !== null,
  );
}

/**
 * Retries at each change of a page that is still loading its content, until the result is complete or the time is over.
 */
async function untilFilled<T>(
  { platform }: PagePlatform,
  page: OpenPage,
  read: () => Promise<T>,
  isEnough: (found: T) => boolean,
): Promise<T> {
  const until = page.now() + (fillsItself.has(platform.id) ? fillMs : 0);
  for (;;) {
    const found = await read();
    const left = until - page.now();
    if (isEnough(found) || left <= 0) {
      return found;
    }
    await page.change(Math.min(left, 3000));
  }
}

function contextOf(page: OpenPage, signal: AbortSignal): Omit<PlatformContext, 'fetch'> {
  return {
    signal,
    now: page.now,
    sleep: (ms, stop) =>
      new Promise((resolve, reject) => {
        stop.throwIfAborted();
        const timer = setTimeout(resolve, ms);
        stop.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(stop.reason);
        });
      }),
  };
}

function nothing(platform: string | null, code: ErrorCode | `plugin.${string}`): PageRead {
  return { found: 'nothing', platform, code };
}
