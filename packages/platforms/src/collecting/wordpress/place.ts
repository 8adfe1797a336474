import { AppError } from '@bowerbird/contract/errors';
import type { Visit } from '../../net/http.ts';
import type { Place } from '../shop-reader.ts';
import { siteSigns, trimmed } from './root.ts';

/** How addresses of a platform on WordPress are read. */
export interface SitePaths {
  /**
   * Returns what an address names in the site of this folder; when `folder` is omitted, the path alone decides the
   * folder.
   */
  place(url: URL, said?: Place['scope'], folder?: string): Place;
  /** Reports whether only its page shows which site of its host an address belongs to. */
  needsCall(url: URL, said?: Place['scope']): boolean;
}

/** Number of pages requested in a run to find their site's folder; for further pages the path decides. */
const requestsMax = 20;

interface Found {
  /** The requested page. */
  requested: string;
  folder: string | null;
  /** The page's real address. */
  at: URL;
}

interface Known {
  requested: number;
  /** Results by address and by parent path. */
  found: Map<string, Promise<Found>>;
  /** Requested addresses of products and categories, by kind, site root and key. */
  pages: Map<string, URL>;
}

const knownOf = new WeakMap<Visit, Known>();

/**
 * Returns what an address names, in the site it belongs to: a host may have one site at its root and others in folders,
 * and they must not be confused. Requests the page itself when the address leaves it open, once for all addresses with
 * the same parent; for a page that cannot be read, the path decides.
 */
export async function locate(
  paths: SitePaths,
  url: URL,
  said: Place['scope'] | undefined,
  visit: Visit,
): Promise<Place> {
  const known = knownFor(visit);
  const place = paths.needsCall(url, said) ? await call() : paths.place(url, said);
  known.pages.set(`${place.scope} ${place.root} ${place.key}`, url);
  return place;

  async function call(): Promise<Place> {
    const byPath = paths.place(url, said);
    const parent = byPath.scope === 'product' ? parentOf(url) : '';
    const beside = parent === '' ? null : `beside ${url.origin}${parent}`;
    // When its kind is not stated, an address next to known ones may still be the front page of another site.
    const isSure = said === 'product' || byPath.root !== url.origin;
    const mayRequest = known.requested < requestsMax;
    let found = known.found.get(url.href);
    if (found === undefined && beside !== null && (isSure || !mayRequest)) {
      found = known.found.get(beside);
    }
    if (found === undefined) {
      if (!mayRequest) {
        return byPath;
      }
      known.requested += 1;
      found = requestPage(url, visit);
      known.found.set(url.href, found);
      known.found.set(beside ?? url.href, found);
    }
    const { folder, requested, at } = await found;
    if (folder !== null) {
      return paths.place(url, said, folder);
    }
    // One neighbour's permanent address says nothing about another's.
    return at.pathname === url.pathname || requested !== url.href ? byPath : paths.place(at, said);
  }
}

/** Returns the page of a product or category that this run requested by its address; null when there was none. */
export function pageRequested(
  visit: Visit,
  { root, scope, key }: Pick<Place, 'root' | 'scope' | 'key'>,
): URL | null {
  return knownFor(visit).pages.get(`${scope} ${root} ${key}`) ?? null;
}

/** Returns the address of another page of a list, from the address of any of its pages. */
export function listPage(list: URL, page: number): URL {
  const url = new URL(list);
  const path = url.pathname.replace(/\/page\/\d{1,5}\/?$/, '/');
  url.pathname = page === 1 ? path : `${path.replace(/\/$/, '')}/page/${page}/`;
  return url;
}

/** Returns the parent path of an address; posts of different days count as neighbours. */
function parentOf(url: URL): string {
  const parts = trimmed(url.pathname).split('/').slice(0, -1);
  const end = parts.findLastIndex((part) => !/^\d+$/.test(part));
  return parts.slice(0, end + 1).join('/');
}

function knownFor(visit: Visit): Known {
  const known = knownOf.get(visit) ?? { requested: 0, found: new Map(), pages: new Map() };
  knownOf.set(visit, known);
  return known;
}

/** A page that is not found still shows its site. */
async function requestPage(url: URL, visit: Visit): Promise<Found> {
  try {
    const page = await visit.getText(url, { optional: true, alsoStatus: [404] });
    const { folder, canonical } = siteSigns(page.text, page.url, page.headers.get('link'));
    const at = canonical ?? page.url;
    return { requested: url.href, folder, at: at.host === url.host ? at : url };
  } catch (thrown) {
    if (thrown instanceof AppError) {
      return { requested: url.href, folder: null, at: url };
    }
    throw thrown;
  }
}
