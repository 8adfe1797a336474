import { describeCollector } from '../../testing/collector-suite.ts';
import type { Exchange } from '../../testing/replay.ts';
import { alibaba } from '../index.ts';

const shop = 'https://pottery.en.alibaba.com';
const market = 'https://www.alibaba.com';
const ids = [1, 2, 3, 4, 5, 6].map((at) => 1600000000000 + at);

const list = (page: number, shown: number[]): Exchange => ({
  request: `${shop}/productlist${page === 1 ? '' : `-${page}`}.html`,
  body: `<script>window.__page__data_sse10 = {};window.__page__data_sse10._offer_list = ${JSON.stringify({
    offerResultData: {
      offers: shown.map((productId) => ({ productId, title: `Pot ${productId}`, price: '$4.50' })),
      totalCount: ids.length,
    },
  })};</script>`,
});
const page = (productId: number, price: object): Exchange => ({
  request: `${market}/product-detail/x_${productId}.html`,
  body: `<script>window.detailData = ${JSON.stringify({ globalData: { product: { productId, subject: `Pot ${productId}`, price } } })};</script>`,
});
const description = (id: number): Exchange => ({
  request: `${market}/event/app/mainAction/desc.htm?detailId=${id}&language=en`,
  body: { data: { productHtmlDescription: '<p>Fine.</p>' } },
});
const priced = { productLadderPrices: [{ min: 1, max: -1, dollarPrice: 4.5 }] };
const first = list(1, ids.slice(0, 2));

describeCollector(alibaba, {
  shop,
  recording: [
    { request: `${shop}/robots.txt`, body: 'User-agent: *' },
    { request: `${market}/robots.txt`, body: 'User-agent: *' },
    first,
    list(2, ids.slice(2, 4)),
    list(3, ids.slice(4)),
    list(4, []),
    ...ids.slice(1).flatMap((id) => [page(id, priced), description(id)]),
    page(ids[0] ?? 0, { productLadderPrices: [{ min: 1, max: -1, dollarPrice: '4,50' }] }),
  ],
  readable: 5,
  unreadable: 1,
  front: { body: '<!doctype html><title>Pottery</title>' },
  recognising: [],
  previewing: [first],
});
