import type { Outside } from '../../simulation.ts';
import type { Faults } from '../../simulation-faults.ts';
import type { SimulatedCatalog } from '../../storefront/catalog.ts';
import { searched } from '../../storefront/searched.ts';
import {
  type Answer,
  decodedPath,
  imageAnswer,
  Storefront,
  type StorefrontRoutes,
} from '../../storefront/storefront.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { shopNumber } from '../resolvers/shop-view.ts';
import type { StoreSettings } from '../settings.ts';
import { cartForm, metaForm, robotsText } from '../shop-facts.ts';
import { categoriesPage, pageRequested, pastReach, productsPage, shopJson } from './feed.ts';
import { categoryForm, scriptForm, singleForm } from './feed-forms.ts';
import {
  categoryPage,
  homePage,
  noticePage,
  passwordPage,
  productPage,
  type ShopSigns,
  searchPage,
} from './pages.ts';
import { categorySitemap, productSitemap, sitemapIndex } from './sitemap.ts';

/** Number of search results that a theme shows on one page. */
const perSearch = 24;

/** What the storefront shows, and how it may fail. */
export interface StorefrontParts {
  settings: StoreSettings;
  ledger: Ledger;
  faults: Faults;
  outside: Outside;
  /** Returns the present catalog. */
  catalog(): SimulatedCatalog;
  pagesKept: number;
}

/** Simulates the shop as shoppers and collectors see it: feeds, pages, sitemaps, images. */
export function shopifyStorefront(parts: StorefrontParts): Storefront {
  const { settings, faults, ledger, catalog } = parts;
  const routes: StorefrontRoutes = {
    isFeed: (url) => url.pathname.endsWith('.json'),
    isProductList: (url) => /\/products\.json$/.test(url.pathname),
    notice: (title, url) => noticePage(title, signs(url)),
    sign: (response) => signed(response, settings),
    route(path, url) {
      const image = /^\/cdn\/shop\/files\/(?<name>[^/]+)$/.exec(path)?.groups?.name;
      if (image) {
        // An image that an app added keeps the name it had at its source.
        const source = ledger.mediaNamed(image)?.source ?? '';
        return imageAnswer(image, decodedPath(source.split('?')[0]?.split('/').at(-1) ?? ''));
      }
      return facts(path, url) ?? feeds(path, url) ?? products(path, url) ?? sitemaps(path, url);
    },
  };
  const front = new Storefront({ ...parts, routes });
  return front;

  function signs(url: URL): ShopSigns {
    const { name, title, currency } = settings;
    return { title, currency, domain: `${name}.myshopify.com`, origin: url.origin };
  }

  function facts(path: string, url: URL): Answer | null {
    switch (path) {
      case '/':
        return { type: 'html', body: homePage(catalog(), signs(url)) };
      case '/meta.json': {
        const now = catalog();
        return {
          type: 'json',
          body: shopJson(metaForm(settings, now.count, now.categories().length, url)),
        };
      }
      case '/cart.js':
        return { type: 'script', body: shopJson(cartForm(settings.currency)) };
      case '/robots.txt':
        return { type: 'text', body: robotsText(url.origin) };
      case '/password':
        return { type: 'html', body: passwordPage(signs(url)) };
      case '/search':
        return { type: 'html', body: searchAt(url) };
      default:
        return null;
    }
  }

  /** Links to search results contain their position; links in the menu do not. */
  function searchAt(url: URL): string {
    const page = Math.max(1, Number(url.searchParams.get('page') ?? 1));
    const found = searched(catalog(), url.searchParams.get('q') ?? '');
    return searchPage(
      found.slice((page - 1) * perSearch, page * perSearch),
      catalog().slice(0, 3),
      signs(url),
    );
  }

  function feeds(path: string, url: URL): Answer | null {
    const category = /^\/collections\/(?<handle>[^/]+)\/products\.json$/.exec(path)?.groups?.handle;
    if (path !== '/products.json' && path !== '/collections.json' && category === undefined) {
      return categoryAt(path, url);
    }
    const requested = pageRequested(url.searchParams);
    if (!requested) {
      return { type: 'json', body: shopJson(pastReach), status: 400 };
    }
    if (path === '/collections.json') {
      return { type: 'json', body: categoriesPage(catalog(), requested) };
    }
    if (faults.injectFault('empty', path)) {
      return { type: 'json', body: '{"products":[]}' };
    }
    const now = catalog();
    const inside = category === undefined || category === 'all' ? now : now.inCategory(category);
    const body = (listed: Pick<SimulatedCatalog, 'slice'>) =>
      front.ready(`${now.version} ${url.origin}${path} ${requested.from} ${requested.to}`, () =>
        productsPage(listed, requested, url.origin),
      );
    return inside ? { type: 'json', body: body(inside) } : { type: 'json', body: '{"products":[]}' };
  }

  function categoryAt(path: string, url: URL): Answer | null {
    const found = /^\/collections\/(?<handle>[^/]+?)(?<form>\.json)?$/.exec(path)?.groups;
    const now = catalog();
    const category = now.categories().find(({ handle }) => handle === found?.handle);
    if (!found || (!category && found.handle !== 'all')) {
      return null;
    }
    if (found.form) {
      return category ? { type: 'json', body: shopJson({ collection: categoryForm(category) }) } : null;
    }
    const listed = (category ? now.inCategory(category.handle) : now)?.slice(0, 48) ?? [];
    return { type: 'html', body: categoryPage(category?.title ?? 'Products', listed, signs(url)) };
  }

  function products(path: string, url: URL): Answer | null {
    const found = /^(?:\/collections\/[^/]+)?\/products\/(?<handle>[^/]+?)(?<form>\.json|\.js)?$/.exec(
      path,
    )?.groups;
    const product = catalog().byHandle(found?.handle ?? '');
    if (!found || !product) {
      return null;
    }
    if (found.form === '.json') {
      const form = singleForm(product, url.origin, settings.currency, !faults.inForce('hides-stock'));
      return { type: 'json', body: shopJson({ product: form }) };
    }
    return found.form === '.js'
      ? { type: 'script', body: shopJson(scriptForm(product)) }
      : { type: 'html', body: productPage(product, signs(url)) };
  }

  function sitemaps(path: string, url: URL): Answer | null {
    const number = /^\/sitemap_products_(?<number>\d{1,5})\.xml$/.exec(path)?.groups?.number;
    if (path === '/sitemap.xml') {
      return { type: 'xml', body: sitemapIndex(catalog(), url.origin) };
    }
    if (path === '/sitemap_collections_1.xml') {
      return { type: 'xml', body: categorySitemap(catalog(), url.origin) };
    }
    if (number === undefined) {
      return null;
    }
    const body = productSitemap(catalog(), url.origin, Number(number), url.searchParams);
    return body === null
      ? { type: 'html', body: noticePage('400 Bad Request', signs(url)), status: 400 }
      : { type: 'xml', body };
  }
}

/** Adds the headers by which a Shopify shop is recognised to every answer (`shopify/readme.md`, Recognising a shop). */
function signed(response: Response, settings: StoreSettings): Response {
  const id = String(shopNumber(settings.name));
  response.headers.set('powered-by', 'Shopify');
  response.headers.set('x-shopid', id);
  response.headers.set('x-shardid', '42');
  response.headers.set('x-sorting-hat-shopid', id);
  response.headers.set('x-sorting-hat-podid', '42');
  response.headers.set('x-shopify-stage', 'production');
  response.headers.set('server-timing', 'processing;dur=12, db;dur=4, edge;desc="practice", theme;desc="1"');
  if (!response.headers.has('set-cookie')) {
    response.headers.append('set-cookie', 'localization=US; path=/; SameSite=Lax');
    response.headers.append('set-cookie', `cart_currency=${settings.currency}; path=/; SameSite=Lax`);
  }
  return response;
}
