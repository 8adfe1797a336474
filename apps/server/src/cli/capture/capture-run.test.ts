import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platforms } from '@bowerbird/platforms/all';
import { CapturedCase, lackingIn, readingOf } from '@bowerbird/platforms/capturing/case';
import { afterAll, expect, it } from 'vitest';
import { bowerbird } from '../../../testing/api/command-line.ts';
import { testDatabase } from '../../../testing/database/database.ts';

const secrets = { mail: 'ann.buyer@mail.example', token: 'Zk3v9QpL0sWmX7tB2yHd5uRa8cEf1gJn' };
const story = `<meta name="csrf-token" content="${secrets.token}"><h1>Oak stool</h1><div class="amount-box">49,00 €</div>${'<p>Our garden grows slowly and in the shade.</p>'.repeat(12)}<p>${secrets.mail}</p>`;
const whole = `<script type="application/ld+json">{"@type":"Product","name":"Mug","description":"<p>Clay</p>","image":"https://cdn.example/mug.jpg","brand":"Clay","offers":{"@type":"Offer","price":"19.00","priceCurrency":"EUR"}}</script>`;

/** The theme's data of a product that says everything but the codes of its variants. */
const themed = `<script>Shopify.currency = {"active":"EUR","rate":"1.0"};</script><script type="application/json" data-product-json>${JSON.stringify(
  {
    id: 7001,
    title: 'Vase',
    handle: 'vase',
    description: '<p>Glass</p>',
    vendor: 'Clay',
    type: 'Vases',
    tags: ['glass'],
    price: 2500,
    options: ['Colour'],
    images: ['//cdn.example/vase.jpg'],
    variants: [
      { id: 1, title: 'Red', option1: 'Red', options: ['Red'], price: 2500, available: true },
      { id: 2, title: 'Blue', option1: 'Blue', options: ['Blue'], price: 2500, available: true },
    ],
  },
)}</script>`;

/** A shop whose product lists are closed; each of its pages is another kind of product page. */
const pages: Record<string, string> = {
  '/products/mug': whole,
  '/products/stool': story,
  '/products/vase': themed,
  '/products/bench': `<meta property="og:title" content="Bench"><meta property="og:price:amount" content="80.00"><meta property="og:price:currency" content="EUR"><h1>Bench</h1><p>${secrets.mail}</p>`,
};
const { port, close } = await serve();
const origin = `http://127.0.0.1:${port}`;
const { adminUrl } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'bowerbird-capture-run-'));
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});
const installation = {
  DATABASE_URL: adminUrl,
  BOWERBIRD_DATA: folder,
  BOWERBIRD_ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${port}`,
};

it('makes a case of every page that a run failed on, and names those on which no reader failed', {
  tags: ['slow'],
}, async () => {
  const collected = await bowerbird(
    installation,
    'collect',
    origin,
    '--platform',
    'shopify',
    '--scope',
    'shop',
    '--json',
  );
  const { runId } = JSON.parse(collected.stdout);

  const captured = await bowerbird(installation, 'capture', '--run', runId, '--partial', '--json');

  expect(captured).toMatchObject({ code: 0, stderr: '' });
  const outcomes: { address: string; code: string; path?: string; why?: string; lacking?: string[] }[] =
    JSON.parse(captured.stdout);
  const byPath = new Map(outcomes.map((outcome) => [new URL(outcome.address).pathname, outcome]));
  expect([...byPath].map(([path, { code }]) => [path, code]).toSorted()).toEqual([
    ['/products/bench', 'partial'],
    ['/products/gone', 'source.gone'],
    ['/products/mug', 'partial'],
    ['/products/stool', 'source.page-not-understood'],
    ['/products/vase', 'partial'],
  ]);
  expect(byPath.get('/products/vase')).toMatchObject({
    why: expect.stringContaining('No case can expect what it lacks: stock'),
  });
  expect(byPath.get('/products/gone')).toMatchObject({ why: expect.stringContaining('no reader failed') });
  for (const path of ['/products/stool', '/products/bench']) {
    const text = readFileSync(byPath.get(path)?.path ?? '', 'utf8');
    const kept = CapturedCase.parse(JSON.parse(text));
    const reading = readingOf(platforms.get(kept.platform)?.collector ?? {}, kept.markup, new URL(kept.url));
    expect(lackingIn(reading, kept.expect)).toEqual(byPath.get(path)?.lacking);
    expect(Object.values(secrets).filter((secret) => text.includes(secret))).toEqual([]);
  }
});

async function serve() {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const page = pages[pathname] ?? mapAt(pathname, request.headers.host ?? '');
    response.writeHead(page === undefined ? 404 : 200, {
      'content-type': pathname.endsWith('.xml') ? 'application/xml' : 'text/html',
    });
    response.end(page ?? 'Not Found');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The sitemap, which names one page that does not exist. */
function mapAt(path: string, host: string): string | undefined {
  const places = [...Object.keys(pages), '/products/gone'].map(
    (page) => `<url><loc>http://${host}${page}</loc></url>`,
  );
  return path === '/sitemap.xml'
    ? `<?xml version="1.0"?><sitemapindex><sitemap><loc>http://${host}/sitemap_products_1.xml?from=1&amp;to=9</loc></sitemap></sitemapindex>`
    : path === '/sitemap_products_1.xml'
      ? `<?xml version="1.0"?><urlset>${places.join('')}</urlset>`
      : undefined;
}
