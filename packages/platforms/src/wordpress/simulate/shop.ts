import { inScript, plain, text, xml } from '../../simulating/markup.ts';
import { playedShop } from '../../simulating/played-shop.ts';
import { searched } from '../../simulating/searched.ts';
import { productById, type Shelf, type ShelfProduct } from '../../simulating/shelf.ts';
import { type Answer, pictureAnswer } from '../../simulating/storefront.ts';
import { titleOf } from '../../simulating/title.ts';
import { realOutside, type Simulation, type SimulationOptions } from '../../simulation.ts';
import type { SiteSettings } from './store/api.ts';
import { keyIn, SiteLedger, type StoredPost } from './store/ledger.ts';
import { SiteStore } from './store/site-store.ts';

const apiBase = '/wp-json/';
const perSitemap = 2000;
/** Posts on one page of a list. */
const shownPerPage = 10;
type Category = ReturnType<Shelf['categories']>[number];

export interface WordpressSiteOptions extends SimulationOptions {
  store?: Partial<SiteSettings>;
}

/** A WordPress site played by us: what readers see, and what its owner's programs write to. */
export interface PlayedWordpressSite extends Simulation {
  settings: SiteSettings;
  /** The books, after all that was due by now was applied: posts that are there, and those under each key of ours. */
  view(): { posts: readonly StoredPost[]; byKey: ReadonlyMap<string, readonly StoredPost[]> };
  ledger: SiteLedger;
}

export function createWordpressSite(options: WordpressSiteOptions): PlayedWordpressSite {
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

/** Who signs in or writes asks the store's side. */
function isOfStore(request: Request): boolean {
  return request.headers.has('authorization') || request.method !== 'GET';
}

/**
 * A blog that shows goods, played by us: posts with a price in their words, no shop behind it (`readme.md`, Recognising a shop;
 * Public endpoints).
 */
function createBlog(options: SimulationOptions): Simulation {
  return playedShop('wordpress', options, ({ title, faults, shelf }) => ({
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
        const isEmpty = rest === '/wp/v2/posts' && faults.strike('empty', path) !== null;
        return api(rest, url, shelf(), isEmpty);
      }
      const picture = /^\/wp-content\/uploads\/(?<name>[^/]+)$/.exec(path)?.groups?.name;
      return picture ? pictureAnswer(picture) : pages(path, url, shelf(), title);
    },
  }));
}

function api(route: string, url: URL, shelf: Shelf, isEmpty: boolean): Answer {
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
    const all = shelf.categories().filter(({ handle }) => slug === null || handle === slug);
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
  const category = shelf.categories().find(({ id }) => String(id) === query.get('categories'));
  const named =
    slug !== null
      ? [shelf.byHandle(slug)]
      : include !== null
        ? [productById(shelf, Number(include))]
        : words !== null
          ? searched(shelf, words)
          : null;
  const listed: Pick<Shelf, 'count' | 'slice'> | null =
    named !== null
      ? {
          count: named.filter(Boolean).length,
          slice: (start, end) => named.filter((one) => one !== null).slice(start, end),
        }
      : query.has('categories')
        ? category
          ? shelf.inCategory(category.handle)
          : null
        : shelf;
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
    posts.map((product) => postForm(product, shelf, url.origin)),
    count,
    perPage,
  );
}

/** What a post says of a good: its price in the words, the former one struck through. */
function contentOf(product: ShelfProduct, origin: string): string {
  const [first] = product.variants;
  const former = first?.compareAtPrice ? ` <del>$${first.compareAtPrice}</del>` : '';
  const options = product.options
    .filter(({ name }) => name !== 'Title')
    .map(({ name, values }) => `<li>${text(name)}: ${text(values.join(' / '))}</li>`);
  return `${product.bodyHtml ?? ''}
<p class="wp-block-paragraph"><strong>Price: $${text(first?.price ?? '')}</strong>${former}</p>
<ul><li>SKU: ${text(first?.sku ?? '-')}</li>${options.join('')}</ul>
${product.pictures
  .slice(1)
  .map(({ path, width }) => `<img src="${upload(path, origin)}" width="${width}" alt="">`)
  .join('\n')}`;
}

function categoriesOf(product: ShelfProduct, shelf: Shelf): Category[] {
  const inside = new Set(shelf.categoriesOf(product));
  return shelf.categories().filter(({ handle }) => inside.has(handle));
}

/** A good as somebody would blog about it, as the API sends it (`readme.md`, Product fields). */
function postForm(product: ShelfProduct, shelf: Shelf, origin: string): object {
  const [featured] = product.pictures;
  const categories = categoriesOf(product, shelf);
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

function pages(path: string, url: URL, shelf: Shelf, title: string): Answer | null {
  const html = (body: string): Answer => ({ type: 'html', body });
  const links = (products: readonly ShelfProduct[]) =>
    products
      .map(
        ({ id, handle, title: name }) =>
          `<article class="post-${id} post type-post status-publish"><h2><a rel="bookmark" href="/${encodeURIComponent(handle)}/">${text(name)}</a></h2></article>`,
      )
      .join('\n');
  const number = Number(/\/page\/(\d{1,5})\/$/.exec(path)?.[1] ?? 1);
  const words = url.searchParams.get('s');
  const listPage = (name: string, classes: string, found: Pick<Shelf, 'slice'> | null) => {
    const shown = found?.slice((number - 1) * shownPerPage, number * shownPerPage) ?? [];
    return number > 1 && shown.length === 0
      ? null
      : html(page(name, classes, '', links(shown), title, url.origin));
  };
  if (words !== null && /^\/(?:page\/\d+\/)?$/.test(path)) {
    const found = searched(shelf, words);
    return listPage(words, 'search search-results', { slice: (from, to) => found.slice(from, to) });
  }
  if (path === '/') {
    return html(page(title, 'home blog', '', links(shelf.slice(0, 10)), title, url.origin));
  }
  if (path === '/robots.txt') {
    return {
      type: 'text',
      body: `User-agent: *\nDisallow: /wp-admin/\nSitemap: ${url.origin}/wp-sitemap.xml\n`,
    };
  }
  if (path === '/wp-sitemap.xml') {
    const count = Math.max(1, Math.ceil(shelf.count / perSitemap));
    const parts = Array.from(
      { length: count },
      (_, at) => `<sitemap><loc>${url.origin}/wp-sitemap-posts-post-${at + 1}.xml</loc></sitemap>`,
    );
    return { type: 'xml', body: xml('sitemapindex', parts) };
  }
  const part = Number(/^\/wp-sitemap-posts-post-(\d{1,5})\.xml$/.exec(path)?.[1] ?? 0);
  if (part > 0) {
    const entries = shelf
      .slice((part - 1) * perSitemap, part * perSitemap)
      .map(({ handle }) => `<url><loc>${url.origin}/${encodeURIComponent(handle)}/</loc></url>`);
    return { type: 'xml', body: xml('urlset', entries) };
  }
  const category = shelf
    .categories()
    .find(({ handle }) => path.replace(/page\/\d+\/$/, '') === `/category/${handle}/`);
  if (category) {
    return listPage(category.title, 'archive category', shelf.inCategory(category.handle));
  }
  const product = shelf.byHandle(/^\/(?<handle>[^/]+)\/?$/.exec(path)?.groups?.handle ?? '');
  return product ? html(postPage(product, shelf, title, url.origin)) : null;
}

/** A post's page as the themes make it, with the linked data of an SEO plugin. */
function postPage(product: ShelfProduct, shelf: Shelf, title: string, origin: string): string {
  const [first] = product.variants;
  const [featured] = product.pictures;
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        name: product.title,
        description: plain(product.bodyHtml ?? ''),
        image: product.pictures.map(({ path }) => upload(path, origin)),
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
${categoriesOf(product, shelf)
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
