// @vitest-environment happy-dom
import { getAnalysis } from '@bowerbird/contract/figures/analysis';
import { getMonitor } from '@bowerbird/contract/figures/monitor';
import { readOnBench } from '@bowerbird/contract/system/bench';
import { afterEach, expect, it, vi } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, settled, showPage, type } from '../../testing/signed-in-page.tsx';
import AnalysisPage from './analysis/analysis-page.tsx';
import BenchPage from './bench/bench-page.tsx';
import type { Analysis, BenchAnswer, Monitor } from './insight-queries.ts';
import MonitorPage from './monitor/monitor-page.tsx';

// The chart measures its space, which does not exist here.
vi.mock('../../ui/charts/trend-chart.tsx', () => ({ default: () => <div className="trend-chart" /> }));

const runId = '0199aaaa-0000-7000-8000-00000000000a';
let page: ShownPage;
afterEach(() => page.close());

const none = { total: 0, before: 0, points: [0, 0], byPlatform: [], byPlace: [] };
const nothing: Analysis = {
  step: 'day',
  points: ['2026-11-19T00:00:00.000Z', '2026-11-20T00:00:00.000Z'],
  measures: { collected: none, edited: none, exported: none, listed: none },
  productsListed: 0,
  success: [],
  reasons: [],
};
const shop = {
  key: 'shopify glade.example',
  name: 'glade.example',
  platform: 'shopify',
  total: 54,
  points: [24, 30],
};
const some: Analysis = {
  ...nothing,
  measures: {
    ...nothing.measures,
    collected: { total: 54, before: 27, points: [24, 30], byPlatform: [shop], byPlace: [shop] },
  },
  success: [
    { what: 'collected', key: 'glade.example', name: 'glade.example', platform: 'shopify', good: 54, bad: 6 },
  ],
  reasons: [{ what: 'collected', code: 'source.gone', count: 6, runId }],
};

async function showAnalysis(analysis: Analysis, query = ''): Promise<FakeApi> {
  const api = new FakeApi();
  api.answer(getAnalysis, analysis);
  page = await showPage(api, <AnalysisPage />, `/dashboard/analysis${query}`, '/dashboard/analysis');
  return api;
}

it('reports each figure with its change, and leads from a reason to the run that met it', async () => {
  await showAnalysis(some);

  await says('比上期多 100%');
  await says('54 / 60');
  await settled(() => expect(document.querySelector('.trend-chart')).not.toBeNull());
  expect(document.querySelector(`a[href="/profile/basic/${runId}"]`)?.textContent).toContain('6');
});

it('draws no chart where there is nothing to draw', async () => {
  await showAnalysis(some, '?measure=listed');

  await says('这段时间没有数据。');
  expect(document.querySelector('.trend-chart')).toBeNull();
});

it('teaches what would be here while there is nothing at all', async () => {
  await showAnalysis(nothing, '?period=year');

  await says('请先采集商品');
  button('去采集');
});

const channel: Monitor['channels'][number] = {
  what: 'store',
  key: '0199aaaa-0000-7000-8000-00000000000b',
  name: 'Aster US',
  platform: 'shopify',
  runs: 1,
  runId,
  state: 'held',
  perSecond: 0,
  limitUsed: 100,
  waiting: 12,
  goesOnAt: '2026-11-20T09:00:00.000Z',
  fault: null,
  health: 'watch',
};

it('is calm about what continues by itself, and asks for a person only where one is needed', async () => {
  const api = new FakeApi();
  const broken = { ...channel, key: 'other', name: 'Aster EU', goesOnAt: null, health: 'act' as const };
  api.answer(getMonitor, {
    at: '2026-11-20T08:00:00.000Z',
    channels: [channel, { ...broken, fault: { code: 'store.credentials-wrong', params: {} } }],
    platforms: [],
    runs: [{ kind: 'listing', state: 'held', count: 2 }],
    machine: null,
  });
  page = await showPage(api, <MonitorPage />, '/dashboard/monitor', '/dashboard/monitor');

  await says('Aster EU');
  const words = (key: string) => document.querySelector(`[data-channel="${key}"]`)?.textContent ?? '';
  expect(words(channel.key)).toContain('留意');
  expect(words(channel.key)).toContain('自动继续');
  expect(words('other')).toContain('需要您处理');
  expect(words('other')).toContain('打开我的店铺');
});

const answer: BenchAnswer = {
  at: '2026-11-20T08:00:00.000Z',
  recognition: {
    address: 'https://glade.example/',
    candidates: [
      {
        platform: 'shopify',
        confidence: 90,
        evidence: [{ sign: 'host', seen: 'glade.example', score: 50 }],
        scope: 'shop',
        promised: null,
        sample: [],
      },
    ],
    fault: null,
  },
  platform: 'shopify',
  scope: 'shop',
  way: null,
  product: null,
  fields: [],
  issues: [],
  fault: { code: 'source.gone', params: {} },
  exchanges: [
    {
      method: 'GET',
      url: 'https://glade.example/products.json',
      requestHeaders: [['accept', 'application/json']],
      status: 404,
      headers: [],
      contentType: 'text/html',
      body: '<p>gone</p>',
      cut: false,
      milliseconds: 12,
      fault: null,
    },
  ],
  moreExchanges: 0,
};

it('shows why an address was recognised though nothing could be read, and copies all of it as a case', async () => {
  const copied = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied }, onLine: true });
  const api = new FakeApi();
  api.answer(readOnBench, answer);
  page = await showPage(api, <BenchPage />, '/system/test-work', '/system/test-work');
  await type('商品、分类或整店的网址', 'https://glade.example/');
  await press(button('读取'));

  await says('没有读到商品。');
  await says('<p>gone</p>');
  await press(button('复制为 JSON 用例'));

  expect(api.bodiesOf(readOnBench)).toEqual([{ address: 'https://glade.example/' }]);
  expect(copied).toHaveBeenCalledWith(expect.stringContaining('"source.gone"'));
});
