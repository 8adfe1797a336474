import { drawImage } from '../practice/images.ts';
import type { Outside } from '../simulation.ts';
import { type Faults, faultNumber } from '../simulation-faults.ts';
import { cutShort } from './broken-answers.ts';
import { hugeJson, withBadText } from './odd-bodies.ts';
import { StorefrontRefusals } from './storefront-refusals.ts';

/** A storefront's answer, before faults are applied. */
export interface Answer {
  type: 'json' | 'html' | 'xml' | 'text' | 'svg' | 'script';
  body: string;
  status?: number;
  headers?: Record<string, string>;
}

/** The platform-specific part of a storefront. */
export interface StorefrontRoutes {
  /** Reports whether an address answers with shop data, to which feed faults apply. */
  isFeed(url: URL): boolean;
  /** Reports whether it is the list of all products, which may be missing. */
  isProductList(url: URL): boolean;
  /** Returns the answer at this decoded path; null when there is nothing. */
  route(path: string, url: URL): Answer | null;
  /** Returns a page with only this title: for a missing page or a browser check. */
  notice(title: string, url: URL): string;
  /** Adds to an answer what every answer of the platform contains. */
  sign(response: Response, url: URL): Response;
}

interface StorefrontParts {
  faults: Faults;
  outside: Outside;
  routes: StorefrontRoutes;
  /** Number of cached feed pages; each is about a megabyte. */
  pagesKept: number;
}

const types: Record<Answer['type'], string> = {
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  script: 'text/javascript; charset=utf-8',
};

/** A shop as shoppers and collectors see it, with all faults that can occur between them. */
export class Storefront {
  readonly #parts: StorefrontParts;
  readonly #refusals: StorefrontRefusals;
  readonly #kept = new Map<string, string>();

  constructor(parts: StorefrontParts) {
    this.#parts = parts;
    this.#refusals = new StorefrontRefusals(parts.faults, parts.outside);
  }

  async answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const { faults, routes } = this.#parts;
    const refusal = await this.#refusals.of(url);
    if (refusal) {
      return routes.sign(refusal, url);
    }
    const isFeed = routes.isFeed(url);
    const huge = isFeed ? faults.injectFault('huge', url.pathname) : null;
    if (huge) {
      return routes.sign(hugeJson(faultNumber(huge, 50_000_000)), url);
    }
    const path = decodedPath(url.pathname);
    const { type, body, status = 200, headers = {} } = this.#route(path, url, isFeed);
    const bytes = isFeed && faults.injectFault('bad-text', url.pathname) ? withBadText(body) : body;
    const response = new Response(request.method === 'HEAD' ? null : bytes, {
      status,
      headers: { 'content-type': types[type], ...headers },
    });
    return routes.sign(faults.injectFault('cut-body', path) ? cutShort(response) : response, url);
  }

  /** Returns a body that is made once and cached while it is in use. */
  ready(key: string, make: () => string): string {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      return kept;
    }
    const made = make();
    if (this.#kept.size >= this.#parts.pagesKept) {
      const [oldest] = this.#kept.keys();
      this.#kept.delete(oldest ?? '');
    }
    this.#kept.set(key, made);
    return made;
  }

  #route(path: string, url: URL, isFeed: boolean): Answer {
    const { faults, routes } = this.#parts;
    const notFound: Answer = { type: 'html', body: routes.notice('404 Not Found', url), status: 404 };
    if (isFeed && faults.injectFault('html', path)) {
      return { type: 'html', body: routes.notice('Checking your browser', url) };
    }
    if (routes.isProductList(url) && faults.injectFault('feed-missing', path)) {
      return notFound;
    }
    return routes.route(path, url) ?? notFound;
  }
}

/** Returns a drawn image by its file name. */
export function imageAnswer(name: string, otherName = ''): Answer {
  const drawing = drawImage(name) ?? drawImage(otherName);
  return drawing === null ? { type: 'text', body: 'Not Found', status: 404 } : { type: 'svg', body: drawing };
}

export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
