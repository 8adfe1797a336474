import { describe, expect, it } from 'vitest';
import type { Fault } from '../../simulation-faults.ts';
import { createShoplineStore } from './shop-store.ts';

const api = 'http://practice.localhost:8901/admin/openapi/v20251201/';

function openStore(faults: readonly Fault[] = [], now = () => Date.UTC(2026, 10, 20)) {
  const outside = { now, random: () => 0.5, sleep: async () => undefined };
  const shop = createShoplineStore({ name: 'practice', outside });
  shop.faults.add(...faults);
  const call = async (method: string, path: string, body?: object, token = shop.settings.token) => {
    const request = new Request(api + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await shop.answer(request);
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text), headers: answer.headers };
  };
  const create = (product: object) => call('POST', 'products/products.json', { product });
  return { shop, call, create };
}

const dress = { title: 'Dress', handle: 'dress', variants: [{ price: '9.5' }] };

describe('a simulated SHOPLINE store that is written to', () => {
  it('creates a draft that it tracks, unless asked otherwise', async () => {
    const { create } = openStore();

    const { status, body } = await create({ ...dress, tags: ['a', 'b'] });

    expect(status).toBe(200);
    expect(body.product).toMatchObject({
      id: expect.stringMatching(/^\d{26}$/),
      status: 'draft',
      tags: 'a, b',
      variants: [{ price: '9.50', inventory_tracker: true, inventory_policy: 'deny', inventory_quantity: 0 }],
    });
  });

  it.each([
    ['refused', [], [422, undefined]],
    ['suffixed', [{ kind: 'suffix-handle', count: null }], [200, 'dress-1']],
    ['doubled', [{ kind: 'double-handle' }], [200, 'dress']],
  ] as [string, Fault[], unknown[]][])(
    'a second handle is %s, as it was set',
    async (_, faults, expected) => {
      const { create } = openStore(faults);
      await create(dress);

      const { status, body } = await create(dress);

      expect([status, body.product?.handle]).toEqual(expected);
    },
  );

  it.each([
    ['title', { title: 'x'.repeat(256) }],
    ['title', { title: '' }],
    ['body_html', { body_html: 'x'.repeat(512 * 1024 + 1) }],
    ['subtitle', { subtitle: 'x'.repeat(401) }],
    ['images', { images: [{ src: `https://x.example/${'x'.repeat(255)}` }] }],
    ['images', { images: Array.from({ length: 503 }, () => ({ src: 'https://x.example/a.jpg' })) }],
    ['tags', { tags: Array.from({ length: 251 }, (_, at) => `t${at}`) }],
    ['options', { options: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name })) }],
    ['variants', { variants: Array.from({ length: 501 }, (_, at) => ({ option1: `c${at}` })) }],
    ['status', { status: 'published' }],
    ['variants[0].weight', { variants: [{ weight: '0' }] }],
    ['variants[0].weight_unit', { variants: [{ weight: '1', weight_unit: 'stone' }] }],
    ['variants[0].price', { variants: [{ price: 'cheap' }] }],
  ])('refuses %s beyond what it takes', async (field, changes) => {
    const { shop, create } = openStore();

    const { status, body } = await create({ ...dress, ...changes });

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(shop.view().products).toEqual([]);
  });

  it('pages by 250 with the next page in its header', async () => {
    const { call, create } = openStore();
    for (let at = 0; at < 5; at += 1) {
      await create({ ...dress, handle: `dress-${at}` });
    }

    const first = await call('GET', 'products/products.json?limit=3&order_by=created_at_asc');
    const info = /page_info=([^>&]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await call('GET', `products/products.json?limit=3&page_info=${info}`);

    expect(
      [first, second].flatMap(({ body }) => body.products.map((one: { handle: string }) => one.handle)),
    ).toEqual(['dress-0', 'dress-1', 'dress-2', 'dress-3', 'dress-4']);
    expect(second.headers.get('link')).toBeNull();
    expect(await call('GET', 'products/products.json?limit=251')).toMatchObject({ status: 400 });
  });

  it('takes 40 at once and 4 a second', async () => {
    let now = Date.UTC(2026, 10, 20);
    const { call } = openStore([], () => now);
    const statuses = async (count: number) => {
      const all = [];
      for (let at = 0; at < count; at += 1) {
        all.push((await call('GET', 'products/count.json')).status);
      }
      return all.filter((status) => status === 200).length;
    };

    expect(await statuses(45)).toBe(40);
    now += 1000;
    expect(await statuses(10)).toBe(4);
  });

  it('lets nobody in without its token, and nobody further than the token’s rights', async () => {
    const { call } = openStore([{ kind: 'scope-missing', value: 'write_inventory' }]);

    expect(await call('GET', 'products/count.json', undefined, 'wrong')).toMatchObject({ status: 401 });
    expect(await call('POST', 'inventory_levels/set.json', { inventory_item_id: '1' })).toMatchObject({
      status: 403,
    });
    expect(await call('GET', 'nowhere.json')).toMatchObject({ status: 404 });
  });
});
