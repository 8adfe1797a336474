import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Serves a shop's feed in a separate process, with answers prepared in advance, no delay and no limit: `node
 * feed-server.ts PRODUCTS [PER_SECOND BURST]`. Prints its port. With a rate it refuses what exceeds it with 429, and
 * counts the refusals under `/refused`.
 */
const [count = 1000, perSecond = 0, burst = 0] = process.argv.slice(2).map(Number);
const pageSize = 250;

const pages = Array.from({ length: Math.ceil(count / pageSize) + 1 }, (_, page) =>
  Buffer.from(
    JSON.stringify({ products: productsFrom(page * pageSize + 1, Math.min(count, (page + 1) * pageSize)) }),
  ),
);
const meta = Buffer.from(JSON.stringify({ name: 'Feed', currency: 'EUR', published_products_count: count }));

let tokens = burst;
let filledAt = performance.now();
let refused = 0;
let served = 0;

createServer((request, reply) => {
  const url = new URL(request.url ?? '/', 'http://feed');
  if (url.pathname === '/refused') {
    reply.end(JSON.stringify({ refused, served }));
    return;
  }
  if (perSecond > 0 && !takeToken()) {
    refused += 1;
    reply.writeHead(429, { 'retry-after': '1' }).end();
    return;
  }
  served += 1;
  const body =
    url.pathname === '/products.json'
      ? pages[Number(url.searchParams.get('page') ?? 1) - 1]
      : url.pathname === '/meta.json'
        ? meta
        : undefined;
  reply.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(body);
}).listen(0, '127.0.0.1', function listening(this: { address(): AddressInfo | string | null }) {
  const address = this.address();
  console.log(typeof address === 'object' ? address?.port : address);
});

function takeToken(): boolean {
  const now = performance.now();
  tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond);
  filledAt = now;
  if (tokens < 1) {
    return false;
  }
  tokens -= 1;
  return true;
}

function productsFrom(first: number, last: number): unknown[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => good(first + index));
}

function good(number: number): unknown {
  const colours = ['Ash', 'Moss', 'Sand'];
  return {
    id: 7_000_000_000_000 + number,
    title: `Stoneware vessel no. ${number} in ${colours[number % 3]}`,
    handle: `stoneware-vessel-${number}`,
    body_html: `<p>${'Thrown by hand and fired twice, this vessel keeps what it holds. '.repeat(6 + (number % 9))}</p>`,
    published_at: '2026-01-02T03:04:05-05:00',
    created_at: '2026-01-02T03:04:05-05:00',
    updated_at: '2026-02-02T03:04:05-05:00',
    vendor: `Maker ${number % 40}`,
    product_type: 'Vessels',
    tags: ['stoneware', `batch-${number % 100}`, 'kitchen'],
    options: [{ name: 'Colour', position: 1, values: colours }],
    images: colours.map((_, at) => ({
      id: number * 10 + at,
      product_id: 7_000_000_000_000 + number,
      position: at + 1,
      created_at: '2026-01-02T03:04:05-05:00',
      updated_at: '2026-01-02T03:04:05-05:00',
      variant_ids: [],
      src: `https://cdn.shopify.com/s/files/1/0001/0002/products/vessel-${number}-${at}.jpg?v=17000`,
      width: 1600,
      height: 1600,
    })),
    variants: colours.map((colour, at) => ({
      id: 8_000_000_000_000 + number * 10 + at,
      product_id: 7_000_000_000_000 + number,
      title: colour,
      option1: colour,
      option2: null,
      option3: null,
      sku: `VES-${number}-${at}`,
      requires_shipping: true,
      taxable: true,
      featured_image: null,
      available: true,
      price: `${20 + (number % 70)}.00`,
      grams: 900,
      compare_at_price: null,
      position: at + 1,
      created_at: '2026-01-02T03:04:05-05:00',
      updated_at: '2026-01-02T03:04:05-05:00',
    })),
  };
}
