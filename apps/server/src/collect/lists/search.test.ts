import { platforms } from '@bowerbird/platforms/all';
import { expect, it } from 'vitest';
import { feedShop } from '../../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { collectTests } from '../testing.ts';

const { db } = await testDatabase();
const tests = await collectTests(db, platforms);

/** A shop whose search finds its first products, or none; closed to robots if requested. */
function searchedShop({ closed = false } = {}) {
  const shop: ReturnType<typeof feedShop> = feedShop(9, {
    instead(url) {
      if (url.pathname === '/robots.txt' && closed) {
        return new Response('User-agent: *\nDisallow: /search');
      }
      if (url.pathname !== '/search') {
        return undefined;
      }
      const isFirst = url.searchParams.get('page') === '1';
      const found = url.searchParams.get('q') === '马克杯 & co' && isFirst ? shop.products.slice(0, 4) : [];
      const links = found.map(({ handle }, at) => `<a href="/products/${handle}?_pos=${at + 1}">x</a>`);
      return new Response(`<main>${links.join('')}</main>`);
    },
  });
  return shop;
}

const shop = 'https://mugs.example';
const requested = (words: string) => ({ platform: 'shopify', scope: 'search', addresses: [shop], words });

async function collect(words: string, source = searchedShop()) {
  const { runId } = (await tests.post('/collect/runs', requested(words))) as { runId: string };
  return await tests.work(runId, source);
}

it('collects what a shop finds for words, with a certificate', async () => {
  const run = await collect('马克杯 & co');

  expect(run).toMatchObject({
    scope: 'search',
    addresses: [`${shop}/search?type=product&q=%E9%A9%AC%E5%85%8B%E6%9D%AF+%26+co`],
    run: { state: 'complete', done: 4 },
    certificate: { complete: true, promised: 4, got: 4 },
  });
});

it('ends well with nothing, where nothing is found', async () => {
  const run = await collect('zeppelin');

  expect(run).toMatchObject({
    run: { state: 'complete', fault: null },
    certificate: { complete: true, got: 0 },
  });
});

it('says so where a search is closed to robots, and does not call that complete', async () => {
  const run = await collect('马克杯 & co', searchedShop({ closed: true }));

  expect(run.certificate).toMatchObject({
    complete: false,
    got: 0,
    skipped: [{ code: 'source.robots-forbid' }],
  });
});

it.each([
  ['words without a search', { ...requested('mug'), scope: 'shop' }],
  ['words that are none', requested('  ')],
  ['a platform without a search', { ...requested('mug'), platform: 'shopyy' }],
])('refuses %s', async (_, body) => {
  expect((await tests.send('POST', '/collect/runs', body)).status).toBe(400);
});
