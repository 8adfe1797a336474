import type { Place } from '../collecting/shop-reader.ts';

/** Hosts of the marketplace itself, in its languages; any other name before aliexpress.com is a seller's own. */
const ownNames =
  /^(?:www|m|best|sale|star|campaign|login|my|s|s\.click|a|fr|es|pt|de|it|nl|pl|ja|ko|ar|he|th|vi|tr|id|uk|ru)$/;
const ours = /^(?:(.+)\.)?aliexpress\.(?:com|us)$/;
/** What an address carries only to be followed by. */
const tracking =
  /^(?:page|spm|scm|pvid|gatewayAdapt|(?:aff|algo|pdp|pvid|utparam|terminal|initiative)[-_].*)$/i;

/** True for the marketplace's hosts, sellers' own names among them; Russia has another house (`readme.md`, Addresses). */
export function isOurHost(host: string): boolean {
  return ours.test(host);
}

/** The Russian house: other pages, other data, not read. */
export function isRussianHouse(host: string): boolean {
  return /(?:^|\.)aliexpress\.ru$/.test(host);
}

/** True where a root names the marketplace as a whole, and no seller. */
export function isWholeMarket(host: string): boolean {
  const name = ours.exec(host);
  return name !== null && (name[1] === undefined || ownNames.test(name[1]));
}

/** The host under which products are kept: languages share one, the US site has ids of its own (`readme.md`, Addresses). */
export function keptHost(host: string): string {
  const name = host.replace(/:\d+$/, '');
  return isOurHost(name) ? `www.aliexpress.${name.endsWith('.us') ? 'us' : 'com'}` : host;
}

/** The item's id in an address's path: the last run of eight digits or more before `.html`; null where there is none. */
export function itemIdIn(path: string): string | null {
  return /\/(?:item|i)\//.test(path) ? (path.match(/\d{8,20}(?=\.html)/g)?.at(-1) ?? null) : null;
}

/** A store's number in a path; null where there is none. */
export function storeIdIn(path: string): string | null {
  return /\/store\/(?:[a-z-]{1,40}\/)?(\d{3,15})(?:[/.?]|$)/i.exec(path)?.[1] ?? null;
}

/**
 * What an address names: an item by its id; a store; a search; else a page that lists goods (category, campaign). Lists, a
 * search among them, are known by their path and query, for that holds what they are narrowed to. What a person said of
 * it counts more.
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

/** Where one page of a list stands. */
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

/** The words a search looks for, by its address below the host; null where it looks for none. */
export function wordsSearched(key: string): string | null {
  const url = new URL(key, 'https://list.invalid');
  const asked = url.searchParams.get('SearchText')?.trim();
  const slug = /^\/(?:w\/)?wholesale-([^/]{1,300}?)(?:\.html)?$/.exec(url.pathname)?.[1];
  return asked || (slug === undefined ? null : decodedWords(slug)) || null;
}

/** The marketplace's page of what it finds for these words; a store's own search is none of its pages. */
export function searchAddress(shop: URL, words: string): URL {
  const asked = words.toWellFormed().trim();
  const slug = asked.replaceAll(/[\s/?#%]+/g, '-');
  const url = new URL(`/w/wholesale-${encodeURIComponent(slug)}.html`, shop);
  url.searchParams.set('SearchText', asked);
  return url;
}

function decodedWords(slug: string): string {
  try {
    return decodeURIComponent(slug).replaceAll('-', ' ').trim();
  } catch {
    return slug;
  }
}
