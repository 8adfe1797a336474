// @vitest-environment happy-dom
import { recogniseAddresses } from '@bowerbird/contract/collect/collect';
import { listPlatforms } from '@bowerbird/contract/collect/platforms';
import { listConflicts } from '@bowerbird/contract/collect/recollect';
import type { Alert, Watch } from '@bowerbird/contract/collect/watches';
import {
  changeWatch,
  createWatch,
  deleteWatch,
  listAlerts,
  listWatches,
  readAlerts,
  runWatch,
} from '@bowerbird/contract/collect/watches';
import { AppError } from '@bowerbird/contract/errors';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import {
  button,
  FakeApi,
  press,
  pressReady,
  says,
  settled,
  showPage,
} from '../../testing/signed-in-page.tsx';
import WatchesPage from './watches-page.tsx';

const id = '01a1fa4b-ed99-77c5-9e76-6c0f037de7f1';
const runId = '01a1fa4b-ed99-77c5-9e76-6c0f037de7f2';
const at = '2026-11-18T09:31:00Z';
const watch: Watch = {
  id,
  name: 'Glade Home 新品',
  everyHours: 24,
  hour: 9,
  timeZone: 'Asia/Shanghai',
  alerts: { pricePercent: 5, stock: true, gone: true },
  target: {
    kind: 'addresses',
    platform: 'shopify',
    scope: 'category',
    addresses: ['https://glade-home.example/collections/new'],
  },
  shop: 'glade-home.example',
  on: true,
  nextAt: at,
  lastRun: { id: runId, state: 'complete', at },
  alertCount: 1,
  createdAt: at,
};
const cheaper: Alert = {
  id: '01a1fa4b-ed99-77c5-9e76-6c0f037de7a1',
  kind: 'price-down',
  productId: '01a1fa4b-ed99-77c5-9e76-6c0f037de701',
  title: '亚麻罩台灯',
  imageUrl: null,
  platform: 'shopify',
  shop: 'glade-home.example',
  url: 'https://glade-home.example/products/lamp',
  before: '40.00',
  after: '30.00',
  currency: 'USD',
  fault: null,
  watchId: id,
  runId,
  at,
  readAt: null,
};

const requested = {
  id: 'shopify',
  name: 'Shopify',
  letters: 'Sf',
  hue: '#2C6E3B',
  collects: true,
  searches: true,
  lists: true,
  connections: [],
  access: [],
  supportsStockRequests: true,
};

/** The checkbox that requests inventory. */
function stockBox(): HTMLElement {
  const label = [...document.querySelectorAll('label')].find((each) =>
    each.textContent?.includes('读取库存数量'),
  );
  return label?.querySelector('input') ?? document.body;
}

let api: FakeApi;
let page: ShownPage;
let watches: Watch[];
let alerts: Alert[];

beforeEach(() => {
  api = new FakeApi();
  watches = [watch];
  alerts = [cheaper];
  api.answer(listWatches, () => watches);
  api.answer(listConflicts, {
    items: [],
    total: 0,
    totalIsEstimate: false,
    nextCursor: null,
    fields: [{ field: 'title', count: 3 }],
    shops: [],
    edits: [],
  });
  api.answer(listAlerts, () => ({
    items: alerts,
    total: alerts.length,
    totalIsEstimate: false,
    nextCursor: null,
    unread: { 'price-down': alerts.filter(({ readAt }) => readAt === null).length },
  }));
});
afterEach(() => page.close());

async function show(path = '/collect/watches') {
  page = await showPage(api, <WatchesPage />, path, '/collect/watches');
}

describe('watches', () => {
  it('say what is read, how often, when next and how it went', async () => {
    await show();
    await says('Glade Home 新品');
    for (const words of ['glade-home.example/collections/new', '每天 09:00', '完成', '1 条新提醒']) {
      expect(document.body.textContent).toContain(words);
    }
  });

  it('lead to everything that reading again left to decide', async () => {
    await show();
    await says('处理 3 处');
    const link = [...document.querySelectorAll('a')].find((each) => each.textContent === '处理 3 处');
    expect(link?.getAttribute('href')).toBe('/collect/merge/all');
  });

  it('are set up from an address that is recognised', async () => {
    watches = [];
    api.answer(recogniseAddresses, {
      results: [
        {
          address: 'https://glade-home.example/collections/new',
          candidates: [
            {
              platform: 'shopify',
              confidence: 98,
              evidence: [],
              scope: 'category',
              promised: 500,
              sample: [],
            },
          ],
          fault: null,
        },
      ],
    });
    api.answer(createWatch, () => {
      watches = [watch];
      return watch;
    });
    await show('/collect/watches?address=https%3A%2F%2Fglade-home.example%2Fcollections%2Fnew');
    await says('这个分类');
    await pressReady('保存');
    await says('监控“Glade Home 新品”已建立。');
    expect(api.bodiesOf(createWatch)).toMatchObject([
      {
        name: 'glade-home.example',
        everyHours: 24,
        alerts: { pricePercent: 5, stock: true, gone: true },
        target: {
          kind: 'addresses',
          platform: 'shopify',
          scope: 'category',
          addresses: ['https://glade-home.example/collections/new'],
        },
      },
    ]);
  });

  it('ask for stock where the merchant wants it, and keep that when they are changed', async () => {
    api.answer(listPlatforms, [requested]);
    api.answer(changeWatch, watch);
    await show();
    await says('Glade Home 新品');
    await press(button('“Glade Home 新品”的更多操作'));
    await settled(() => expect(document.querySelector('.ant-dropdown-menu-item')).not.toBeNull());
    await act(async () => document.querySelector<HTMLElement>('.ant-dropdown-menu-item')?.click());
    await says('读取库存数量');
    await press(stockBox());
    await pressReady('保存');

    await settled(() =>
      expect(api.bodiesOf(changeWatch)).toMatchObject([{ stock: true, alerts: { stock: true } }]),
    );
  });

  it('ask for what to watch before anything is sent', async () => {
    watches = [];
    await show('/collect/watches?new');
    await says('提醒条件');
    await pressReady('保存');
    await says('请先选择要监控什么。');
    await says('请给监控起个名称。');
    expect(api.bodiesOf(createWatch)).toEqual([]);
  });

  it('go off at once, and on again where the server refuses', async () => {
    api.answer(changeWatch, () => {
      throw new AppError('owner.frozen', '', {});
    });
    await show();
    await says('Glade Home 新品');
    const toggle = document.querySelector<HTMLElement>('[role="switch"]');
    await act(async () => toggle?.click());
    await settled(() => expect(toggle?.getAttribute('aria-checked')).toBe('true'));
    expect(api.bodiesOf(changeWatch)).toMatchObject([{ on: false, name: 'Glade Home 新品' }]);
  });

  it('are read now, with the way to the run', async () => {
    api.answer(runWatch, { runId });
    await show();
    await pressReady('立即采集');
    await says('正在采集“Glade Home 新品”。');
    await pressReady('查看');
    expect(page.opened).toEqual([`/profile/basic/${runId}`]);
  });

  it('report the next time by the clock they are set to, and name that clock', async () => {
    watches = [{ ...watch, timeZone: 'Pacific/Kiritimati', nextAt: '2026-11-17T19:00:00Z' }];
    await show();
    await says('每天 09:00（');
    expect(document.body.textContent).toContain('下次 11-18 09:00');
  });

  it('go only after a question', async () => {
    api.answer(deleteWatch, () => {
      watches = [];
      return { deleted: true as const };
    });
    await show();
    await says('Glade Home 新品');
    await press(button('“Glade Home 新品”的更多操作'));
    await settled(() => expect(document.querySelector('.ant-dropdown-menu-item-danger')).not.toBeNull());
    await act(async () => document.querySelector<HTMLElement>('.ant-dropdown-menu-item-danger')?.click());
    await says('删除监控“Glade Home 新品”？');
    await act(async () => document.querySelector<HTMLElement>('.ant-modal .ant-btn-dangerous')?.click());
    await says('还没有监控。');
  });
});

describe('alerts', () => {
  it('report what moved and by how much, and are marked as read at once', async () => {
    api.answer(readAlerts, () => {
      alerts = alerts.map((alert) => ({ ...alert, readAt: at }));
      return { read: 1 };
    });
    await show('/collect/watches?tab=alerts');
    await says('亚麻罩台灯');
    for (const words of ['降价', '$40.00', '$30.00', '降 25.0%']) {
      expect(document.body.textContent).toContain(words);
    }
    await press(button('把“亚麻罩台灯”标为已读'));
    await settled(() => expect(document.querySelector('.alert-row.unread')).toBeNull());
    expect(api.bodiesOf(readAlerts)).toEqual([{ ids: [cheaper.id] }]);
  });

  it('are all marked as read up to the newest that was seen', async () => {
    api.answer(readAlerts, { read: 1 });
    await show('/collect/watches?tab=alerts');
    await says('亚麻罩台灯');
    await press(button('全部标为已读'));
    await settled(() => expect(api.bodiesOf(readAlerts)).toEqual([{ upTo: at }]));
  });
});
