import { answerOf, type Exchange } from '../../testing/replay.ts';

type Answer = Omit<Exchange, 'request'>;

/** A small simulated shop, for tests of one oddity at a time. */
export interface PretendShop {
  /** Handles by collection; `''` is the shop's own feed. */
  lists: Record<string, string[]>;
  /** Handles that its sitemap names; left out, it has no sitemap. */
  sitemap?: string[];
  /** Number of published products that it states; left out, it has no `/meta.json`. */
  promised?: number;
  /** Number of products that a list returns before it refuses to return more. */
  cap?: number;
  /** Status of the cap's refusal: 400, or 200 with the same body. */
  capStatus?: number;
  /** Products on one page, however many are requested. */
  perPage?: number;
  /** Answers that replace the shop's own, by path (without query). */
  instead?: Record<string, Answer | ((url: URL) => Answer | null)>;
}

const host = 'https://shop.example';

/** Product `h-7` has id 7007 and one variant at 7.00. */
export function pretendProduct(handle: string): Record<string, unknown> {
  const number = Number(/\d+$/.exec(handle)?.[0] ?? 1);
  return {
    id: 7000 + number,
    title: `Good ${number}`,
    handle,
    body_html: null,
    vendor: 'Pretend',
    product_type: '',
    tags: [],
    published_at: '2025-03-08T21:09:19+01:00',
    variants: [
      {
        id: 90_000 + number,
        option1: 'Default Title',
        option2: null,
        option3: null,
        sku: null,
        price: `${number}.00`,
        product_id: 7000 + number,
      },
    ],
    images: [],
    options: [{ name: 'Title', position: 1, values: ['Default Title'] }],
  };
}

/** Handles `h-from` to `h-to`. */
export function handles(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => `h-${from + at}`);
}

export function pretendShop(shop: PretendShop): { fetch: typeof fetch; requested: string[]; url: URL } {
  const requested: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    init?.signal?.throwIfAborted();
    const url = new URL(input instanceof Request ? input.url : input);
    requested.push(url.pathname + url.search);
    const instead = shop.instead?.[url.pathname];
    const replaced = typeof instead === 'function' ? instead(url) : instead;
    return answerOf(replaced ?? answer(shop, url));
  };
  return { fetch, requested, url: new URL(host) };
}

function answer(shop: PretendShop, url: URL): Answer {
  const path = url.pathname;
  const page = Number(url.searchParams.get('page') ?? 1);
  const list = /^(?:\/collections\/([^/]+))?\/products\.json$/.exec(path);
  const products = list && shop.lists[list[1] ?? ''];
  if (products) {
    const size = shop.perPage ?? Number(url.searchParams.get('limit'));
    if (shop.cap !== undefined && page * size > shop.cap) {
      return { status: shop.capStatus ?? 400, body: { errors: 'Page * Limit exceeds the 25000 limit.' } };
    }
    return { body: { products: products.slice((page - 1) * size, page * size).map(pretendProduct) } };
  }
  if (path === '/collections.json') {
    const names = page > 1 ? [] : Object.keys(shop.lists).filter((name) => name !== '');
    return {
      body: {
        collections: names.map((handle, at) => ({
          id: 300 + at,
          title: `The ${handle}`,
          handle,
          products_count: 107,
        })),
      },
    };
  }
  const collection = /^\/collections\/([^/]+)\.json$/.exec(path)?.[1];
  if (collection !== undefined && shop.lists[collection]) {
    return {
      body: { collection: { id: 300, title: `The ${collection}`, handle: collection, products_count: 107 } },
    };
  }
  if (path === '/meta.json' && shop.promised !== undefined) {
    return { body: { name: 'Shop', currency: 'EUR', published_products_count: shop.promised } };
  }
  if (path === '/sitemap.xml' && shop.sitemap) {
    return {
      body: `<?xml version="1.0"?><sitemapindex><sitemap><loc>${host}/sitemap_products_1.xml?from=1&amp;to=9</loc></sitemap><sitemap><loc>${host}/sitemap_pages_1.xml</loc></sitemap></sitemapindex>`,
    };
  }
  if (path === '/sitemap_products_1.xml' && shop.sitemap && url.search === '?from=1&to=9') {
    const places = shop.sitemap.map(
      (handle) =>
        `<url><loc>${host}/products/${handle}</loc><image:image><image:loc>https://cdn.shopify.com/${handle}.jpg</image:loc></image:image></url>`,
    );
    return { body: `<?xml version="1.0"?><urlset><url><loc>${host}/</loc></url>${places.join('')}</urlset>` };
  }
  const single = /^\/products\/(h-\d+)\.json$/.exec(path)?.[1];
  if (single !== undefined) {
    return { body: { product: pretendProduct(single) } };
  }
  return { status: 404, body: '<!doctype html><title>404</title>' };
}
