import type { Category, Place } from '../../../collecting/shop-reader.ts';
import { readHtmlFacts } from '../../../reading/html/html-facts.ts';
import { isObject, itemsOf, textOf, wholeOf } from '../../../reading/unread.ts';
import { readAddress, wordsSearched } from '../address.ts';
import { wordsOf } from '../product/amounts.ts';
import { stateOf } from '../reading-page/script-state.ts';
import type { Site } from '../sites.ts';
import { walkTags } from './walk-tags.ts';

const categoriesMax = 5000;

/**
 * Returns the categories shown on a page: the path of the page (from its state or its linked data) and the lists it
 * links to, nested as deeply as its lists of links. These sites show no complete tree (`readme.md`, Alibaba.com:
 * lists). Only categories on the page's own host are returned, because only those can be read from here.
 */
export function categoriesOnPage(site: Site, html: string, url: URL): Category[] {
  const found = new Map<string, Category>();
  for (const [key, path] of [...breadcrumbs(site, html, url), ...linkedLists(site, html, url)]) {
    if (!found.has(key) && found.size < categoriesMax) {
      found.set(key, { id: idIn(key), key, name: path.at(-1) ?? key, path, promised: null });
    }
  }
  return [...found.values()];
}

/** Returns the number in a list's address, or the address itself when it has none. */
function idIn(key: string): string {
  return /(?:categoryId=|_(?:p|cid|pid)|productgrouplist-|offerlist_)(\d+)/i.exec(key)?.[1] ?? key;
}

function listAt(site: Site, address: string | null, url: URL): Place | null {
  const place = address === null ? null : URL.parse(address, url);
  const read = place === null ? null : readAddress(site, place);
  return read?.scope === 'category' && read.root === url.origin ? read : null;
}

function breadcrumbs(site: Site, html: string, url: URL): [string, string[]][] {
  const state = stateOf(html, 'window.detailData');
  const steps = pathIn(state === 'broken' ? null : state).concat(linkedPath(html));
  const found: [string, string[]][] = [];
  const path: string[] = [];
  for (const { name, address } of steps) {
    if (name === null) {
      continue;
    }
    const key = listAt(site, address, url)?.key ?? null;
    if (key !== null) {
      path.push(name);
      found.push([key, [...path]]);
    }
  }
  return found;
}

interface Step {
  name: string | null;
  address: string | null;
}

function pathIn(state: unknown): Step[] {
  let at = state;
  for (const key of ['globalData', 'seo', 'breadCrumb', 'pathList']) {
    at = isObject(at) ? at[key] : null;
  }
  return itemsOf(at)
    .filter(isObject)
    .flatMap(({ hrefObject }) =>
      isObject(hrefObject) ? [{ name: wordsOf(hrefObject.name), address: textOf(hrefObject.url) }] : [],
    );
}

/** Reads schema.org's `BreadcrumbList`, for pages whose state contains no path. */
function linkedPath(html: string): Step[] {
  if (!html.includes('BreadcrumbList')) {
    return [];
  }
  const list = readHtmlFacts(html)
    .linkedData.filter(isObject)
    .find((one) => one['@type'] === 'BreadcrumbList');
  return itemsOf(list?.itemListElement)
    .filter(isObject)
    .sort((one, other) => (wholeOf(one.position) ?? 0) - (wholeOf(other.position) ?? 0))
    .map((one) => {
      const item = isObject(one.item) ? one.item : { '@id': one.item };
      return {
        name: wordsOf(one.name) ?? wordsOf(item.name),
        address: textOf(item['@id']) ?? textOf(item.url),
      };
    });
}

/** Returns links to lists; a link in a nested list is a child of the last link of the outer list. */
function linkedLists(site: Site, html: string, url: URL): [string, string[]][] {
  const found: [string, string[]][] = [];
  /** The last category at each depth of nested lists. */
  const above: (string | undefined)[] = [];
  let depth = 0;
  let open: { key: string; words: string } | null = null;
  walkTags(html, {
    open(name, attributes) {
      if (name === 'ul' || name === 'ol') {
        depth += 1;
      } else if (name === 'a') {
        const key = listAt(site, attributes.href ?? null, url)?.key ?? null;
        open = key === null ? null : { key, words: attributes.title ?? '' };
      }
    },
    text(text) {
      if (open !== null && open.words.length < 300) {
        open.words += open.words === '' ? text : '';
      }
    },
    close(name) {
      if (name === 'ul' || name === 'ol') {
        depth = Math.max(0, depth - 1);
        above.length = Math.min(above.length, depth + 1);
      } else if (name === 'a' && open !== null) {
        const words = wordsOf(open.words) ?? wordsSearched(open.key);
        if (words !== null) {
          const path = above.slice(0, Math.min(depth, 8)).flatMap((one) => one ?? []);
          above.length = Math.min(above.length, depth);
          above[Math.min(depth, 8)] = words;
          found.push([open.key, [...path, words]]);
        }
        open = null;
      }
    },
  });
  return found;
}
