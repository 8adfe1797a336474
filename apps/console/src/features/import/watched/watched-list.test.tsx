// @vitest-environment happy-dom

import { firstRule } from '@bowerbird/contract/collect/claim-rule';
import { AppError } from '@bowerbird/contract/errors';
import {
  type FileSourceItem,
  listFileSources,
  listImports,
  setFileSourceClaim,
} from '@bowerbird/contract/files/imports';
import {
  changeWatchedFile,
  createWatchedFile,
  deleteWatchedFile,
  listWatchedFiles,
  lookAtWatchedFile,
  type WatchedFile,
} from '@bowerbird/contract/files/watched';
import { listSavedItems, type SavedItem } from '@bowerbird/contract/products/saved-items';
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { button, FakeApi, press, type ShownPage, says, showPage } from '../../../testing/signed-in-page.tsx';
import ImportPage from '../import-page.tsx';

const source = '01a1fa4b-ed99-77c5-9e76-6c0f037de7c1';
const runId = '01a1fa4b-ed99-77c5-9e76-6c0f037de7f2';
const at = '2026-11-18T06:00:00Z';
const watched: WatchedFile = {
  id: '01a1fa4b-ed99-77c5-9e76-6c0f037de7f1',
  source: { id: source, name: '义乌灯饰厂', claim: null },
  where: { kind: 'address', shown: 'https://•••@feeds.example/lamps.csv?token=•••' },
  everyHours: 24,
  hour: 6,
  timeZone: 'Asia/Shanghai',
  applies: true,
  whole: true,
  on: true,
  nextAt: at,
  isLooking: false,
  lastLook: { at, outcome: 'imported' },
  fault: null,
  lastImport: {
    id: runId,
    state: 'checked',
    fileName: 'lamps.csv',
    products: 120,
    faults: 3,
    heldBecause: { code: 'import.watch-errors', params: { count: 3 } },
    at,
  },
  createdAt: at,
};
const supplier: FileSourceItem = {
  id: source,
  name: '义乌灯饰厂',
  key: 'sku',
  dialect: { encoding: null, separator: null },
  mapping: {
    version: 1,
    sheet: null,
    headerRow: null,
    products: { by: 'format', format: 'shopify' },
    remedies: [],
  },
  claim: null,
  imports: 1,
  products: 120,
  lastImportAt: at,
};
const double: SavedItem = {
  id: '01a1fa4b-ed99-77c5-9e76-6c0f037de7d1',
  name: '加价两倍',
  shared: true,
  mine: false,
  by: '王敏',
  content: { kind: 'claim-rule', fields: { ...firstRule, kind: 'from-cost', factor: '2', ending: '.99' } },
  updatedAt: at,
};
const edits = [{ kind: 'price-from-cost' as const, by: '2', ending: { to: '.99' } }];
const page = { total: 1, totalIsEstimate: false, nextCursor: null };

let api: FakeApi;
let shown: ShownPage;
let items: WatchedFile[];
let suppliers: FileSourceItem[];

beforeEach(() => {
  api = new FakeApi();
  items = [watched];
  suppliers = [supplier];
  api.answer(listImports, {
    ...page,
    items: [
      {
        id: runId,
        state: 'checked',
        as: 'source',
        fileName: 'lamps.csv',
        sourceName: supplier.name,
        products: 120,
        faults: 3,
        outcomes: { imported: 0, edited: 0, unchanged: 0, rejected: 0, 'left-out': 0 },
        editSetId: null,
        undoable: false,
        createdAt: at,
        createdBy: null,
      },
    ],
  });
  api.answer(listFileSources, () => ({ ...page, items: suppliers }));
  api.answer(listSavedItems, [double]);
  api.answer(listWatchedFiles, () => ({ items, folders: ['/srv/feeds'] }));
});
afterEach(() => shown.close());

async function show(list = 'watched') {
  shown = await showPage(api, <ImportPage />, `/products/import?list=${list}`, '/products/import');
}

function field(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find((each) => each.textContent?.includes(label));
  return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement;
}

/** Opens the choices of a field and takes one. */
async function choose(label: string, choice: string) {
  await act(async () => {
    field(label).dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  });
  await press(
    document.querySelector<HTMLElement>(`.ant-select-item-option[title="${choice}"]`) ?? document.body,
  );
}

async function type(into: HTMLInputElement, value: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(into, value);
    into.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

it('says whose file it is, where, when, and that the last one waits with its errors', async () => {
  await show();
  await says('义乌灯饰厂');
  for (const words of ['feeds.example/lamps.csv?token=•••', '每天 06:00', '有新文件', '3 处错误，待处理']) {
    expect(document.body.textContent).toContain(words);
  }
  const link = [...document.querySelectorAll('a')].find((each) => each.textContent?.includes('3 处错误'));
  expect(link?.getAttribute('href')).toBe(`/products/import/${runId}`);
});

it('says why the last look failed', async () => {
  items = [
    {
      ...watched,
      lastLook: { at, outcome: 'failed' },
      fault: { code: 'import.watch-not-found', params: { host: 'feeds.example' } },
    },
  ];
  await show();
  await says('feeds.example 上已找不到这个文件');
});

it('is paused, looked at now and deleted', async () => {
  api.answer(changeWatchedFile, () => ({ ...watched, on: false, nextAt: null }));
  api.answer(lookAtWatchedFile, () => ({ ...watched, isLooking: true }));
  api.answer(deleteWatchedFile, { deleted: true });
  await show();
  const { everyHours, hour, timeZone, applies, whole } = watched;

  await says('义乌灯饰厂');
  await press(document.querySelector('[role=switch]') as HTMLElement);
  await press(button('立即检查'));

  expect(api.bodiesOf(changeWatchedFile)).toEqual([
    { everyHours, hour, timeZone, applies, whole, on: false },
  ]);
  expect(api.requested.map(({ call }) => call)).toContain('POST /imports/watched/:id/look');
  await says('正在检查“义乌灯饰厂”的新文件');
});

it('teaches what it is for where there is none, and how it begins without a supplier', async () => {
  items = [];
  await show();
  await says('让供应商的表格自动进来');
  expect(button('新建定时导入')).toBeTruthy();
  await shown.close();

  suppliers = [];
  await show();
  await says('请先手动导入一次');
});

it('is created for the only supplier with its address; without one, the form says so', async () => {
  items = [];
  api.answer(createWatchedFile, () => {
    throw new AppError('import.watch-insecure', '');
  });
  await show();
  await says('让供应商的表格自动进来');
  await press(button('新建定时导入'));
  await press(button('保存'));
  await says('请填写文件网址');
  expect(api.bodiesOf(createWatchedFile)).toEqual([]);

  await type(field('文件网址'), ' http://feeds.example/a.csv ');
  await press(button('保存'));

  expect(api.bodiesOf(createWatchedFile)).toMatchObject([
    {
      sourceId: source,
      where: { kind: 'address', address: 'http://feeds.example/a.csv' },
      applies: false,
      whole: true,
    },
  ]);
  await says('这个网址没有加密');
});

it('says with which rule new products are claimed, and leaves the rule alone when it is paused', async () => {
  items = [{ ...watched, source: { ...watched.source, claim: { name: '加价两倍', edits } } }];
  api.answer(changeWatchedFile, () => ({ ...watched, on: false, nextAt: null }));
  await show();
  await says('新商品 · 用「加价两倍」自动认领');
  await press(document.querySelector('[role=switch]') as HTMLElement);

  expect(api.bodiesOf(changeWatchedFile)[0]).not.toHaveProperty('claim');
});

it('is created with a colleague’s saved rule for what is new; at first nothing is claimed', async () => {
  items = [];
  api.answer(createWatchedFile, () => watched);
  await show();
  await says('让供应商的表格自动进来');
  await press(button('新建定时导入'));
  await says('留在采集箱');
  await type(field('文件网址'), 'https://feeds.example/a.csv');
  await says('文件中首次出现');
  await choose('新商品', '用「加价两倍」自动认领');
  await press(button('保存'));

  expect(api.bodiesOf(createWatchedFile)).toMatchObject([{ claim: { name: '加价两倍', edits } }]);
});

it('a supplier gets the rule for new products from its row, which then says so', async () => {
  api.answer(setFileSourceClaim, () => {
    suppliers = [{ ...supplier, claim: { name: null, edits: [] } }];
    return supplier;
  });
  await show('imports');
  await says('导入记录');
  const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
  await press(tabs.find(({ textContent }) => textContent?.startsWith('供应商')) ?? document.body);
  await says('新商品…');
  await press(button('新商品…'));
  await says('义乌灯饰厂 的新商品');
  await choose('新商品', '原样自动认领');
  await press(button('保存'));

  await says('新商品 · 原样自动认领');
  expect(api.bodiesOf(setFileSourceClaim)).toEqual([{ claim: { name: null, edits: [] } }]);
});

it('says where rules are made to a merchant who has saved none, and only then', async () => {
  api.answer(listSavedItems, []);
  items = [];
  await show();
  await says('让供应商的表格自动进来');
  await press(button('新建定时导入'));
  await says('还没有保存认领规则');
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === '去采集箱');

  expect(link?.getAttribute('href')).toBe('/collect/results');
  expect(document.body.textContent).not.toContain('文件中首次出现');
});
