import { realOutside, type Simulation, type SimulationOptions } from '../simulation.ts';
import { type CatalogProduct, productById, type SimulatedCatalog } from '../storefront/catalog.ts';
import { inScript, plain, text, xml } from '../storefront/markup.ts';
import { searched } from '../storefront/searched.ts';
import { simulatedShop } from '../storefront/simulated-shop.ts';
import { type Answer, imageAnswer } from '../storefront/storefront.ts';
import { titleOf } from '../storefront/title.ts';
import type { SiteSettings } from './store/api.ts';
import { keyIn, SiteLedger, type StoredPost } from './store/ledger.ts';
import { SiteStore } from './store/site-store.ts';

const apiBase = '/wp-json/';
const perSitemap = 2000;
/** Posts on one page of a list. */
const shownPerPage = 10;
type Category = ReturnType<SimulatedCatalog['categories']>[number];

export interface WordpressSiteOptions extends SimulationOptions {
  store?: Partial<SiteSettings>;
}

/** A simulated WordPress site: what readers see, and what its owner's programs write to. */
export interface SimulatedWordpressSite extends Simulation {
  settings: SiteSettings;
  /**
   * Returns the state, after applying everything that is due by now: existing posts, and those under each of our keys.
   */
  view(): { posts: readonly StoredPost[]; byKey: ReadonlyMap<string, readonly StoredPost[]> };
  ledger: SiteLedger;
}

export function createWordpressSite(options: WordpressSiteOptions): SimulatedWordpressSite {
  const outside = options.outside ?? realOutside;
  const blog = createBlog(options);
  const settings: SiteSettings = {
    name: titleOf(options.name),
    user: 'keeper',
    applicationPassword: 'prac tice prac tice prac tice',
    ...options.store,
  };
  const ledger = new SiteLedger();
  const store = new SiteStore(ledger, settings, blog.faults, outside);
  return {
    ...blog,
    settings,
    access: {
      connection: 'application-password',
      credentials: { user: settings.user, applicationPassword: settings.applicationPassword },
    },
    ledger,
    answer(request) {
      const route = routeOf(new URL(request.url));
      return route !== null && isOfStore(request) ? store.answer(request, route) : blog.answer(request);
    },
    view() {
      ledger.catchUp(outside.now());
      const posts = [...ledger.posts.values()].filter(({ status }) => status !== 'trash');
      const byKey = new Map<string, StoredPost[]>();
      for (const post of posts) {
        const key = keyIn(post);
        if (key !== null) {
          byKey.set(key, [...(byKey.get(key) ?? []), post]);
        }
      }
      return { posts, byKey };
    },
  };
}

/** Signed-in requests and writes are for the store side. */
function isOfStore(request: Request): boolean {
  return request.headers.has('authorization') || request.method !== 'GET';
}

/**
 * Creates a simulated blog that shows products: posts with a price in their text, without a shop
 * (`wordpress/readme.md`, Recognising a shop; Public endpoints).
 */
function createBlog(options: SimulationOptions): Simulation {
  return simulatedShop('wordpress', options, ({ title, faults, catalog }) => ({
    isFeed: (url) => routeOf(url) !== null,
    isProductList: (url) => routeOf(url)?.startsWith('/wp/v2/posts') === true,
    notice: (words, url) => page(words, 'error404', '', `<h1>${text(words)}</h1>`, title, url.origin),
    sign(response, url) {
      response.headers.append('link', `<${url.origin}${apiBase}>; rel="https://api.w.org/"`);
      return response;
    },
    route(path, url) {
      const rest = routeOf(url);
      if (rest !== null) {
        const isEmpty = rest === '/wp/v2/posts' && faults.injectFault('empty', path) !== null;
        return api(rest, url, catalog(), isEmpty);
      }
      const image = /^\/wp-content\/uploads\/(?<name>[^/]+)$/.exec(path)?.groups?.name;
      return image ? imageAnswer(image) : pages(path, url, catalog(), title);
    },
  }));
}

function api(route: string, url: URL, catalog: SimulatedCatalog, isEmpty: boolean): Answer {
  const query = url.searchParams;
  const perPage = Number(query.get('per_page') ?? 10);
  const number = Math.max(1, Number(query.get('page') ?? 1));
  if (route === '/') {
    return json({ name: 'Practice', namespaces: ['oembed/1.0', 'wp/v2', 'wp-site-health/v1'] });
  }
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > 100) {
    return refused(400, 'rest_invalid_param', 'Invalid parameter(s): per_page');
  }
  const from = (number - 1) * perPage;
  if (route === '/wp/v2/categories') {
    const slug = query.get('slug');
    const all = catalog.categories().filter(({ handle }) => slug === null || handle === slug);
    return listAnswer(
      all.slice(from, from + perPage).map((one) => termForm(one, url.origin)),
      all.length,
      perPage,
    );
  }
  if (route !== '/wp/v2/posts') {
    return route === '/wp/v2/pages'
      ? listAnswer([], 0, perPage)
      : refused(404, 'rest_no_route', 'No route was found matching the URL and request method.');
  }
  const slug = query.get('slug');
  const include = query.get('include');
  const words = query.get('search');
  const category = catalog.categories().find(({ id }) => String(id) === query.get('categories'));
  const named =
    slug !== null
      ? [catalog.byHandle(slug)]
      : include !== null
        ? [productById(catalog, Number(include))]
        : words !== null
          ? searched(catalog, words)
          : null;
  const listed: Pick<SimulatedCatalog, 'count' | 'slice'> | null =
    named !== null
      ? {
          count: named.filter(Boolean).length,
          slice: (start, end) => named.filter((one) => one !== null).slice(start, end),
        }
      : query.has('categories')
        ? category
          ? catalog.inCategory(category.handle)
          : null
        : catalog;
  const count = listed?.count ?? 0;
  if (number > 1 && from >= count) {
    return refused(
      400,
      'rest_post_invalid_page_number',
      'The page number requested is larger than the number of pages available.',
    );
  }
  const posts = isEmpty ? [] : (listed?.slice(from, from + perPage) ?? []);
  return listAnswer(
    posts.map((product) => postForm(product, catalog, url.origin)),
    count,
    perPage,
  );
}

/** Returns a post's text about a product: with its price, the former one struck through. */
function contentOf(product: CatalogProduct, origin: string): string {
  const [first] = product.variants;
  const former = first?.compareAtPrice ? ` <del>$${first.compareAtPrice}</del>` : '';
  const options = product.options
    .filter(({ name }) => name !== 'Title')
    .map(({ name, values }) => `<li>${text(name)}: ${text(values.join(' / '))}</li>`);
  return `${product.bodyHtml ?? ''}
<p class="wp-block-paragraph"><strong>Price: $${text(first?.price ?? '')}</strong>${former}</p>
<ul><li>SKU: ${text(first?.sku ?? '-')}</li>${options.join('')}</ul>
${product.images
  .slice(1)
  .map(({ path, width }) => `<img src="${upload(path, origin)}" width="${width}" alt="">`)
  .join('\n')}`;
}

function categoriesOf(product: CatalogProduct, catalog: SimulatedCatalog): Category[] {
  const inside = new Set(catalog.categoriesOf(product));
  return catalog.categories().filter(({ handle }) => inside.has(handle));
}

/** Returns a blog post about a product, as the API sends it (`wordpress/readme.md`, Product fields). */
function postForm(product: CatalogProduct, catalog: SimulatedCatalog, origin: string): object {
  const [featured] = product.images;
  const categories = categoriesOf(product, catalog);
  return {
    id: product.id,
    date: product.publishedAt,
    date_gmt: product.publishedAt.replace(/\+00:00$/, ''),
    guid: { rendered: `${origin}/?p=${product.id}` },
    modified: product.updatedAt,
    modified_gmt: product.updatedAt.replace(/\+00:00$/, ''),
    slug: encodeURIComponent(product.handle).toLowerCase(),
    status: 'publish',
    type: 'post',
    link: `${origin}/${encodeURIComponent(product.handle)}/`,
    title: { rendered: text(product.title) },
    content: { rendered: contentOf(product, origin), protected: false },
    excerpt: { rendered: '', protected: false },
    author: 1,
    featured_media: featured?.id ?? 0,
    comment_status: 'open',
    ping_status: 'open',
    sticky: false,
    template: '',
    format: 'standard',
    meta: { footnotes: '' },
    categories: categories.map(({ id }) => id),
    tags: product.tags.map((_, at) => 500 + at),
    class_list: [`post-${product.id}`, 'post', 'type-post', 'status-publish'],
    _links: { self: [{ href: `${origin}/wp-json/wp/v2/posts/${product.id}` }] },
    _embedded: {
      ...(featured && {
        'wp:featuredmedia': [
          {
            id: featured.id,
            alt_text: featured.alt ?? '',
            media_type: 'image',
            media_details: { width: featured.width, height: featured.height },
            source_url: upload(featured.path, origin),
          },
        ],
      }),
      'wp:term': [
        categories.map(({ id, title, handle }) => ({
          id,
          link: `${origin}/category/${handle}/`,
          name: text(title),
          slug: handle,
          taxonomy: 'category',
        })),
        product.tags.map((name, at) => ({
          id: 500 + at,
          name: text(name),
          slug: name,
          taxonomy: 'post_tag',
        })),
      ],
    },
  };
}

function pages(path: string, url: URL, catalog: SimulatedCatalog, title: string): Answer | null {
  const html = (body: string): Answer => ({ type: 'html', body });
  const links = (products: readonly CatalogProduct[]) =>
    products
      .map(
        ({ id, handle, title: name }) =>
          `<article class="post-${id} post type-post status-publish"><h2><a rel="bookmark" href="/${encodeURIComponent(handle)}/">${text(name)}</a></h2></article>`,
      )
      .join('\n');
  const number = Number(/\/page\/(\d{1,5})\/$/.exec(path)?.[1] ?? 1);
  const words = url.searchParams.get('s');
  const listPage = (name: string, classes: string, found: Pick<SimulatedCatalog, 'slice'> | null) => {
    const shown = found?.slice((number - 1) * shownPerPage, number * shownPerPage) ?? [];
    return number > 1 && shown.length === 0
      ? null
      : html(page(name, classes, '', links(shown), title, url.origin));
  };
  if (words !== null && /^\/(?:page\/\d+\/)?$/.test(path)) {
    const found = searched(catalog, words);
    return listPage(words, 'search search-results', { slice: (from, to) => found.slice(from, to) });
  }
  if (path === '/') {
    return html(page(title, 'home blog', '', links(catalog.slice(0, 10)), title, url.origin));
  }
  if (path === '/robots.txt') {
    return {
      type: 'text',
      body: `User-agent: *\nDisallow: /wp-admin/\nSitemap: ${url.origin}/wp-sitemap.xml\n`,
    };
  }
  if (path === '/wp-sitemap.xml') {
    const count = Math.max(1, Math.ceil(catalog.count / perSitemap));
    const parts = Array.from(
      { length: count },
      (_, at) => `<sitemap><loc>${url.origin}/wp-sitemap-posts-post-${at + 1}.xml</loc></sitemap>`,
    );
    return { type: 'xml', body: xml('sitemapindex', parts) };
  }
  const part = Number(/^\/wp-sitemap-posts-post-(\d{1,5})\.xml$/.exec(path)?.[1] ?? 0);
  if (part > 0) {
    const entries = catalog
      .slice((part - 1) * perSitemap, part * perSitemap)
      .map(({ handle }) => `<url><loc>${url.origin}/${encodeURIComponent(handle)}/</loc></url>`);
    return { type: 'xml', body: xml('urlset', entries) };
  }
  const category = catalog
    .categories()
    .find(({ handle }) => path.replace(/page\/\d+\/$/, '') === `/category/${handle}/`);
  if (category) {
    return listPage(category.title, 'archive category', catalog.inCategory(category.handle));
  }
  const product = catalog.byHandle(/^\/(?<handle>[^/]+)\/?$/.exec(path)?.groups?.handle ?? '');
  return product ? html(postPage(product, catalog, title, url.origin)) : null;
}

/** Returns a post's page as themes make it, with the linked data of an SEO plugin. */
function postPage(product: CatalogProduct, catalog: SimulatedCatalog, title: string, origin: string): string {
  const [first] = product.variants;
  const [featured] = product.images;
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        name: product.title,
        description: plain(product.bodyHtml ?? ''),
        image: product.images.map(({ path }) => upload(path, origin)),
        offers: { '@type': 'Offer', price: first?.price, priceCurrency: 'USD' },
      },
    ],
  };
  const head = `<script type="application/ld+json">${inScript(data)}</script>`;
  return page(
    product.title,
    `single single-post postid-${product.id}`,
    head,
    `<main><article class="post-${product.id} post type-post"><h1 class="entry-title">${text(product.title)}</h1>
${featured === undefined ? '' : `<img class="attachment-full wp-post-image" src="${upload(featured.path, origin)}" alt="${text(featured.alt ?? '')}" width="${featured.width}" height="${featured.height}">`}
<div class="entry-content">${contentOf(product, origin)}</div>
${categoriesOf(product, catalog)
  .map(
    ({ handle, title: name }) =>
      `<a href="${origin}/category/${handle}/" rel="category tag">${text(name)}</a>`,
  )
  .join('\n')}
${product.tags.map((tag) => `<a href="${origin}/tag/${encodeURIComponent(tag)}/" rel="tag">${text(tag)}</a>`).join('\n')}
</article></main>`,
    title,
    origin,
  );
}

function page(
  words: string,
  classes: string,
  head: string,
  body: string,
  title: string,
  origin: string,
): string {
  return `<!doctype html><html><head><title>${text(words)} &#8211; ${text(title)}</title>
<meta name="generator" content="WordPress 7.0.4"><link rel="https://api.w.org/" href="${origin}${apiBase}">
<link rel="stylesheet" href="${origin}/wp-content/themes/practice/style.css">${head}</head>
<body class="${classes}">${body}</body></html>`;
}

function termForm({ id, handle, title, count }: Category, origin: string): object {
  return {
    id,
    count,
    description: '',
    link: `${origin}/category/${handle}/`,
    name: text(title),
    slug: handle,
    taxonomy: 'category',
    parent: 0,
    meta: [],
  };
}

function upload(path: string, origin: string): string {
  return `${origin}/wp-content/uploads/${path.split('/').at(-1)?.split('?')[0] ?? ''}`;
}

function routeOf(url: URL): string | null {
  const named = url.searchParams.get('rest_route');
  if (named !== null) {
    return named;
  }
  return url.pathname.startsWith(apiBase) ? url.pathname.slice(apiBase.length - 1) : null;
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
