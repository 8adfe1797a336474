import { AppError } from '@bowerbird/contract/errors';
import type { Visit } from '../http.ts';
import type { Place } from './shop-reader.ts';
import { siteSigns, trimmed } from './wordpress-root.ts';

/** How the addresses of a platform on WordPress are read. */
export interface SitePaths {
  /** What an address names in the site of this folder; where that is left out, the folder is told by the path alone. */
  place(url: URL, said?: Place['scope'], folder?: string): Place;
  /** Whether only its page can tell which site of its host an address belongs to. */
  isUnsure(url: URL, said?: Place['scope']): boolean;
}

/** As many pages are asked in a run for where their site stands; further ones are told by their paths. */
const asksMax = 20;

interface Found {
  /** The page that was asked. */
  asked: string;
  folder: string | null;
  /** The address the page really has. */
  at: URL;
}

interface Known {
  asked: number;
  /** By address, and by what stands above it. */
  found: Map<string, Promise<Found>>;
  /** Addresses of products and categories that were asked for, by what they are, the root of their site and their key. */
  pages: Map<string, URL>;
}

const knownOf = new WeakMap<Visit, Known>();

/**
 * What an address names, in the site that it belongs to: a host may hold one site at its root and others in folders, and
 * none may be taken for another. The page itself is asked where the address leaves it open, once for all that stand
 * beside each other; a page that cannot be read leaves it to the path.
 */
export async function locate(
  paths: SitePaths,
  url: URL,
  said: Place['scope'] | undefined,
  visit: Visit,
): Promise<Place> {
  const known = knownFor(visit);
  const place = paths.isUnsure(url, said) ? await ask() : paths.place(url, said);
  known.pages.set(`${place.scope} ${place.root} ${place.key}`, url);
  return place;

  async function ask(): Promise<Place> {
    const byPath = paths.place(url, said);
    const parent = byPath.scope === 'product' ? parentOf(url) : '';
    const beside = parent === '' ? null : `beside ${url.origin}${parent}`;
    // Without a word of what it is, an address may be the front page of another site beside them.
    const isSure = said === 'product' || byPath.root !== url.origin;
    const mayAsk = known.asked < asksMax;
    let found = known.found.get(url.href);
    if (found === undefined && beside !== null && (isSure || !mayAsk)) {
      found = known.found.get(beside);
    }
    if (found === undefined) {
      if (!mayAsk) {
        return byPath;
      }
      known.asked += 1;
      found = askPage(url, visit);
      known.found.set(url.href, found);
      known.found.set(beside ?? url.href, found);
    }
    const { folder, asked, at } = await found;
    if (folder !== null) {
      return paths.place(url, said, folder);
    }
    // One neighbour's permanent address says nothing of another's.
    return at.pathname === url.pathname || asked !== url.href ? byPath : paths.place(at, said);
  }
}

/** The page of a product or category that was asked for by its address, in this run; null where none was. */
export function pageAsked(
  visit: Visit,
  { root, scope, key }: Pick<Place, 'root' | 'scope' | 'key'>,
): URL | null {
  return knownFor(visit).pages.get(`${scope} ${root} ${key}`) ?? null;
}

/** The address of a further page of a list, from that of any page of it. */
export function listPage(list: URL, page: number): URL {
  const url = new URL(list);
  const path = url.pathname.replace(/\/page\/\d{1,5}\/?$/, '/');
  url.pathname = page === 1 ? path : `${path.replace(/\/$/, '')}/page/${page}/`;
  return url;
}

/** What an address stands below; posts of one day and of another stand beside each other. */
function parentOf(url: URL): string {
  const parts = trimmed(url.pathname).split('/').slice(0, -1);
  const end = parts.findLastIndex((part) => !/^\d+$/.test(part));
  return parts.slice(0, end + 1).join('/');
}

function knownFor(visit: Visit): Known {
  const known = knownOf.get(visit) ?? { asked: 0, found: new Map(), pages: new Map() };
  knownOf.set(visit, known);
  return known;
}

/** A page that is not found is still one of its site. */
async function askPage(url: URL, visit: Visit): Promise<Found> {
  try {
    const page = await visit.getText(url, { optional: true, alsoStatus: [404] });
    const { folder, canonical } = siteSigns(page.text, page.url, page.headers.get('link'));
    const at = canonical ?? page.url;
    return { asked: url.href, folder, at: at.host === url.host ? at : url };
  } catch (thrown) {
    if (thrown instanceof AppError) {
      return { asked: url.href, folder: null, at: url };
    }
    throw thrown;
  }
}
