import type { Place } from '../../collecting/shop-reader.ts';

/** Hosts of the marketplace itself, in its languages; any other name before aliexpress.com belongs to a seller. */
const ownNames =
  /^(?:www|m|best|sale|star|campaign|login|my|s|s\.click|a|fr|es|pt|de|it|nl|pl|ja|ko|ar|he|th|vi|tr|id|uk|ru)$/;
const ours = /^(?:(.+)\.)?aliexpress\.(?:com|us)$/;
/** Query parameters that only serve tracking. */
const tracking =
  /^(?:page|spm|scm|pvid|gatewayAdapt|(?:aff|algo|pdp|pvid|utparam|terminal|initiative)[-_].*)$/i;

/**
 * Reports whether a host belongs to the marketplace, sellers' own names included; Russia has a separate site
 * (`readme.md`, Addresses).
 */
export function isOurHost(host: string): boolean {
  return ours.test(host);
}

/** Reports whether a host belongs to the Russian site, which has other pages and other data and is not read. */
export function isRussianSite(host: string): boolean {
  return /(?:^|\.)aliexpress\.ru$/.test(host);
}

/** Reports whether a root names the marketplace as a whole and no seller. */
export function isWholeMarket(host: string): boolean {
  const name = ours.exec(host);
  return name !== null && (name[1] === undefined || ownNames.test(name[1]));
}

/**
 * Returns the host under which products are stored: all languages share one; the US site has its own ids (`readme.md`,
 * Addresses).
 */
export function keptHost(host: string): string {
  const name = host.replace(/:\d+$/, '');
  return isOurHost(name) ? `www.aliexpress.${name.endsWith('.us') ? 'us' : 'com'}` : host;
}

/**
 * Returns the item's id in an address's path: the last run of eight or more digits before `.html`; null when there is
 * none.
 */
export function itemIdIn(path: string): string | null {
  return /\/(?:item|i)\//.test(path) ? (path.match(/\d{8,20}(?=\.html)/g)?.at(-1) ?? null) : null;
}

/** Returns a store's number in a path; null when there is none. */
export function storeIdIn(path: string): string | null {
  return /\/store\/(?:[a-z-]{1,40}\/)?(\d{3,15})(?:[/.?]|$)/i.exec(path)?.[1] ?? null;
}

/**
 * Returns what an address names: an item by its id, a store, a search, or otherwise a page that lists products
 * (category, campaign). Lists, searches included, are identified by their path and query, because the query holds their
 * filters. What the user stated takes precedence.
 */
export function readAddress(url: URL, said?: Place['scope']): Place {
  const root = url.origin;
  const shop = keptHost(url.host);
  const id = itemIdIn(url.pathname);
  if (said === 'product' || (said === undefined && id !== null)) {
    return { root, shop, scope: 'product', key: id ?? url.pathname };
  }
  const search = new URLSearchParams(
    [...url.searchParams].filter(([name]) => !tracking.test(name)),
  ).toString();
  const list = url.pathname + (search === '' ? '' : `?${search}`);
  const isStore = url.pathname === '/' || storeIdIn(url.pathname) !== null;
  const scope = said ?? (isStore ? 'shop' : wordsSearched(list) === null ? 'category' : 'search');
  return { root, shop, scope, key: list === '/' ? null : list };
}

/** Returns the address of one page of a list. */
export function listAddress(root: string, key: string, page: number): URL {
  const url = new URL(key, root);
  if (page > 1) {
    url.searchParams.set('page', String(page));
  }
  return url;
}

export function itemAddress(root: string, key: string): string {
  return /^\d{1,20}$/.test(key) ? `${root}/item/${key}.html` : `${root}${key}`;
}

/** Returns the search text in an address below the host; null when it has none. */
export function wordsSearched(key: string): string | null {
  const url = new URL(key, 'https://list.invalid');
  const requested = url.searchParams.get('SearchText')?.trim();
  const slug = /^\/(?:w\/)?wholesale-([^/]{1,300}?)(?:\.html)?$/.exec(url.pathname)?.[1];
  return requested || (slug === undefined ? null : decodedWords(slug)) || null;
}

/** Returns the marketplace's search page for this text; a store's own search is not one of its pages. */
export function searchAddress(shop: URL, words: string): URL {
  const requested = words.toWellFormed().trim();
  const slug = requested.replaceAll(/[\s/?#%]+/g, '-');
  const url = new URL(`/w/wholesale-${encodeURIComponent(slug)}.html`, shop);
  url.searchParams.set('SearchText', requested);
  return url;
}

function decodedWords(slug: string): string {
  try {
    return decodeURIComponent(slug).replaceAll('-', ' ').trim();
  } catch {
    return slug;
  }
}
