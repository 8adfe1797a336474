import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { changePrices, variedProducts } from './varied-products.ts';

/**
 * Serves a shop's feed in a separate process, with answers prepared in advance and no delay: `node feed-server.ts PRODUCTS SEED [PER_SECOND
 * BURST]`. Prints its port. With a rate it refuses what exceeds it with 429, and counts the refusals under `/refused`. `/change?share=0.05`
 * gives a share of the products another price.
 */
const [count = 1000, seed = 1, perSecond = 0, burst = 0] = process.argv.slice(2).map(Number);
const pageSize = 250;

const products = variedProducts(count, seed);
const meta = Buffer.from(JSON.stringify({ name: 'Feed', currency: 'EUR', published_products_count: count }));
let pages = pagesOf();

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
  if (url.pathname === '/change') {
    const changed = changePrices(products, Number(url.searchParams.get('share')), seed + 1);
    pages = pagesOf();
    reply.end(JSON.stringify({ changed }));
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

function pagesOf(): Buffer[] {
  return Array.from({ length: Math.ceil(count / pageSize) + 1 }, (_, page) =>
    Buffer.from(JSON.stringify({ products: products.slice(page * pageSize, (page + 1) * pageSize) })),
  );
}

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
