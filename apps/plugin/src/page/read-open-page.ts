import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import type { Lead } from '@bowerbird/platforms/collecting/collector';
import { collectors } from '@bowerbird/platforms/collectors';
import type { PlatformContext } from '@bowerbird/platforms/context';
import type { PageRead } from '../messages.ts';
import { turnedAway } from './blocked.ts';
import type { OpenPage } from './open-page.ts';
import { type PagePlatform, platformOf } from './platform-of.ts';
import { type Found, readProducts } from './read-products.ts';
import { tabFetch } from './tab-fetch.ts';

/** Pages of these fill themselves by calls of their own, some seconds after they opened. */
const fillsItself: ReadonlySet<string> = new Set(['aliexpress', 'alibaba-1688']);
const fillMs = 12_000;
/** All of it, for somebody waits before the screen. */
const readMs = 20_000;

/** What the open page holds, by our readers: its products, else where it leads, else why there is nothing. */
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
  const leadsFirst = known.scope !== 'product';
  const leads = leadsFirst ? await leadsInTime(known, page) : [];
  if (leads.length > 0) {
    return { found: 'leads', platform, urls: leads.map(({ url }) => url) };
  }
  const { products, failure } = await productsInTime(known, page, signal);
  if (products.length > 0) {
    return { found: 'products', platform, url: page.url.href, products };
  }
  const turned = turnedAway(page);
  if (turned !== null) {
    return nothing(platform, turned);
  }
  const others = leadsFirst || !isGuess(known) ? [] : leadsOf(known, page);
  if (others.length > 0) {
    return { found: 'leads', platform, urls: others.map(({ url }) => url) };
  }
  return nothing(
    platform,
    failure?.code ?? (leadsFirst ? 'plugin.nothing-here' : 'source.page-not-understood'),
  );
}

/** The platform of the open page. */
export async function platformOfPage(page: OpenPage, signal: AbortSignal): Promise<PagePlatform | null> {
  return await platformOf(page.url, page.markup() ?? page.shown(), {
    ...contextOf(page, signal),
    fetch: tabFetch(page, null),
  });
}

/** Where the page leads: its markup and the answers that brought it more, each product once. */
export function leadsOf({ platform }: PagePlatform, page: OpenPage): Lead[] {
  const found = new Map<string, Lead>();
  const bodies = [
    ...page
      .answers('list')
      .map(({ text }) => text)
      .reverse(),
    page.markup() ?? page.shown(),
  ];
  for (const body of bodies) {
    for (const lead of readLeads(platform.id, body, page.url)) {
      found.set(lead.id, found.get(lead.id) ?? lead);
    }
  }
  return [...found.values()];
}

/** [] where the page cannot be read: that is told when somebody asks for its products. */
export function readLeads(platform: string, body: string, url: URL): Lead[] {
  try {
    return collectors.get(platform)?.collector.leadsOn?.(body, url) ?? [];
  } catch {
    return [];
  }
}

/** Any address may be a product here: nothing but the page itself tells. */
function isGuess({ platform }: PagePlatform): boolean {
  return platform.lastResort === true || platform.id === 'wordpress';
}

async function leadsInTime(known: PagePlatform, page: OpenPage): Promise<Lead[]> {
  return await untilFilled(
    known,
    page,
    async () => leadsOf(known, page),
    (leads) => leads.length > 0,
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

/** Tries again at each change of a page that still fills itself, until it is enough or the time is over. */
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
