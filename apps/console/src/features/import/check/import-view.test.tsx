// @vitest-environment happy-dom
import {
  changeImport,
  listImportFaults,
  listImportItems,
  type startImport,
} from '@bowerbird/contract/files/imports';
import type { BodyOf } from '@bowerbird/contract/route';
import type { Run } from '@bowerbird/contract/runs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, showPage } from '../../../testing/signed-in-page.tsx';
import type { Import } from '../queries.ts';
import { ImportView } from './import-view.tsx';

const id = '0199aaaa-0000-7000-8000-0000000000a1';
const productId = '0199aaaa-0000-7000-8000-0000000000b1';
const mapping: BodyOf<typeof startImport>['mapping'] = {
  version: 1,
  sheet: 'New prices',
  headerRow: 1,
  products: { by: 'format', format: 'shopify' },
  remedies: [],
};
const none = {
  new: 0,
  changed: 0,
  unchanged: 0,
  conflict: 0,
  unmatched: 0,
  ambiguous: 0,
  faulty: 0,
  gone: 0,
};
const checked: Import = {
  id,
  state: 'checked',
  file: {
    id,
    name: 'prices.xlsx',
    bytes: 10_000,
    received: 10_000,
    sha256: 'x',
    createdAt: '2026-11-18T08:00:00Z',
    createdBy: 'Ann',
    isKept: true,
  },
  dialect: { encoding: null, separator: null },
  mapping,
  key: 'sku',
  into: {
    as: 'edit',
    choices: { emptyCells: {}, otherVariants: 'leave', unmatched: 'leave', conflicts: 'keep' },
  },
  source: null,
  exported: { runId: id, name: 'products-shopify.xlsx', at: '2026-11-17T08:00:00Z', by: 'column' },
  rows: 4,
  products: 3,
  variants: 3,
  groups: { ...none, changed: 1, faulty: 1 },
  toApply: 1,
  faults: 2,
  notices: 1,
  rowsFailed: 1,
  keys: [
    { key: 'id', one: 3, none: 0, several: 0, examples: [] },
    { key: 'sku', one: 1, none: 1, several: 1, examples: [{ row: 3, title: 'Bowl', value: 'B-1' }] },
  ],
  emptyColumns: [],
  otherVariants: 0,
  outcomes: { imported: 0, edited: 0, unchanged: 0, rejected: 0, 'left-out': 0 },
  collected: { waiting: 0, claimed: 0 },
  claim: null,
  fault: { code: 'import.to-confirm', params: {} },
  heldBecause: null,
  editSetId: null,
  undoable: false,
};
const comma = { kind: 'decimal-comma' as const, column: 'Variant Price', shape: '9,9' };

let api: FakeApi;
let page: ShownPage | null = null;

beforeEach(() => {
  api = new FakeApi();
  const list = { totalIsEstimate: false as const, nextCursor: null };
  api.answer(listImportFaults, {
    ...list,
    total: 2,
    items: [
      {
        code: 'cell.not-money',
        column: 'Variant Price',
        shape: '9,9',
        count: 2,
        examples: [{ row: 2, value: '12,50' }],
        remedies: [
          {
            remedy: comma,
            more: [],
            preview: {
              cells: 2,
              rowsDropped: 0,
              countedRows: null,
              examples: [{ row: 2, column: 'Variant Price', before: '12,50', after: '12.50' }],
            },
          },
        ],
      },
      {
        code: 'cell.external-link',
        column: 'Cost per item',
        shape: '9.9',
        count: 1,
        examples: [{ row: 4, value: '7.5' }],
        remedies: [],
      },
    ],
  });
  api.answer(listImportItems, {
    ...list,
    total: 1,
    items: [
      {
        id: '0',
        title: 'Mug',
        row: 2,
        productId,
        imageUrl: null,
        cells: [{ path: 'variants/v1/price', before: '19.90', after: '25.00' }],
        variants: { v1: 'Blue' },
        faults: [],
        outcome: null,
        rejection: null,
      },
    ],
  });
  api.answer(changeImport, { runId: id });
});
afterEach(() => page?.close());

const show = async (of: Import = checked) => {
  page = await showPage(api, <ImportView of={of} />, `/products/import/${id}`, `/products/import/${id}`);
};

it('names by each key the rows that match several products, and of which export the file is', async () => {
  await show();

  await says('匹配到多件商品：第 3 行 Bowl（B-1）');
  await says('products-shopify.xlsx：文件中带有回导列');
  await press(document.querySelector<HTMLElement>('.import-keys input[value="id"]') ?? document.body);

  expect(api.bodiesOf(changeImport)).toMatchObject([{ key: 'id', mapping }]);
});

it('shows errors in groups with what a remedy makes of them, and checks again with the one that is taken', async () => {
  await show();

  await says('「Variant Price」2 格');
  await says('12,50');
  await says('12.50');
  await press(button('修正 2 格'));

  expect(api.bodiesOf(changeImport)).toMatchObject([{ mapping: { ...mapping, remedies: [comma] } }]);
});

it('notes a formula of another workbook by sheet, column and row, with nothing to repair', async () => {
  await show({ ...checked, faults: 0, groups: { ...none, changed: 1 } });

  await says('文件提示');
  await says('「Cost per item」1 格');
  await says('工作表 New prices');
  await says('公式引用了另一个工作簿');
  const note = [...document.querySelectorAll('.import-fault')].find((each) =>
    each.textContent?.includes('Cost per item'),
  );
  expect(note?.querySelectorAll('button')).toHaveLength(0);
});

it('shows each product before and after', async () => {
  await show();

  await says('Mug');
  await says('19.90');
  await says('25.00');
});

it('offers the undo of a supplier’s file, also of one that was stopped midway', async () => {
  const source: Import = {
    ...checked,
    into: { as: 'source', source: { id }, whole: true },
    source: { id, name: 'Northwind' },
    exported: null,
    state: 'cancelled',
    fault: null,
    undoable: true,
  };
  await show(source);

  await says('撤销');
  await page?.close();
  await show({ ...source, undoable: false });

  expect([...document.querySelectorAll('button')].map((each) => each.textContent)).not.toContain('撤销');
});

const applied: Import = {
  ...checked,
  into: { as: 'source', source: { id }, whole: true },
  source: { id, name: 'Northwind' },
  exported: null,
  state: 'applied',
  fault: null,
  outcomes: { ...checked.outcomes, imported: 6 },
};
const claimRun: Run = {
  ...{ id: productId, kind: 'claim', state: 'partial', title: 'Northwind', done: 4, total: 4, failed: 1 },
  ...{
    secondsLeft: null,
    goesOnAt: null,
    createdBy: 'Ann',
    createdAt: checked.file.createdAt,
    startedAt: null,
  },
  ...{ endedAt: null, version: 3, exportFileId: null },
  fault: { code: 'import.new-stopped', params: { count: 1 } },
};

it('says how many new products the supplier’s rule claimed, why the others were not, and leads to each', async () => {
  await show({
    ...applied,
    collected: { waiting: 3, claimed: 3 },
    claim: { rule: { name: 'Double', edits: [] }, run: claimRun, claimed: 3 },
  });

  await says('已用「Double」自动认领 3 件新商品。');
  await says('1 件新商品未认领：按规则算出的价格毛利过低');
  await says('本文件有 3 件商品在采集箱待认领');
  expect(document.body.textContent).not.toContain('都已认领');
  await press(button('查看商品'));
  await press(button('查看任务'));
  await press(button('去认领'));

  expect(page?.opened).toEqual([
    `/products/list?claimRunId=${claimRun.id}`,
    `/profile/basic/${claimRun.id}`,
    `/collect/results?run=${id}&state=unclaimed`,
  ]);
});

it('says that the rule is still claiming, and that nothing waits where everything was claimed', async () => {
  const { fault: _, ...run } = claimRun;
  await show({
    ...applied,
    collected: { waiting: 4, claimed: 2 },
    claim: {
      rule: { name: null, edits: [] },
      run: { ...run, fault: null, state: 'running', done: 2 },
      claimed: 2,
    },
  });
  await says('正在自动认领新商品：已处理 2 件，共 4 件');
  expect(document.body.textContent).not.toContain('待认领');
  await page?.close();

  await show({ ...applied, collected: { waiting: 0, claimed: 6 } });
  await says('本文件的商品都已认领');
  expect(document.body.textContent).not.toContain('去认领');
});
