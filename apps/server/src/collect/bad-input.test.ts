import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CollectRun } from '@bowerbird/contract/collect/collect';
import { platforms } from '@bowerbird/platforms/all';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import type { Fault } from '@bowerbird/simulators/simulation-faults';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { guardedFetch } from '../fetch/guarded-fetch.ts';
import { serveSimulators } from '../simulator/serve.ts';
import { collectTests } from './testing.ts';

const { db } = await testDatabase();
const tests = await collectTests(db, platforms);
const shop = createShopifyShop({ name: 'glade-home', products: { count: 600 } });
const served = await serveSimulators([shop]);
const garden = createServer(({ url }, reply) => {
  reply.statusCode = url === '/' ? 200 : 404;
  reply.end('<html><h1>My garden</h1></html>');
});
await new Promise<void>((listening) => garden.listen(0, '127.0.0.1', listening));
const gardenPort = (garden.address() as AddressInfo).port;
const fetch = guardedFetch({
  allowedPrivateHosts: [`127.0.0.1:${gardenPort}`],
  simulatorPort: served.port,
  resolveHost: async () => [],
});
afterAll(async () => {
  await fetch.close();
  await served.close();
  garden.close();
});
beforeEach(() => shop.faults.clear());

const address = `${served.address('glade-home')}/`;
const collect = (from: string, scope: 'shop' | 'product' = 'shop') => tests.collect(from, scope, { fetch });

/** Collects the shop while these faults are injected. */
function collectWith(...faults: Fault[]): Promise<CollectRun> {
  shop.faults.add(...faults);
  return collect(address);
}

describe('an address', () => {
  it.each([
    'a mug, blue',
    'https://',
    'ftp://shop.example/',
    'javascript:alert(1)',
    'https://ann:pw@shop.example/',
  ])('that is none is refused before a run is made of it: %s', async (pasted) => {
    const answer = await tests.send('POST', '/collect/runs', {
      platform: 'shopify',
      scope: 'shop',
      addresses: [pasted],
    });

    expect(answer).toMatchObject({ status: 422, body: { code: 'address.invalid' } });
  });

  it('of an unknown host ends the run by that name', async () => {
    const { run, certificate } = await collect('https://nobody-has-this-name.example/');

    expect(run).toMatchObject({
      state: 'failed',
      fault: { code: 'address.host-not-found', params: { host: 'nobody-has-this-name.example' } },
    });
    expect(certificate).toMatchObject({ complete: false, got: 0 });
  });

  it.each([
    'http://10.0.0.8/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]:8000/',
    'http://localhost:8001/',
  ])('on a private network is not asked: %s', async (from) => {
    const { run, figures } = await collect(from);

    expect(run).toMatchObject({ state: 'failed', fault: { code: 'address.private' } });
    expect(figures.got).toBe(0);
  });

  it('of a host that is no shop ends the run by that name', async () => {
    const { run } = await collect(`http://127.0.0.1:${gardenPort}/`);

    expect(run).toMatchObject({ state: 'failed', fault: { code: 'address.no-shop' } });
  });
});

describe('a shop', () => {
  it('that dies in the middle keeps what came, says why, and is collected to the end once it lives again', {
    tags: ['slow'],
  }, async () => {
    const broken = await collectWith({ kind: 'dies', value: 8 });
    shop.faults.clear();
    const whole = await tests.retry(broken.run.id, { fetch });

    expect(broken.run).toMatchObject({ state: 'partial', fault: { code: 'address.unreachable' } });
    expect(broken.figures.got).toBeGreaterThan(0);
    expect(broken.figures.got).toBeLessThan(600);
    expect(whole.certificate).toMatchObject({ complete: true, promised: 600, got: 600 });
  });

  const closedFeeds: [string, Fault, string][] = [
    ['answers with a page of errors and status 200', { kind: 'html' }, 'source.not-json'],
    ['sends 50 MB of JSON', { kind: 'huge', value: 50_000_000 }, 'source.answer-too-large'],
  ];

  it.each(closedFeeds)(
    'whose feed %s is read by its sitemap and pages',
    { tags: ['slow'] },
    async (_what, fault) => {
      const { run, ways, certificate } = await collectWith(fault);

      expect(run).toMatchObject({ state: 'complete', fault: null });
      expect(ways).toContainEqual(expect.objectContaining({ way: 'feed', state: 'refused' }));
      expect(certificate).toMatchObject({ complete: true, promised: 600, got: 600 });
    },
  );

  it.each(closedFeeds)(
    'whose feed %s and which has no sitemap is told by that name',
    { tags: ['slow'] },
    async (_what, fault, code) => {
      const { run, figures } = await collectWith(fault, {
        kind: 'status',
        value: 404,
        matching: '/sitemap',
        count: null,
      });

      expect(run).toMatchObject({ state: 'failed', fault: { code } });
      expect(figures.got).toBe(0);
    },
  );

  it.each([null, 300])(
    'that gives its first page again and again comes to an end (it promises %s)',
    async (promised) => {
      const stuck = feedShop(300, { promised });
      let requested = 0;
      const run = await tests.collect(`https://stuck-${promised}.example/`, 'shop', {
        fetch: (input, init) => {
          const url = new URL(String(input));
          url.searchParams.delete('page');
          requested += 1;
          return requested > 2000
            ? Promise.reject(new Error('asked without end'))
            : /collections\.json$/.test(url.pathname)
              ? Promise.resolve(Response.json({ collections: [{ id: 1, handle: 'all', title: 'All' }] }))
              : stuck.fetch(url, init);
        },
      });

      expect(run.figures.got).toBe(250);
      expect(run.run.state).toBe('partial');
      expect(requested).toBeLessThan(50);
    },
  );

  it('that sends bytes which are no UTF-8 loses those bytes and no product', { tags: ['slow'] }, async () => {
    const { run, figures } = await collectWith({ kind: 'bad-text' });

    expect(figures.got).toBe(600);
    expect(run.state).toBe('complete');
    expect((await tests.rows({ text: '\ufffd' })).length).toBeGreaterThan(0);
  });

  it('with odd products gives them whole; one without a price is a draft, those with an unreadable one are named', {
    tags: ['slow'],
  }, async () => {
    const { certificate, figures } = await collectWith({ kind: 'odd-products' });
    const named = certificate?.skipped.map(({ address: at, code }) => [new URL(at).pathname, code]);
    const [variants] = await tests.rows({ text: 'many variants' });
    const [description] = await tests.rows({ text: 'huge description' });
    const [unpriced] = await tests.rows({ text: 'price empty' });
    const detail = (await tests.get(`/collect/results/${description?.id}`)) as {
      product: { descriptionHtml: string };
    };

    expect(named?.sort()).toEqual([
      ['/products/price-below-zero', 'source.price-unreadable'],
      ['/products/price-with-a-comma', 'source.price-unreadable'],
      ['/products/price-with-an-exponent', 'source.price-unreadable'],
    ]);
    expect(figures).toMatchObject({ got: 608, skipped: 3 });
    expect(unpriced).toMatchObject({ price: null, priceMax: null });
    expect(await tests.get(`/collect/results/${unpriced?.id}`)).toMatchObject({
      product: { status: 'draft', variants: [{ price: null }] },
    });
    expect(certificate?.complete).toBe(false);
    expect(variants?.variantCount).toBe(2048);
    expect(detail.product.descriptionHtml.length).toBeGreaterThan(1_000_000);
  });
});
