import { AppError } from '@bowerbird/contract/errors';
import { expect, it } from 'vitest';
import type { Collector } from '../../collecting/collector.ts';
import { collectAll, contextFor } from '../../testing/collecting.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { answerOf, type Exchange, replay } from '../../testing/replay.ts';
import { aliexpress } from '../index.ts';
import { answer, pretendItem } from '../testing/pretend-item.ts';

const collector = aliexpress.collector as Collector;
const market = 'https://www.aliexpress.com';
const robots: Exchange = { request: `${market}/robots.txt`, body: 'User-agent: *\nDisallow: /cart' };
const shell = '<script>window._d_c_ = {isCSR: true}; window.runParams = {};</script>';
const captcha = '<title>Captcha Interception</title><div id="nc_1_wrapper"></div>';
const items = ['1005001111111111', '1005001111111112', '1005001111111113'] as const;

function item(id: string, modules: object = {}): Exchange {
  const result = pretendItem({
    GLOBAL_DATA: { globalData: { productId: Number(id), currencyCode: 'USD' } },
    ...modules,
  });
  return { request: `${market}/item/${id}.html`, body: `<script>mtopjsonp1(${answer(result)})</script>` };
}

function list(path: string, ids: readonly string[], pageInfo: object): Exchange {
  const content = ids.map((productId) => ({ productId, itemType: 'productV3', prices: {} }));
  const data = { data: { root: { fields: { mods: { itemList: { content } }, pageInfo } } } };
  return {
    request: `${market}${path}`,
    body: `<script>_init_data_= { data: ${JSON.stringify(data)} }</script>`,
  };
}

const category = new URL(`${market}/category/39/lights.html`);
const inCategory = [
  robots,
  list('/category/39/lights.html', items.slice(0, 2), { page: 1, pageSize: 2, totalResults: 3 }),
  item(items[0]),
  item(items[1]),
  list('/category/39/lights.html?page=2', items.slice(1), { page: 2, pageSize: 2, totalResults: 3 }),
  item(items[2]),
];

it('reads a category page by page to its end, each item once, and asks for no page behind it', async () => {
  const { fetch, unused } = replay(inCategory);

  const { ids, products, skipped } = await collectAll(
    collector,
    { scope: 'category', addresses: [category] },
    contextFor(fetch),
  );

  expect([ids, skipped, unused()]).toEqual([[...items], [], []]);
  expect(products.map(({ categories }) => categories)).toEqual(items.map(() => [['lights']]));
});

it('continues in a category where it was stopped', async () => {
  const wanted = { scope: 'category' as const, addresses: [category] };
  const before = await collectAll(collector, wanted, contextFor(replay(inCategory).fetch), { batches: 1 });
  const after = await collectAll(collector, wanted, contextFor(replay(inCategory, { again: true }).fetch), {
    before,
  });

  expect([...before.ids, ...after.ids]).toEqual([...items]);
});

it('asks the marketplace no faster than once in three seconds, whatever was wished for', async () => {
  const clock = fakeClock();
  const recorded = replay(inCategory);
  const times: number[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    times.push(clock.now());
    return recorded.fetch(input, init);
  };

  await collectAll(
    collector,
    { scope: 'category', addresses: [category], paceMs: 1 },
    contextFor(fetch, clock),
  );

  expect(
    times
      .slice(1)
      .map((time, at) => time - (times[at] ?? 0))
      .every((gap) => gap >= 3000),
  ).toBe(true);
});

it('collects a list of addresses in its order, and names what is filled only in a browser', async () => {
  const addresses = items.map((id) => new URL(`${market}/item/${id}.html?spm=a2g0o.x`));
  const { fetch } = replay([robots, item(items[0]), { ...item(items[1]), body: shell }, item(items[2])]);

  const { ids, skipped } = await collectAll(collector, { scope: 'list', addresses }, contextFor(fetch));

  expect(ids).toEqual([items[0], items[2]]);
  expect(skipped).toMatchObject([
    { address: `${market}/item/${items[1]}.html`, failure: { code: 'source.needs-browser' } },
  ]);
});

it('stops at a captcha that comes with status 200, and does not continue asking', async () => {
  const addresses = items.map((id) => new URL(`${market}/item/${id}.html`));
  const requested: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    requested.push(String(input));
    return answerOf({ body: requested.length === 1 ? '' : captcha });
  };

  const { ids, skipped } = await collectAll(collector, { scope: 'list', addresses }, contextFor(fetch));

  expect(ids).toEqual([]);
  expect(skipped.map(({ failure }) => failure.code)).toEqual(items.map(() => 'source.blocked-us'));
  expect(requested.length).toBeLessThanOrEqual(4);
});

it('names a redirect to the captcha, and one to the sign-in', async () => {
  for (const [place, code] of [
    [`${market}/_____tmd_____/punish?x5secdata=a&x5step=1`, 'source.blocked-us'],
    ['https://login.aliexpress.com/?return_url=a', 'source.password-protected'],
  ] as const) {
    const fetch: typeof globalThis.fetch = async () => {
      const response = answerOf({ body: '<p>' });
      Object.defineProperty(response, 'url', { value: place });
      return response;
    };
    const addresses = [new URL(`${market}/item/${items[0]}.html`)];
    const failure = await collectAll(collector, { scope: 'product', addresses }, contextFor(fetch)).catch(
      AppError.from,
    );

    expect(failure).toMatchObject({ code });
  }
});

it("fetches a description from the source's own host, and keeps the product where it is not there", async () => {
  const wanted = { scope: 'product' as const, addresses: [new URL(`${market}/item/${items[0]}.html`)] };
  const desc = (address: string) => item(items[0], { DESC: { pcDescUrl: address } });
  const cdn = 'https://aeproductsourcesite.alicdn.com';
  const traffic = [robots, desc(`${cdn}/desc.htm?key=1`), { request: `${cdn}/robots.txt`, body: '' }];
  const document = { request: `${cdn}/desc.htm?key=1`, body: '<script>x</script><p>Fern</p>' };

  const there = await collectAll(collector, wanted, contextFor(replay([...traffic, document]).fetch));
  const gone = await collectAll(
    collector,
    wanted,
    contextFor(replay([...traffic, { ...document, status: 403 }]).fetch),
  );
  const elsewhere = await collectAll(
    collector,
    wanted,
    contextFor(replay([robots, desc('https://evil.example/desc')]).fetch),
  );

  expect(there.products[0]?.descriptionHtml).toBe('<p>Fern</p>');
  expect(gone.products[0]).toMatchObject({
    descriptionHtml: '',
    extra: { aliexpress: { descriptionMissing: true } },
  });
  expect(elsewhere.products).toMatchObject([{ descriptionHtml: '' }]);
});

it("reads a store's products by the list of its seller, as a whole shop", async () => {
  const store = `${market}/store/4682001`;
  const view = 'https://shoprenderview.aliexpress.com';
  const query = (page: number) =>
    `componentKey=allitems_choice&SortType=bestmatch_sort&page=${page}&pageSize=30&country=US&site=glo&sellerId=231422982&groupId=-1&currency=USD&locale=en_US&callback=jsonp_1`;
  const facts = (page: number, ids: readonly string[]): Exchange => ({
    request: `${view}/async/execute?${query(page)}`,
    body: `jsonp_1(${JSON.stringify({ Result: { Products: { Data: ids.map((id) => ({ pcDetailUrl: `//www.aliexpress.com/item/${id}.html` })) }, totalPage: 2 } })})`,
  });
  const { fetch, unused } = replay([
    robots,
    { request: store, body: "<script>x = { ownerMemberId: '231422982' }</script>" },
    { request: `${view}/robots.txt`, body: '' },
    facts(1, items.slice(0, 2)),
    facts(2, items.slice(2)),
    ...items.map((id) => item(id)),
  ]);

  const { ids } = await collectAll(
    collector,
    { scope: 'shop', addresses: [new URL(store)] },
    contextFor(fetch),
  );

  expect([ids, unused()]).toEqual([[...items], []]);
});

it('asks a second time for a list that came without its products, then says so', async () => {
  const path = '/category/39/lights.html';
  const empty: Exchange = { request: market + path, body: shell };
  const whole = list(path, [items[0]], { page: 1, pageSize: 60, totalResults: 1 });
  const wanted = { scope: 'category' as const, addresses: [category] };

  const second = await collectAll(
    collector,
    wanted,
    contextFor(replay([robots, empty, whole, item(items[0])]).fetch),
  );
  const never = await collectAll(collector, wanted, contextFor(replay([robots, empty, empty]).fetch));

  expect(second.ids).toEqual([items[0]]);
  expect(never.skipped).toMatchObject([
    { failure: { code: 'source.needs-browser', params: { reason: 'no-payload' } } },
  ]);
});

it('takes a short link that leads to an item for that item, and for none that its page shows beside', async () => {
  const short = 'https://a.aliexpress.com/_fern';
  const own = item(items[0]);
  const fetch: typeof globalThis.fetch = async (input) => {
    const address = String(input);
    const sourceLinks = address === short;
    const response = answerOf({
      body: address.endsWith('robots.txt')
        ? ''
        : sourceLinks
          ? `<a href="/item/${items[1]}.html">`
          : own.body,
    });
    Object.defineProperty(response, 'url', { value: sourceLinks ? own.request : address });
    return response;
  };

  const { ids } = await collectAll(
    collector,
    { scope: 'list', addresses: [new URL(short)] },
    contextFor(fetch),
  );

  expect(ids).toEqual([items[0]]);
});

it.each([`${market}/`, 'https://aliexpress.ru/store/4682001'])(
  'says that %s is no shop to collect, without asking',
  async (address) => {
    const { fetch, requested } = replay([]);
    const addresses = [new URL(address)];

    const failure = await collectAll(collector, { scope: 'shop', addresses }, contextFor(fetch)).catch(
      AppError.from,
    );
    const preview = await collector.preview(new URL(address), 'shop', contextFor(fetch)).catch(AppError.from);

    expect([failure, preview]).toMatchObject([{ code: 'address.no-shop' }, { code: 'address.no-shop' }]);
    expect(requested).toEqual([]);
  },
);

it("reads the marketplace's categories, as its menu links to them", async () => {
  const menu =
    '<a href="//www.aliexpress.com/category/39/lights.html?spm=x"> <b>Lights</b> &amp; lamps </a><a href="/store/1">x</a>';
  const { fetch } = replay([robots, { request: `${market}/`, body: menu + menu }]);

  expect(await collector.categories(new URL(`${market}/`), contextFor(fetch))).toEqual([
    {
      id: '39',
      name: 'Lights & lamps',
      promised: null,
      address: `${market}/category/39/lights.html`,
      children: [],
    },
  ]);
});

it('previews a category by its list and its first item', async () => {
  const { fetch, unused } = replay(inCategory.slice(1, 3));

  expect(await collector.preview(category, 'category', contextFor(fetch))).toMatchObject({
    products: [{ source: { id: items[0] } }],
    promised: null,
  });
  expect(unused()).toEqual([]);
});
