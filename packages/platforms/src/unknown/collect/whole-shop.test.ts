import { AppError } from '@bowerbird/contract/errors';
import { expect, it } from 'vitest';
import { collectAll, contextFor } from '../../testing/collecting.ts';
import { answerOf } from '../../testing/replay.ts';
import { unknown } from '../index.ts';

const collector = unknown.collector as NonNullable<typeof unknown.collector>;
const shop = 'https://corner.example';
const wanted = { addresses: [new URL(shop)] };
const card = (at: number) => `<a href="/p/good-${at}"><img src="/g/${at}.jpg"> Good ${at}</a>`;
const product = (path: string) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: path, offers: { price: '4.00', priceCurrency: 'GBP' } })}</script>`;

/** Returns a shop without a sitemap that shows ten products per page at `/shop`, or always its first ten. */
function shopOf(products: number, { turns = true, shows = true } = {}) {
  return async (input: string | URL | Request) => {
    const url = new URL(String(input));
    if (url.pathname.startsWith('/p/')) {
      return answerOf({ body: product(url.pathname) });
    }
    if (url.pathname !== '/shop' || !shows) {
      return answerOf({ status: 404, body: '' });
    }
    const page = turns ? Number(url.searchParams.get('page') ?? 1) : 1;
    const cards = Array.from({ length: products }, (_, at) => card(at)).slice((page - 1) * 10, page * 10);
    return answerOf({
      body: `<main>${cards.join('')}<a href="https://elsewhere.example/p/x"><img src="/x.jpg"></a></main>`,
    });
  };
}

it('goes through the page of everything of a shop without a sitemap', async () => {
  const { ids, skipped } = await collectAll(collector, wanted, contextFor(shopOf(34)));

  expect([ids.length, new Set(ids).size, skipped]).toEqual([34, 34, []]);
});

it('does not call a shop whole whose page of everything never turns', async () => {
  const { ids, skipped } = await collectAll(collector, wanted, contextFor(shopOf(34, { turns: false })));

  expect(ids).toHaveLength(10);
  expect(skipped.map(({ address, failure }) => [address, failure.code])).toEqual([
    [`${shop}/shop`, 'source.feed-capped'],
  ]);
});

it('names a shop that has neither a sitemap nor such a page', async () => {
  const failure = await collectAll(collector, wanted, contextFor(shopOf(9, { shows: false }))).catch(
    AppError.from,
  );

  expect(failure).toMatchObject({ code: 'address.no-shop' });
});
