import { type CatalogProduct, productById, type SimulatedCatalog } from '../storefront/catalog.ts';
import { searched } from '../storefront/searched.ts';
import type { ShopParts } from '../storefront/simulated-shop.ts';
import { type Answer, imageAnswer, type StorefrontRoutes } from '../storefront/storefront.ts';
import { listPage, noticePage, productPage, productSitemap, sitemapIndex } from './pages.ts';
import { productForm, type ShopSigns, slugOf, variationForm } from './product-form.ts';

export interface WooParts extends ShopParts {
  currency: string;
}

const apiBase = '/wp-json/';
/** Products on one page of a list. */
const shownPerPage = 16;

/**
 * Simulates a WooCommerce shop as shoppers and collectors see it: Store API, pages, sitemap, images
 * (`woocommerce/readme.md`, Recognising a shop; Public endpoints).
 */
export function wooRoutes(parts: WooParts): StorefrontRoutes {
  const { faults, catalog } = parts;
  const signsOf = (url: URL): ShopSigns => ({
    title: parts.title,
    currency: parts.currency,
    origin: url.origin,
  });
  return {
    isFeed: (url) => routeOf(url)?.startsWith('/wc/') === true,
    isProductList: (url) => routeOf(url)?.startsWith('/wc/store') === true,
    notice: (title, url) => noticePage(title, signsOf(url)),
    sign(response, url) {
      response.headers.append('link', `<${url.origin}${apiBase}>; rel="https://api.w.org/"`);
      return response;
    },
    route(path, url) {
      const rest = routeOf(url);
      if (rest !== null) {
        return api(rest, url);
      }
      const image = /^\/wp-content\/uploads\/(?<name>[^/]+)$/.exec(path)?.groups?.name;
      return image ? imageAnswer(image) : pages(path, url);
    },
  };

  function api(route: string, url: URL): Answer {
    const query = url.searchParams;
    if (route === '/') {
      return json({
        name: parts.title,
        namespaces: ['oembed/1.0', 'wc/store', 'wc/store/v1', 'wc/v3', 'wp/v2'],
      });
    }
    const path = /^\/wc\/store(?:\/v1)?(?<rest>\/.*)$/.exec(route)?.groups?.rest;
    if (path === undefined) {
      return refused(404, 'rest_no_route', 'No route was found matching the URL and request method.');
    }
    const perPage = Number(query.get('per_page') ?? 10);
    if (!Number.isInteger(perPage) || perPage < 1 || perPage > 100) {
      return outOfBounds('per_page', 'per_page must be between 1 (inclusive) and 100 (inclusive)');
    }
    const page = Math.max(1, Number(query.get('page') ?? 1));
    const signs = signsOf(url);
    if (path === '/products/categories') {
      const all = catalog().categories();
      return json(all.slice((page - 1) * perPage, page * perPage).map((one) => categoryForm(one, signs)));
    }
    if (path === '/products') {
      return faults.injectFault('empty', path)
        ? listAnswer([], catalog().count, perPage)
        : products(query, page, perPage, signs);
    }
    const one = /^\/products\/(?<key>[^/]+)$/.exec(path)?.groups?.key ?? '';
    const product = /^\d+$/.test(one) ? productById(catalog(), Number(one)) : catalog().byHandle(one);
    if (product !== null) {
      return json(withCategories(product, signs));
    }
    return /^\d+$/.test(one)
      ? refused(404, 'woocommerce_rest_product_invalid_id', 'Invalid product ID.')
      : refused(404, 'woocommerce_rest_product_invalid_slug', 'Invalid product slug.');
  }

  function products(query: URLSearchParams, page: number, perPage: number, signs: ShopSigns): Answer {
    const now = catalog();
    const from = (page - 1) * perPage;
    if (query.get('type') === 'variation') {
      const parents = (query.get('parent') ?? '')
        .split(',')
        .flatMap((id) => productById(now, Number(id)) ?? []);
      const all = parents.flatMap((product) => product.variants.map((variant) => ({ product, variant })));
      const forms = all
        .slice(from, from + perPage)
        .map(({ product, variant }) => variationForm(product, variant, signs));
      return listAnswer(forms, all.length, perPage);
    }
    const slugs = query.get('slug')?.split(',');
    const ids = query.get('include')?.split(',');
    const named =
      slugs?.flatMap((slug) => now.byHandle(slug) ?? []) ??
      ids?.flatMap((id) => productById(now, Number(id)) ?? []);
    if (named !== undefined) {
      return listAnswer(
        named.map((product) => withCategories(product, signs)),
        named.length,
        perPage,
      );
    }
    const words = query.get('search');
    if (words !== null) {
      const found = searched(now, words);
      const shown = found.slice(from, from + perPage).map((product) => withCategories(product, signs));
      return listAnswer(shown, found.length, perPage);
    }
    const category = query.get('category');
    const place = now.categories().find(({ id, handle }) => String(id) === category || handle === category);
    const listed = category === null ? now : place === undefined ? null : now.inCategory(place.handle);
    const forms = (listed?.slice(from, from + perPage) ?? []).map((product) =>
      withCategories(product, signs),
    );
    return listAnswer(forms, listed?.count ?? 0, perPage);
  }

  function withCategories(product: CatalogProduct, signs: ShopSigns): object {
    const now = catalog();
    const handles = new Set(now.categoriesOf(product));
    const inside = now.categories().filter(({ handle }) => handles.has(handle));
    return {
      ...productForm(product, signs),
      ...(inside.length > 0 && {
        categories: inside.map(({ id, title, handle }) => ({
          id,
          name: escaped(title),
          slug: handle,
          link: `${signs.origin}/product-category/${handle}/`,
        })),
      }),
    };
  }

  function pages(path: string, url: URL): Answer | null {
    const signs = signsOf(url);
    const now = catalog();
    const html = (body: string): Answer => ({ type: 'html', body });
    const number = Number(/\/page\/(\d{1,5})\/$/.exec(path)?.[1] ?? 1);
    const words = url.searchParams.get('s');
    if (words !== null && /^\/(?:page\/\d+\/)?$/.test(path)) {
      return resultsPage(words, number, signs);
    }
    if (path === '/') {
      return html(listPage(parts.title, 'home', now.slice(0, 24), signs));
    }
    if (path === '/robots.txt') {
      return {
        type: 'text',
        body: `User-agent: *\nDisallow: /wp-admin/\nDisallow: /*?add-to-cart=\nSitemap: ${url.origin}/wp-sitemap.xml\n`,
      };
    }
    if (/^\/shop\/(?:page\/\d+\/)?$/.test(path)) {
      const shown = now.slice((number - 1) * shownPerPage, number * shownPerPage);
      return number > 1 && shown.length === 0
        ? null
        : html(listPage('Shop', 'post-type-archive-product', shown, signs));
    }
    if (path === '/wp-sitemap.xml') {
      return { type: 'xml', body: sitemapIndex(now, signs) };
    }
    const part = /^\/wp-sitemap-posts-product-(?<number>\d{1,5})\.xml$/.exec(path)?.groups?.number;
    if (part !== undefined) {
      return { type: 'xml', body: productSitemap(now, Number(part), signs) };
    }
    const category = /^\/product-category\/(?:[^/]+\/)*?(?<handle>[^/]+)(?:\/page\/\d{1,5})?\/?$/.exec(path)
      ?.groups?.handle;
    const shown = now.categories().find(({ handle }) => handle === category);
    if (shown) {
      const inside =
        now.inCategory(shown.handle)?.slice((number - 1) * shownPerPage, number * shownPerPage) ?? [];
      return inside.length === 0 ? null : html(listPage(shown.title, 'tax-product_cat', inside, signs));
    }
    const product = now.byHandle(/^\/product\/(?<handle>[^/]+)\/?$/.exec(path)?.groups?.handle ?? '');
    return product ? html(productPage(product, signs)) : null;
  }

  /** A single result is shown at once as its product page, as WooCommerce does. */
  function resultsPage(words: string, number: number, signs: ShopSigns): Answer | null {
    const found = searched(catalog(), words);
    const [first] = found;
    if (first !== undefined && found.length === 1) {
      return { type: 'html', body: productPage(first, signs) };
    }
    const shown = found.slice((number - 1) * shownPerPage, number * shownPerPage);
    return number > 1 && shown.length === 0
      ? null
      : { type: 'html', body: listPage(words, 'search search-results', shown, signs) };
  }
}

/** Returns the REST route that an address names, by path or by `?rest_route=`; null for a page. */
function routeOf(url: URL): string | null {
  const named = url.searchParams.get('rest_route');
  if (named !== null) {
    return named;
  }
  return url.pathname.startsWith(apiBase) ? url.pathname.slice(apiBase.length - 1) : null;
}

function categoryForm(
  { id, handle, title, count }: ReturnType<SimulatedCatalog['categories']>[number],
  signs: ShopSigns,
): object {
  return {
    id,
    name: escaped(title),
    slug: slugOf(handle),
    description: '',
    parent: 0,
    count,
    image: null,
    review_count: 0,
    permalink: `${signs.origin}/product-category/${handle}/`,
  };
}

function escaped(title: string): string {
  return title.replaceAll('&', '&amp;');
}

function listAnswer(forms: readonly object[], total: number, perPage: number): Answer {
  return {
    ...json(forms),
    headers: { 'x-wp-total': String(total), 'x-wp-totalpages': String(Math.ceil(total / perPage)) },
  };
}

function json(body: unknown, status = 200): Answer {
  return { type: 'json', body: JSON.stringify(body), status };
}

function refused(status: number, code: string, message: string): Answer {
  return json({ code, message, data: { status } }, status);
}

function outOfBounds(name: string, message: string): Answer {
  return json(
    {
      code: 'rest_invalid_param',
      message: `Invalid parameter(s): ${name}`,
      data: {
        status: 400,
        params: { [name]: message },
        details: { [name]: { code: 'rest_out_of_bounds', message, data: null } },
      },
    },
    400,
  );
}
