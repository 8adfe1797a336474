import { drawPicture } from '../../practice/pictures.ts';
import type { Outside } from '../../simulation.ts';
import { type Faults, faultNumber } from '../../simulation-faults.ts';
import { categoriesPage, pageAsked, pastReach, productsPage, shopJson } from './feed.ts';
import { categoryForm, scriptForm, singleForm } from './feed-forms.ts';
import type { Ledger } from './ledger.ts';
import { hugeJson, withBadText } from './odd-bodies.ts';
import { categoryPage, homePage, noticePage, passwordPage, productPage, type ShopSigns } from './pages.ts';
import { cutShort } from './refusals.ts';
import { shopNumber } from './resolvers/shop-view.ts';
import type { StoreSettings } from './settings.ts';
import type { Shelf } from './shelf.ts';
import { cartForm, metaForm, robotsText } from './shop-facts.ts';
import { categorySitemap, productSitemap, sitemapIndex } from './sitemap.ts';
import { StorefrontRefusals } from './storefront-refusals.ts';

/** What the storefront shows, and how it may go wrong. */
export interface StorefrontParts {
  settings: StoreSettings;
  ledger: Ledger;
  faults: Faults;
  outside: Outside;
  /** What is on the shelves now. */
  shelf(): Shelf;
  /** Pages of the feed kept ready; each is about a megabyte. */
  pagesKept: number;
}

type Answer = { type: 'json' | 'html' | 'xml' | 'text' | 'svg' | 'script'; body: string; status?: number };

const types: Record<Answer['type'], string> = {
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  script: 'text/javascript; charset=utf-8',
};

/** The shop as shoppers and collectors see it: feeds, pages, sitemaps, pictures. */
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
    const { faults } = this.#parts;
    const refusal = await this.#refusals.of(url);
    if (refusal) {
      return this.#signed(refusal);
    }
    const isFeed = url.pathname.endsWith('.json');
    const huge = isFeed ? faults.strike('huge', url.pathname) : null;
    if (huge) {
      return this.#signed(hugeJson(faultNumber(huge, 50_000_000)));
    }
    const path = decoded(url.pathname);
    const picture = /^\/cdn\/shop\/files\/(?<name>[^/]+)$/.exec(path)?.groups?.name;
    const answer = picture ? this.#picture(picture) : this.#route(path, url, isFeed);
    const { type, body, status = 200 } = answer;
    const bytes = isFeed && faults.strike('bad-text', url.pathname) ? withBadText(body) : body;
    const response = new Response(request.method === 'HEAD' ? null : bytes, {
      status,
      headers: { 'content-type': types[type] },
    });
    return this.#signed(faults.strike('cut-body', path) ? cutShort(response) : response);
  }

  #route(path: string, url: URL, isFeed: boolean): Answer {
    const { faults } = this.#parts;
    if (isFeed && faults.strike('html', path)) {
      return { type: 'html', body: noticePage('Checking your browser', this.#signs(url)) };
    }
    if (/\/products\.json$/.test(path) && faults.strike('feed-missing', path)) {
      return { type: 'html', body: noticePage('404 Not Found', this.#signs(url)), status: 404 };
    }
    return (
      this.#facts(path, url) ??
      this.#feeds(path, url) ??
      this.#products(path, url) ??
      this.#sitemaps(path, url) ?? {
        type: 'html',
        body: noticePage('404 Not Found', this.#signs(url)),
        status: 404,
      }
    );
  }

  #facts(path: string, url: URL): Answer | null {
    const { settings } = this.#parts;
    switch (path) {
      case '/':
        return { type: 'html', body: homePage(this.#parts.shelf(), this.#signs(url)) };
      case '/meta.json': {
        const shelf = this.#parts.shelf();
        return {
          type: 'json',
          body: shopJson(metaForm(settings, shelf.count, shelf.categories().length, url)),
        };
      }
      case '/cart.js':
        return { type: 'script', body: shopJson(cartForm(settings.currency)) };
      case '/robots.txt':
        return { type: 'text', body: robotsText(url.origin) };
      case '/password':
        return { type: 'html', body: passwordPage(this.#signs(url)) };
      default:
        return null;
    }
  }

  #feeds(path: string, url: URL): Answer | null {
    const category = /^\/collections\/(?<handle>[^/]+)\/products\.json$/.exec(path)?.groups?.handle;
    if (path !== '/products.json' && path !== '/collections.json' && category === undefined) {
      return this.#category(path, url);
    }
    const asked = pageAsked(url.searchParams);
    if (!asked) {
      return { type: 'json', body: shopJson(pastReach), status: 400 };
    }
    if (path === '/collections.json') {
      return { type: 'json', body: categoriesPage(this.#parts.shelf(), asked) };
    }
    if (this.#parts.faults.strike('empty', path)) {
      return { type: 'json', body: '{"products":[]}' };
    }
    const shelf = this.#parts.shelf();
    const inside = category === undefined || category === 'all' ? shelf : shelf.inCategory(category);
    const body = (products: Pick<Shelf, 'slice'>) =>
      this.#ready(`${shelf.version} ${url.origin}${path} ${asked.from} ${asked.to}`, () =>
        productsPage(products, asked, url.origin),
      );
    return inside ? { type: 'json', body: body(inside) } : { type: 'json', body: '{"products":[]}' };
  }

  #category(path: string, url: URL): Answer | null {
    const parts = /^\/collections\/(?<handle>[^/]+?)(?<form>\.json)?$/.exec(path)?.groups;
    const shelf = this.#parts.shelf();
    const category = shelf.categories().find(({ handle }) => handle === parts?.handle);
    if (!parts || (!category && parts.handle !== 'all')) {
      return null;
    }
    if (parts.form) {
      return category ? { type: 'json', body: shopJson({ collection: categoryForm(category) }) } : null;
    }
    const products = (category ? shelf.inCategory(category.handle) : shelf)?.slice(0, 48) ?? [];
    return { type: 'html', body: categoryPage(category?.title ?? 'Products', products, this.#signs(url)) };
  }

  #products(path: string, url: URL): Answer | null {
    const parts = /^(?:\/collections\/[^/]+)?\/products\/(?<handle>[^/]+?)(?<form>\.json|\.js)?$/.exec(
      path,
    )?.groups;
    const product = this.#parts.shelf().byHandle(parts?.handle ?? '');
    if (!parts || !product) {
      return null;
    }
    if (parts.form === '.json') {
      const form = singleForm(product, url.origin, this.#parts.settings.currency);
      return { type: 'json', body: shopJson({ product: form }) };
    }
    return parts.form === '.js'
      ? { type: 'script', body: shopJson(scriptForm(product)) }
      : { type: 'html', body: productPage(product, this.#signs(url)) };
  }

  #sitemaps(path: string, url: URL): Answer | null {
    const number = /^\/sitemap_products_(?<number>\d{1,5})\.xml$/.exec(path)?.groups?.number;
    if (path === '/sitemap.xml') {
      return { type: 'xml', body: sitemapIndex(this.#parts.shelf(), url.origin) };
    }
    if (path === '/sitemap_collections_1.xml') {
      return { type: 'xml', body: categorySitemap(this.#parts.shelf(), url.origin) };
    }
    if (number === undefined) {
      return null;
    }
    const body = productSitemap(this.#parts.shelf(), url.origin, Number(number), url.searchParams);
    return body === null
      ? { type: 'html', body: noticePage('400 Bad Request', this.#signs(url)), status: 400 }
      : { type: 'xml', body };
  }

  /** A picture by its name: drawn, or drawn after the name it had at its source. */
  #picture(name: string): Answer {
    const source = this.#parts.ledger.mediaNamed(name)?.source ?? '';
    const drawing = drawPicture(name) ?? drawPicture(decoded(source.split('?')[0]?.split('/').at(-1) ?? ''));
    return drawing === null
      ? { type: 'text', body: 'Not Found', status: 404 }
      : { type: 'svg', body: drawing };
  }

  #ready(key: string, make: () => string): string {
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

  #signs(url: URL): ShopSigns {
    const { name, title, currency } = this.#parts.settings;
    return { title, currency, domain: `${name}.myshopify.com`, origin: url.origin };
  }

  /** Puts on every answer the headers by which a Shopify shop is known (platform notes 1). */
  #signed(response: Response): Response {
    const { settings } = this.#parts;
    const id = String(shopNumber(settings.name));
    response.headers.set('powered-by', 'Shopify');
    response.headers.set('x-shopid', id);
    response.headers.set('x-shardid', '42');
    response.headers.set('x-sorting-hat-shopid', id);
    response.headers.set('x-sorting-hat-podid', '42');
    response.headers.set('x-shopify-stage', 'production');
    response.headers.set(
      'server-timing',
      'processing;dur=12, db;dur=4, edge;desc="practice", theme;desc="1"',
    );
    if (!response.headers.has('set-cookie')) {
      response.headers.append('set-cookie', 'localization=US; path=/; SameSite=Lax');
      response.headers.append('set-cookie', `cart_currency=${settings.currency}; path=/; SameSite=Lax`);
    }
    return response;
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
