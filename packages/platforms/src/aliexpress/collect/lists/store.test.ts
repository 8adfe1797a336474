import { AppError } from '@bowerbird/contract/errors';
import { expect, it } from 'vitest';
import type { Collector } from '../../../collecting/collector.ts';
import { collectAll, contextFor } from '../../../testing/collecting.ts';
import { describeCollector } from '../../../testing/collector-suite.ts';
import { answerOf, type Exchange } from '../../../testing/replay.ts';
import { aliexpress } from '../../index.ts';
import { answer, pretendItem } from '../../testing/pretend-item.ts';
import { storeListAddress } from './store-list.ts';

const market = 'https://www.aliexpress.com';
const store = `${market}/store/4682001`;
const seller = '231422982';
const ids = Array.from({ length: 45 }, (_, at) => String(1005002000000000 + at));
const front = `<meta name="data-spm" content="a2g0o"><title>Fern Store</title><script>window.shopPageDataApi = '';
  page = { storeId: '4682001', ownerMemberId: '${seller}' };</script><a href="/item/${ids[0]}.html">Lamp</a>`;

function item(id: string): Exchange {
  const PRODUCT_TITLE = { text: id === ids[40] ? ' ' : `Lamp ${id}` };
  const GLOBAL_DATA = { globalData: { productId: Number(id), currencyCode: 'USD' } };
  const body = `<script>mtopjsonp1(${answer(pretendItem({ PRODUCT_TITLE, GLOBAL_DATA }))})</script>`;
  return { request: `${market}/item/${id}.html`, body };
}

function facts(page: number): Exchange {
  const address = storeListAddress(market, seller, page);
  const Data = ids.slice((page - 1) * 30, page * 30).map((id) => ({ id: Number(id), subject: 'Lamp' }));
  return {
    request: address.href,
    body: `jsonp_1(${JSON.stringify({ Result: { Products: { Data, totalPage: 2 } } })})`,
  };
}

const view = new URL(storeListAddress(market, seller, 1)).origin;

describeCollector(aliexpress, {
  shop: store,
  recording: [
    { request: `${market}/robots.txt`, body: 'User-agent: *\nDisallow: /cart' },
    { request: store, body: front },
    { request: `${view}/robots.txt`, body: '' },
    facts(1),
    facts(2),
    ...ids.map(item),
  ],
  readable: 44,
  unreadable: 1,
  front: { body: front },
  recognising: [],
  previewing: [{ request: store, body: front }, item(ids[0] ?? '')],
});

it('says of a store whose products only a browser sees that its page is not understood', async () => {
  const fetch = async () => answerOf({ body: '<title>Fern Store</title>' });
  const collector = aliexpress.collector as Collector;

  const failure = await collectAll(collector, { addresses: [new URL(store)] }, contextFor(fetch)).catch(
    AppError.from,
  );

  expect(failure).toMatchObject({ code: 'source.page-not-understood', params: { reason: 'no-payload' } });
});
