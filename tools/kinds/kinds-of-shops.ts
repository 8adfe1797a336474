import type { ServedShop } from '../../apps/server/src/simulator/serve.ts';
import { simulators } from '../../packages/simulators/src/all.ts';
import type { Simulation } from '../../packages/simulators/src/simulation.ts';
import type { Fault } from '../../packages/simulators/src/simulation-faults.ts';
import { inFolders } from '../../packages/simulators/src/storefront/in-folders.ts';

/** Products in each shop. */
export const productsOfAKind = 4;

export interface KindOfShop {
  /** Also the first label of its host. */
  name: string;
  /** Path of its front page. */
  path: string;
  shop: ServedShop;
}

const closedApi: Fault[] = ['wc/store', 'wc%2Fstore'].map((matching) => ({
  kind: 'status',
  value: 404,
  matching,
  count: null,
}));

/** Returns a shop of every platform, and those that are hard to read: in a folder, with closed doors, of no platform. */
export function kindsOfShops(): KindOfShop[] {
  const platforms = [...simulators.keys()].map((platform) => ({
    name: platform,
    path: '/',
    shop: simulated(platform, platform),
  }));
  const root = simulated('wordpress', 'in-a-folder');
  return [
    ...platforms,
    {
      name: 'in-a-folder',
      path: '/shop2/',
      shop: inFolders(root, { '/shop2': simulated('woocommerce', 'in-a-folder') }),
    },
    {
      name: 'closed-api',
      path: '/',
      shop: simulated('woocommerce', 'closed-api', closedApi),
    },
    {
      name: 'closed-feed',
      path: '/',
      shop: simulated('shopify', 'closed-feed', [{ kind: 'feed-missing', count: null }]),
    },
    { name: 'no-platform', path: '/', shop: { name: 'no-platform', answer: shopOfNoPlatform } },
  ];
}

function simulated(platform: string, name: string, faults: readonly Fault[] = []): Simulation {
  const shop = simulators.get(platform)?.({ name, products: { count: productsOfAKind } });
  if (shop === undefined) {
    throw new Error(`${platform} is not simulated`);
  }
  shop.faults.add(...faults);
  return shop;
}

/** A shop of its own making: a front page, a sitemap, and products whose pages describe themselves. */
async function shopOfNoPlatform(request: Request): Promise<Response> {
  const { pathname, origin } = new URL(request.url);
  const numbers = Array.from({ length: productsOfAKind }, (_, at) => at + 1);
  const number = Number(/^\/product\/lamp-(?<number>\d)$/.exec(pathname)?.groups?.number);
  if (pathname === '/sitemap.xml') {
    const places = ['/', ...numbers.map((one) => `/product/lamp-${one}`)];
    return new Response(
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places
        .map((place) => `<url><loc>${origin}${place}</loc></url>`)
        .join('')}</urlset>`,
      { headers: { 'content-type': 'application/xml' } },
    );
  }
  if (pathname === '/') {
    const links = numbers.map((one) => `<a href="/product/lamp-${one}">Lamp ${one}</a>`).join('');
    return page('Lamps made by hand', links);
  }
  return numbers.includes(number)
    ? page(`Lamp ${number}`, linkedData(number, origin))
    : new Response('', { status: 404 });
}

function linkedData(number: number, origin: string): string {
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: `Lamp ${number}`,
    description: 'Oak, turned by hand.',
    image: `${origin}/images/lamp-${number}.jpg`,
    sku: `LAMP-${number}`,
    offers: {
      '@type': 'Offer',
      price: `${number * 10}.50`,
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
    },
  };
  return `<script type="application/ld+json">${JSON.stringify(product)}</script>`;
}

function page(title: string, content: string): Response {
  return new Response(
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>${content}</body></html>`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  );
}
