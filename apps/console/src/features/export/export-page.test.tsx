// @vitest-environment happy-dom
import { listExportSchedules } from '@bowerbird/contract/exports/schedules';
import { listExportTemplates } from '@bowerbird/contract/exports/templates';
import { listExportFiles, previewExport, startExport } from '@bowerbird/contract/products/export';
import { queryProducts } from '@bowerbird/contract/products/products';
import type { Run } from '@bowerbird/contract/runs';
import { getRun } from '@bowerbird/contract/runs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, showPage } from '../../testing/signed-in-page.tsx';
import ExportPage from './export-page.tsx';

const id = '0199aaaa-0000-7000-8000-0000000000a1';
const runId = '0199aaaa-0000-7000-8000-0000000000c1';
const handed = { selection: { filter: { tags: ['autumn'] }, except: [id] }, count: 12_407 };

const run: Run = {
  id: runId,
  kind: 'export',
  state: 'running',
  title: 'products.csv',
  done: 100,
  total: 12_407,
  failed: 0,
  secondsLeft: 3,
  fault: null,
  goesOnAt: null,
  createdBy: null,
  createdAt: '2026-11-18T08:00:00Z',
  startedAt: '2026-11-18T08:00:00Z',
  endedAt: null,
  version: 1,
  exportFileId: null,
};

let api: FakeApi;
let page: ShownPage | null = null;

beforeEach(() => {
  sessionStorage.clear();
  api = new FakeApi();
  api.answer(queryProducts, {
    items: [],
    total: 500,
    totalIsEstimate: false,
    nextCursor: null,
    milliseconds: 1,
  });
  api.answer(listExportFiles, { items: [], total: 0, totalIsEstimate: false, nextCursor: null });
  api.answer(getRun, run);
  api.answer(listExportTemplates, []);
  api.answer(listExportSchedules, []);
  api.answer(previewExport, {
    products: 12_407,
    columns: ['URL handle', 'Title'],
    kinds: ['csv'],
    bytesMax: 15_728_640,
    rowsMax: null,
    header: ['URL handle', 'Title'],
    rows: [['lamp', 'Lamp, 12" tall']],
    notices: [
      { what: 'no-price', products: 7, titles: ['Lamp', 'Mug'] },
      { what: 'price-tiers', products: 3, titles: [] },
    ],
  });
});
afterEach(() => page?.close());

const show = async () => {
  page = await showPage(api, <ExportPage />, '/products/export', '/products/export');
};

describe('exporting', () => {
  it('takes the selection that was handed over, in the form that was chosen', async () => {
    sessionStorage.setItem('bowerbird.selection', JSON.stringify(handed));
    api.answer(startExport, { runId });
    await show();

    await says('所选的 12,407 件');
    await press(document.querySelector<HTMLElement>('input[value="shopify-new"]') ?? document.body);
    await press(button('导出 12,407 件'));

    await says('正在生成：products.csv');
    expect(api.bodiesOf(startExport)).toEqual([{ format: 'shopify-new', selection: handed.selection }]);
  });

  it('shows a cell as the file writes it, what is left out, and what the form cannot carry', async () => {
    await show();

    await says('"Lamp, 12"" tall"');
    await says('未写入：所有规格都没有价格');
    await says('Lamp · Mug 等，另有 5 件');
    await says('阶梯价');
    expect(api.bodiesOf(previewExport)).toEqual([
      { format: 'shopify', selection: { filter: {}, except: [] } },
    ]);
  });

  it('asks for the file as it was chosen, and forgets that with another format', async () => {
    api.answer(startExport, { runId });
    await show();

    await says('供 Excel 打开：阻止公式运行');
    await press(document.querySelector<HTMLElement>('.export-file .ant-checkbox-input') ?? document.body);
    await press(button('导出 12,407 件'));
    await press(document.querySelector<HTMLElement>('input[value="woocommerce"]') ?? document.body);
    await press(button('导出 12,407 件'));

    const selection = { filter: {}, except: [] };
    expect(api.bodiesOf(startExport)).toEqual([
      { format: 'shopify', selection, protectFormulas: true },
      { format: 'woocommerce', selection },
    ]);
  });

  it('adds the columns by which an edited file comes back to a kind that the platform does not import', async () => {
    api.answer(startExport, { runId });
    await show();

    await says('回导列：Bowerbird ID 和货源 ID');
    await press(document.querySelector<HTMLElement>('input[value="xlsx"]') ?? document.body);
    await press(button('导出 12,407 件'));
    await press(document.querySelector<HTMLElement>('input[value="csv"]') ?? document.body);
    await press(button('导出 12,407 件'));

    const selection = { filter: {}, except: [] };
    expect(api.bodiesOf(startExport)).toEqual([
      { format: 'shopify', selection, kind: 'xlsx', idColumns: true },
      { format: 'shopify', selection },
    ]);
  });

  it('ignores a selection that cannot be read', async () => {
    sessionStorage.setItem('bowerbird.selection', '{"selection":{"ids":["not-an-id"]},"count":1}');
    await show();

    await says('全部 500 件');
    expect(document.querySelector('input[value="selection"]')).toBeNull();
  });
});
