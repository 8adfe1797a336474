import { readFileSync } from 'node:fs';
import { describeCollector } from '../../testing/collector-suite.ts';
import type { Exchange } from '../../testing/replay.ts';
import { shopify } from '../index.ts';

const shop = 'https://pottery.example';
const recording: Exchange[] = JSON.parse(
  readFileSync(new URL('../fixtures/small-shop.json', import.meta.url), 'utf8'),
);
const firstPage = recording.find(({ request }) => request.endsWith('limit=250&page=1'))?.body;
const meta = recording.find(({ request }) => request.endsWith('/meta.json'))?.body;

describeCollector(shopify, {
  shop,
  recording,
  readable: 4,
  unreadable: 1,
  front: {
    headers: { 'x-shopid': '55000001' },
    body: '<!doctype html><script>Shopify.theme = {"id":1}</script>',
  },
  recognising: [],
  previewing: [
    { request: `${shop}/products.json?limit=6&page=1`, body: firstPage },
    { request: `${shop}/meta.json`, body: meta },
  ],
});
