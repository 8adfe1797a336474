import type { Platform } from '@bowerbird/platforms/platform';

/** A marketplace: many hosts, with all products stored under one name. */
interface MarketplaceSite {
  platform: string;
  domain: string;
  /** The host that its products are stored under. */
  home: string;
}

const sites: readonly MarketplaceSite[] = [
  { platform: 'aliexpress', domain: 'aliexpress.com', home: 'www.aliexpress.com' },
  { platform: 'aliexpress', domain: 'aliexpress.us', home: 'www.aliexpress.us' },
  { platform: 'alibaba', domain: 'alibaba.com', home: 'www.alibaba.com' },
  { platform: 'alibaba-1688', domain: '1688.com', home: 'detail.1688.com' },
];

function siteOf(platform: string, host: string): MarketplaceSite | undefined {
  const name = host.replace(/:\d+$/, '');
  return sites.find(
    (site) => site.platform === platform && (name === site.domain || name.endsWith(`.${site.domain}`)),
  );
}

/** Returns the shop that a page's products are stored under: a marketplace's home, else the page's own host. */
export function shopOf(platform: string, url: URL): string {
  return siteOf(platform, url.host)?.home ?? url.host;
}

/** Reports whether products stored under one host can appear on a page of the other. */
export function isSameShop(platform: string, one: string, other: string): boolean {
  const [first, second] = [siteOf(platform, one), siteOf(platform, other)];
  return first || second ? first === second : bare(one) === bare(other);
}

function bare(host: string): string {
  return host.toLowerCase().replace(/^(?:www|m)\./, '');
}

/** Returns the marketplaces whose pages the plugin reads by itself, of the platforms that are read in a browser. */
export function readSites(platforms: ReadonlyMap<string, Platform>): { platform: string; hosts: string[] }[] {
  return [...Map.groupBy(sites, ({ platform }) => platform)]
    .filter(([platform]) => platforms.get(platform)?.collector?.readPage !== undefined)
    .map(([platform, of]) => ({ platform, hosts: of.map(({ domain }) => domain) }));
}

/** Returns a marketplace's item id from the page's address; null on any other page. */
export function itemIdOf(platform: string, url: URL): string | null {
  return siteOf(platform, url.host)
    ? ([...url.pathname.matchAll(/(\d{8,20})\.html/g)].at(-1)?.[1] ?? null)
    : null;
}

/**
 * Returns the spellings of one page's address: as given, without `#` and `?` parts, with and without a trailing slash.
 */
export function spellingsOf(url: URL): string[] {
  const path = url.pathname.replace(/\/$/, '');
  const page = url.origin + path;
  return [...new Set([url.href, url.href.replace(/#[\s\S]*$/, ''), page, `${page}/`, page + url.search])];
}
