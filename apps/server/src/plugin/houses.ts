import type { Platform } from '@bowerbird/platforms/platform';

/** A marketplace: many hosts, one house, all goods kept under one name. */
interface House {
  platform: string;
  domain: string;
  /** The host that its goods are kept under. */
  home: string;
}

const houses: readonly House[] = [
  { platform: 'aliexpress', domain: 'aliexpress.com', home: 'www.aliexpress.com' },
  { platform: 'aliexpress', domain: 'aliexpress.us', home: 'www.aliexpress.us' },
  { platform: 'alibaba', domain: 'alibaba.com', home: 'www.alibaba.com' },
  { platform: 'alibaba-1688', domain: '1688.com', home: 'detail.1688.com' },
];

function houseOf(platform: string, host: string): House | undefined {
  const name = host.replace(/:\d+$/, '');
  return houses.find(
    (house) => house.platform === platform && (name === house.domain || name.endsWith(`.${house.domain}`)),
  );
}

/** The shop that the goods of a page are kept under: a marketplace's home, else the page's own host. */
export function shopOf(platform: string, url: URL): string {
  return houseOf(platform, url.host)?.home ?? url.host;
}

/** Whether goods kept under one host can stand on a page of the other. */
export function isSameShop(platform: string, one: string, other: string): boolean {
  const [first, second] = [houseOf(platform, one), houseOf(platform, other)];
  return first || second ? first === second : bare(one) === bare(other);
}

function bare(host: string): string {
  return host.toLowerCase().replace(/^(?:www|m)\./, '');
}

/** Marketplaces whose pages the plugin reads by itself, of the platforms that are read in a browser. */
export function readHouses(
  platforms: ReadonlyMap<string, Platform>,
): { platform: string; hosts: string[] }[] {
  return [...Map.groupBy(houses, ({ platform }) => platform)]
    .filter(([platform]) => platforms.get(platform)?.collector?.readPage !== undefined)
    .map(([platform, of]) => ({ platform, hosts: of.map(({ domain }) => domain) }));
}

/** A marketplace's id of an item, as its pages write it in their address; null on any other page. */
export function itemIdOf(platform: string, url: URL): string | null {
  return houseOf(platform, url.host)
    ? ([...url.pathname.matchAll(/(\d{8,20})\.html/g)].at(-1)?.[1] ?? null)
    : null;
}

/** The ways one page is written down: as it is, without what stands behind `#` and `?`, with and without a last slash. */
export function spellingsOf(url: URL): string[] {
  const path = url.pathname.replace(/\/$/, '');
  const page = url.origin + path;
  return [...new Set([url.href, url.href.replace(/#[\s\S]*$/, ''), page, `${page}/`, page + url.search])];
}
