import type { Place } from '../../collecting/shop-reader.ts';
import { gbkEncoded } from './gbk.ts';
import { isHostOf, type Site } from './sites.ts';

/** Query parameters for the position in a list and for tracking; they do not identify the list. */
const passing = /^(?:page|beginPage|pageNum|spm|tracelog|from|scm|pvid|gclid|utm_\w+|_)=/i;
const alibabaLists =
  /^\/(?:trade\/search|search\/page|catalog\/|showroom\/|productgrouplist-\d+)|_(?:p|cid|pid)\d+(?:\.html)?$/;
const searches = /^\/(?:trade\/search|search\/page)|offer_search\.htm$/;
const chinaLists = /offer_search\.htm$|^\/selloffer\/|\/offerlist_\d+\.htm$/;

/**
 * Returns what an address names. A product id counts only in the path: links in mails carry other long numbers in their
 * query; hosts of other languages write a dash before the id (`readme.md`, Alibaba.com: addresses; 1688: addresses).
 * The site links to a category by a search within it, so such a search is read as the category. The key of a list is
 * its path with its query exactly as written: on 1688 that query is GBK, which a UTF-8 parser would destroy.
 */
export function readAddress(site: Site, url: URL, said?: Place['scope']): Place {
  const ours = isHostOf(site, url.hostname);
  const shop = ours ? site.home : url.host;
  const id = productIdIn(site, url);
  if (id !== null) {
    return { root: ours ? `https://${site.home}` : url.origin, shop, scope: 'product', key: id };
  }
  const key = listKey(url);
  const narrowed = /[?&]categoryId=\d/i.test(url.search);
  if (searches.test(url.pathname) && wordsSearched(key) !== null && (said === 'search' || !narrowed)) {
    return { root: url.origin, shop, scope: 'search', key };
  }
  const lists = site.platform === 'alibaba' ? alibabaLists : chinaLists;
  if (lists.test(url.pathname) || narrowed) {
    return { root: url.origin, shop, scope: 'category', key };
  }
  return { root: url.origin, shop, scope: 'shop', key: null };
}

/** Returns the id of the product that an address names; null when it names none. */
export function productIdIn(site: Site, { pathname, hostname, search }: URL): string | null {
  const found =
    site.platform === 'alibaba'
      ? (/^\/product-detail\/.{0,500}[_-](\d{6,14})\.html$/.exec(pathname) ??
        /^\/product\/(\d{8,14})(?:\/|\.html|$)/.exec(pathname))
      : hostname === 'detail.m.1688.com'
        ? /[?&]offerId=(\d{6,14})(?:&|$)/.exec(search)
        : /^\/offer\/(\d{6,14})\.html$/.exec(pathname);
  return found?.[1] ?? null;
}

function listKey({ pathname, search }: URL): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !passing.test(part));
  return kept.length === 0 ? pathname : `${pathname}?${kept.join('&')}`;
}

/**
 * Returns the root of a shop's product addresses: the site's own host, or the simulated shop's host when the shop is
 * simulated.
 */
export function productRoot(site: Site, root: string): string {
  return isHostOf(site, new URL(root).hostname) ? `https://${site.home}` : root;
}

/** Returns a product's address. The text before the id can be anything (`readme.md`, Alibaba.com: addresses). */
export function productAddress(site: Site, root: string, id: string): string {
  const name = encodeURIComponent(id.toWellFormed());
  return site.platform === 'alibaba'
    ? `${productRoot(site, root)}/product-detail/x_${name}.html`
    : `${productRoot(site, root)}/offer/${name}.html`;
}

/** Returns the address of one page of a list; without a key, of the list of all products of a store. */
export function listAddress(site: Site, root: string, key: string | null, page: number): URL {
  if (site.platform === 'alibaba') {
    if (key === null) {
      return new URL(page === 1 ? `${root}/productlist.html` : `${root}/productlist-${page}.html`);
    }
    const group = /^\/productgrouplist-(\d+)(\/[^?]*)?/.exec(key);
    if (group !== null) {
      const number = page === 1 ? '' : `-${page}`;
      return new URL(`${root}/productgrouplist-${group[1]}${number}${group[2] ?? ''}`);
    }
    return withPage(root + key, 'page', page);
  }
  const list = key ?? '/page/offerlist.htm';
  return withPage(root + list, /offerlist/.test(list) ? 'pageNum' : 'beginPage', page);
}

/** Appends the page parameter; the existing query stays unchanged, byte for byte. */
function withPage(address: string, name: string, page: number): URL {
  return new URL(page === 1 ? address : `${address}${address.includes('?') ? '&' : '?'}${name}=${page}`);
}

/**
 * Returns the search text of an address, decoded from UTF-8 or, on 1688, from GBK; null when the address has no search
 * text.
 */
export function wordsSearched(key: string): string | null {
  const raw = /[?&](?:SearchText|keywords)=([^&]{1,600})/i.exec(key)?.[1];
  if (raw === undefined) {
    return null;
  }
  const bytes = bytesOf(raw.replaceAll('+', ' '));
  for (const charset of ['utf-8', 'gbk']) {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes).trim() || null;
    } catch {
      // The text is not in this encoding.
    }
  }
  return null;
}

function bytesOf(raw: string): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at < raw.length; at += 1) {
    const hex = raw[at] === '%' ? raw.slice(at + 1, at + 3) : '';
    if (/^[\da-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16));
      at += 2;
    } else {
      bytes.push(...new TextEncoder().encode(raw[at]));
    }
  }
  return Uint8Array.from(bytes);
}

/**
 * Returns the address of the site's search results for this text; for a simulated shop, on the simulated shop's host.
 */
export function searchAddress(site: Site, shop: URL, words: string): URL {
  const ours = isHostOf(site, shop.hostname);
  const requested = words.toWellFormed().trim();
  if (site.platform === 'alibaba') {
    const url = new URL('/trade/search', ours ? `https://${site.home}` : shop.origin);
    url.searchParams.set('SearchText', requested);
    return url;
  }
  const base = ours ? `https://s.${site.domain}` : shop.origin;
  return new URL(`${base}/selloffer/offer_search.htm?keywords=${gbkEncoded(requested)}`);
}
