/** What a shop of these tests does wrong; page numbers begin at 1. */
export interface FeedShopFaults {
  /** Answers before the shop's own answer, where it returns one. */
  instead?(url: URL, requested: number): Response | undefined | Promise<Response | undefined>;
  /** How many products the shop says it has; left out = the truth, null = says nothing. */
  promised?: number | null;
}

export interface FeedShop {
  fetch: typeof fetch;
  /** Requested paths, in order. */
  requested: string[];
  products: Record<string, unknown>[];
}

/** A Shopify shop with `count` products and nothing but its feed and product pages. */
export function feedShop(count: number, faults: FeedShopFaults = {}): FeedShop {
  const products = Array.from({ length: count }, (_, index) => feedGood(index + 1));
  const requested: string[] = [];
  const answer = async (url: URL): Promise<Response> => {
    const wrong = await faults.instead?.(url, requested.length);
    if (wrong) {
      return wrong;
    }
    if (url.pathname === '/meta.json') {
      const promised = faults.promised === undefined ? products.length : faults.promised;
      return Response.json({
        name: 'Glade',
        currency: 'EUR',
        ...(promised !== null && { published_products_count: promised }),
      });
    }
    if (url.pathname === '/products.json') {
      const limit = Number(url.searchParams.get('limit') ?? 30);
      const page = Number(url.searchParams.get('page') ?? 1);
      return Response.json({ products: products.slice((page - 1) * limit, page * limit) });
    }
    const handle = /^\/products\/(.+)\.json$/.exec(url.pathname)?.[1];
    const good = products.find((each) => each.handle === handle);
    if (good) {
      return Response.json({ product: good });
    }
    return url.pathname === '/'
      ? new Response(
          '<html><script>Shopify.shop = "glade.myshopify.com"; Shopify.theme = {}</script></html>',
          { headers: { 'x-shopid': '1' } },
        )
      : new Response('not found', { status: 404 });
  };
  return {
    requested,
    products,
    async fetch(input, init) {
      init?.signal?.throwIfAborted();
      const url = new URL(input instanceof Request ? input.url : String(input));
      requested.push(url.pathname + url.search);
      return await answer(url);
    },
  };
}

export function feedGood(number: number): Record<string, unknown> {
  return {
    id: 7_000_000_000_000 + number,
    title: `Stoneware mug ${number}`,
    handle: `mug-${number}`,
    body_html: `<p>Mug number ${number}.</p>`,
    published_at: '2026-01-02T03:04:05Z',
    created_at: '2026-01-02T03:04:05Z',
    updated_at: new Date().toISOString(),
    vendor: 'Glade',
    product_type: 'Mugs',
    tags: ['kitchen'],
    options: [{ name: 'Title', position: 1, values: ['Default Title'] }],
    images: [
      {
        id: number,
        src: `https://cdn.shopify.com/s/files/1/0001/mug-${number}.jpg?v=1`,
        width: 800,
        height: 800,
        position: 1,
      },
    ],
    variants: [
      {
        id: 8_000_000_000_000 + number,
        product_id: 7_000_000_000_000 + number,
        title: 'Default Title',
        option1: 'Default Title',
        option2: null,
        option3: null,
        sku: `MUG-${String(number).padStart(5, '0')}`,
        price: `${10 + (number % 90)}.50`,
        compare_at_price: null,
        grams: 400,
        available: true,
        requires_shipping: true,
        taxable: true,
        position: 1,
        featured_image: null,
      },
    ],
  };
}
