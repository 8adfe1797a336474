import { AppError } from '@bowerbird/contract/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce, startVisit } from '../../net/http.ts';
import { collectAll, contextFor } from '../../testing/collecting.ts';
import { answerOf } from '../../testing/replay.ts';
import { unknown } from '../index.ts';
import { recognise } from './recognise.ts';
import { pagesInSitemap } from './sitemap.ts';

const collector = unknown.collector as NonNullable<typeof unknown.collector>;
const shop = 'https://corner.example';
const front = '<html><head><title>Corner</title></head><body><h1>Welcome</h1></body></html>';
const product = (name: string) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name, offers: { price: '4.00', priceCurrency: 'GBP' } })}</script>`;
const urlset = (...places: string[]) =>
  `<urlset>${places.map((place) => `<url><loc>${new URL(place, shop)}</loc></url>`).join('')}</urlset>`;
const index = (...parts: string[]) =>
  `<sitemapindex>${parts.map((part) => `<sitemap><loc>${new URL(part, shop)}</loc></sitemap>`).join('')}</sitemapindex>`;

/** Returns a site of these pages by path and query; every other address is not found. */
function siteOf(pages: Record<string, string>) {
  const requested: string[] = [];
  const fetch = async (input: string | URL | Request) => {
    const { pathname, search } = new URL(String(input));
    requested.push(pathname + search);
    const body = pages[pathname + search];
    return answerOf({ status: body === undefined ? 404 : 200, body: body ?? '' });
  };
  return { requested, context: contextFor(fetch) };
}

const seenAt = (path: string, body = front) => ({
  url: new URL(path, shop),
  status: 200,
  headers: new Headers(),
  body,
});

describe('the front page of an unknown shop', () => {
  it('is known by a sitemap that names products, as a whole shop, and never very surely', async () => {
    const { context } = siteOf({ '/sitemap.xml': urlset('/', '/about', '/p/tea', '/p/jam') });

    expect(await collector.recognise(seenAt('/'), context)).toEqual({
      confidence: 30,
      evidence: [{ sign: 'feed-answers', seen: '/sitemap.xml', score: 30 }],
      scope: 'shop',
    });
  });

  it.each(['/index.html', '/en/', '/pt-br', '/?utm_source=mail'])('may be %s', async (path) => {
    const { context } = siteOf({ '/sitemap.xml': urlset('/p/tea') });

    expect(await collector.recognise(seenAt(path), context)).toMatchObject({ confidence: 30, scope: 'shop' });
  });

  it('is a whole shop where it shows a product of its own', async () => {
    const { context } = siteOf({ '/sitemap.xml': urlset('/p/tea') });

    expect(await collector.recognise(seenAt('/', product('Tea')), context)).toMatchObject({
      confidence: 40,
      scope: 'shop',
    });
  });

  it('is known by several products that it leads to, where there is no sitemap', async () => {
    const card = (name: string) => `<a href="/shop/${name}"><img src="/${name}.jpg"> ${name}</a>`;
    const { context } = siteOf({});

    expect(await collector.recognise(seenAt('/', card('tea') + card('jam')), context)).toMatchObject({
      confidence: 25,
      scope: 'shop',
    });
  });

  it.each([
    ['a sitemap without products', { '/sitemap.xml': urlset('/', '/about', '/blog/first') }],
    ['no sitemap', {}],
    ['a page in place of the sitemap', { '/sitemap.xml': front }],
  ])('of a site with %s is none', async (_, pages) => {
    const { context } = siteOf(pages);

    expect((await collector.recognise(seenAt('/'), context)).confidence).toBe(0);
  });

  it('asks for no more than one part of the sitemap', async () => {
    const parts = Array.from({ length: 9 }, (_, at) => `/products-${at}.xml`);
    const { context, requested } = siteOf({
      '/sitemap.xml': index(...parts),
      '/products-0.xml': urlset('/tea.html'),
    });

    expect((await collector.recognise(seenAt('/'), context)).confidence).toBe(30);
    expect(requested).toEqual(['/sitemap.xml', '/products-0.xml']);
  });

  it('is no shop because a sitemap never comes, and nobody waits for one long', async () => {
    const silent = contextFor(
      (_, init) =>
        new Promise((_answer, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    );

    expect((await recognise(seenAt('/'), silent, 20)).confidence).toBe(0);
  });

  it('of a page below the root asks for nothing', async () => {
    const { context, requested } = siteOf({ '/sitemap.xml': urlset('/p/tea') });

    expect((await collector.recognise(seenAt('/about'), context)).confidence).toBe(0);
    expect(requested).toEqual([]);
  });

  it('shows a product before collecting, and how many the sitemap promises', async () => {
    const { context } = siteOf({
      '/sitemap.xml': urlset('/p/gone', '/p/tea'),
      '/p/tea': product('Tea'),
    });

    expect(await collector.preview(new URL(shop), 'shop', context)).toMatchObject({
      products: [{ title: 'Tea' }],
      promised: 2,
    });
  });
});

it('shows nothing of a shop without a sitemap before collecting, which is no failure', async () => {
  expect(await collector.preview(new URL(shop), 'shop', siteOf({}).context)).toEqual({
    products: [],
    promised: null,
  });
});

describe('the sitemap of an unknown shop', () => {
  const collected = async (pages: Record<string, string>) => {
    const { ids, skipped } = await collectAll(
      collector,
      { addresses: [new URL(shop)] },
      siteOf(pages).context,
    );
    return { ids, skipped: skipped.map(({ address }) => address) };
  };

  it('may name products by any path in the parts that are named after them, and no others', async () => {
    const pages = {
      '/sitemap.xml': index('/sitemap-pages.xml', '/sitemap-product-categories.xml', '/store-products.xml'),
      '/sitemap-pages.xml': urlset('/about'),
      '/sitemap-product-categories.xml': urlset('/teas'),
      '/store-products.xml': urlset('/', '/green-tea.html', '/product-page/jam'),
      '/green-tea.html': product('Green tea'),
      '/product-page/jam': product('Jam'),
    };

    expect(await collected(pages)).toEqual({ ids: ['/green-tea.html', '/product-page/jam'], skipped: [] });
  });

  it('may have parts that are pages of a program', async () => {
    const pages = {
      '/sitemap.xml': index(
        '/xmlsitemap.php?type=pages&amp;page=1',
        '/xmlsitemap.php?type=products&amp;page=1',
      ),
      '/xmlsitemap.php?type=products&page=1': urlset('/green-tea/'),
      '/green-tea/': product('Green tea'),
    };

    expect((await collected(pages)).ids).toEqual(['/green-tea/']);
  });

  it('is found by robots.txt where it has another name', async () => {
    const pages = {
      '/robots.txt': `User-agent: *\nDisallow: /cart\nSITEMAP: ${shop}/1_index_sitemap.xml # all\nSitemap: https://elsewhere.example/s.xml`,
      '/1_index_sitemap.xml': index('/1_en_0_sitemap.xml'),
      '/1_en_0_sitemap.xml': urlset('/products/tea'),
      '/products/tea': product('Tea'),
    };

    expect((await collected(pages)).ids).toEqual(['/products/tea']);
  });

  it('may name its pages by http or without www', async () => {
    const pages = {
      '/sitemap.xml': `<urlset><url><loc>http://www.corner.example/p/tea</loc></url></urlset>`,
      '/p/tea': product('Tea'),
    };

    expect((await collected(pages)).ids).toEqual(['/p/tea']);
  });

  it('leads to no other site, whatever it names', async () => {
    const places = ['https://elsewhere.example/p/x', `${shop}//elsewhere.example/p/x`, '/p/tea'];
    const pages = { '/sitemap.xml': urlset(...places), '/p/tea': product('Tea') };

    expect(await collected(pages)).toEqual({ ids: ['/p/tea'], skipped: [] });
  });

  it('made of anything leads to pages of its own site only, or is named', async () => {
    const part = fc.constantFrom(
      '//',
      '/',
      'p',
      'x.xml',
      '..',
      '?a=',
      '#',
      'http:',
      '@',
      ' ',
      '%2f',
      '\\',
      '<',
      shop,
      'é',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(part, { maxLength: 6 })), async (places) => {
        const locs = places.map((inventory) => `<loc>${inventory.join('')}</loc>`);
        const { context } = siteOf({ '/sitemap.xml': `<urlset>${locs.join('')}` });
        const visit = startVisit(context, atOnce);
        const { products, others } = await pagesInSitemap(visit, shop, { named: 9, other: 9 }).catch(
          (thrown) => {
            expect(thrown).toBeInstanceOf(AppError);
            return { products: [], others: [] };
          },
        );

        expect([...products, ...others].filter((key) => new URL(key, shop).origin !== shop)).toEqual([]);
      }),
    );
  });

  it('whose paths give nothing is read page by page, and what shows no product is named', async () => {
    const pages = {
      '/sitemap.xml': urlset('/', '/teas/', '/green-tea.html', '/blog/first'),
      '/teas/': front,
      '/green-tea.html': product('Green tea'),
    };
    const { context } = siteOf(pages);

    expect(await collector.recognise(seenAt('/'), context)).toMatchObject({ confidence: 30, scope: 'shop' });
    expect(await collected(pages)).toEqual({ ids: ['/green-tea.html'], skipped: [`${shop}/teas/`] });
  });
});
