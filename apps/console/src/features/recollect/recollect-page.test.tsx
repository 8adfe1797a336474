import { variantWith } from '@bowerbird/catalog/testing/product-with';
// @vitest-environment happy-dom
import type { Conflict, ConflictRow } from '@bowerbird/contract/collect/recollect';
import {
  getConflict,
  getRecollected,
  listConflicts,
  listFollowed,
  listMergeRules,
  resolveConflicts,
  resolveSimilar,
  undoMerge,
} from '@bowerbird/contract/collect/recollect';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { Run } from '@bowerbird/contract/runs';
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
import RecollectPage from './recollect-page.tsx';

const runId = '01a1fa4b-ed99-77c5-9e76-6c0f037de7f1';
const chair = '01a1fa4b-ed99-77c5-9e76-6c0f037de701';
const lamp = '01a1fa4b-ed99-77c5-9e76-6c0f037de702';
const editSetId = '01a1fa4b-ed99-77c5-9e76-6c0f037de7ee';
const at = '2026-11-18T09:31:00Z';

const run: Run = {
  id: runId,
  kind: 'collect',
  state: 'complete',
  title: 'glade-home.example',
  done: 24,
  total: 24,
  failed: 0,
  secondsLeft: null,
  fault: null,
  goesOnAt: null,
  createdBy: null,
  createdAt: at,
  startedAt: at,
  endedAt: at,
  version: 3,
  exportFileId: null,
};

function rowOf(productId: string, title: string, fields: ConflictRow['fields']): ConflictRow {
  return {
    productId,
    title,
    imageUrl: null,
    platform: 'shopify',
    shop: 'glade-home.example',
    fields,
    runId,
    at,
  };
}
const rows = [rowOf(chair, '北欧圈绒休闲椅', ['variants', 'title']), rowOf(lamp, '亚麻罩台灯', ['title'])];

const bulkEdit = '0199aaaa-0000-7000-8000-0000000000ee';
const priced = (price: string) => [variantWith({ price })];
const price: Conflict = {
  key: 'variants',
  fields: ['variants'],
  before: priced('259.00'),
  source: priced('239.00'),
  mine: priced('289.00'),
  ruled: { value: priced('266.90') },
  editSetId: bulkEdit,
};
const title: Conflict = {
  key: 'title',
  fields: ['title'],
  before: '北欧休闲椅 圈绒布',
  source: '北欧单人休闲椅 圈绒布 可拆洗',
  mine: '北欧圈绒休闲椅',
  ruled: null,
  editSetId: null,
};

let api: FakeApi;
let page: ShownPage;
let waiting: ConflictRow[];
let revision: number;

function detailOf(id: string): AnswerOf<typeof getConflict> {
  const row = rows.find(({ productId }) => productId === id);
  if (row === undefined) {
    throw new Error(`no product ${id}`);
  }
  const conflicts = id === chair ? [price, title] : [title];
  const settledFields = [{ field: 'tags' as const, side: 'source' as const }];
  return {
    row,
    revision,
    currency: 'USD',
    beforeAt: at,
    sourceAt: at,
    mineAt: at,
    conflicts,
    settled: settledFields,
  };
}

beforeEach(() => {
  api = new FakeApi();
  waiting = rows;
  revision = 4;
  api.answer(getRecollected, () => ({
    run,
    platform: 'shopify',
    shop: 'glade-home.example',
    products: { unchanged: 20, followed: 1, kept: 1, undecided: waiting.length, decided: 0, gone: 0 },
    fieldsUndecided: waiting.flatMap(({ fields }) => fields).length,
    editSetId: null,
  }));
  api.answer(listConflicts, () => ({
    items: waiting,
    total: waiting.length,
    totalIsEstimate: false,
    nextCursor: null,
    fields: [
      { field: 'title' as const, count: 10 },
      { field: 'variants' as const, count: 4 },
    ],
    shops: [{ shop: 'glade-home.example', count: 14 }],
    edits: [{ editSetId: bulkEdit, field: 'variants' as const, count: 4, at, runId, by: '林晓' }],
  }));
  api.answer(getConflict, (_body, path) => detailOf(path.split('/').at(-1) ?? ''));
  api.answer(resolveConflicts, (body) => {
    const { decisions } = body as { decisions: { productId: string }[] };
    const ids = new Set(decisions.map(({ productId }) => productId));
    waiting = waiting.filter(({ productId }) => !ids.has(productId));
    return { editSetId, results: [...ids].map((productId) => ({ productId, fault: null })) };
  });
});
afterEach(() => page.close());

async function show(path = `/collect/merge/${runId}`) {
  page = await showPage(api, <RecollectPage />, path, '/collect/merge/:run');
}

async function key(name: string) {
  await act(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
  });
}

const chosen = () =>
  [...document.querySelectorAll<HTMLElement>('.merge-cell.chosen')].map(
    (cell) => cell.innerText || cell.textContent,
  );

describe('coming for one product', () => {
  it('that waits for no answer shows what was changed in it', async () => {
    waiting = [];
    api.answer(getRecollected, {
      run,
      platform: 'shopify',
      shop: 'glade-home.example',
      products: { unchanged: 0, followed: 1, kept: 0, undecided: 0, decided: 2, gone: 0 },
      fieldsUndecided: 0,
      editSetId,
    });
    api.answer(listFollowed, {
      items: [
        {
          productId: chair,
          title: '北欧圈绒休闲椅',
          imageUrl: null,
          changeId: runId,
          cells: [{ path: 'title', before: '旧名', after: '新名', undone: false }],
          variants: {},
          currency: 'USD',
          undone: false,
        },
      ],
      total: 1,
      totalIsEstimate: false,
      nextCursor: null,
    });
    await show(`/collect/merge/${runId}?product=${chair}`);

    await says('变化明细');
    await says('新名');
    expect(document.body.textContent).toContain('没有待处理的 · 已处理 22');
  });
});

describe('deciding what both sides changed', () => {
  it('shows the four figures, and the three states of a field with what changed marked', async () => {
    await show();
    await says('全部用货源');
    for (const words of ['20没有变化', '2货源和您都改了', '降 7.7%', '$266.90', '其余 1 个字段已自动处理']) {
      const [figure = '', ...rest] = /^\d+/.test(words)
        ? [/^\d+/.exec(words)?.[0], words.replace(/^\d+/, '')]
        : [words];
      expect(document.body.textContent).toContain(figure);
      expect(document.body.textContent).toContain(rest.join(''));
    }
    const marked = [...document.querySelectorAll('.merge-cell ins')].map(({ textContent }) => textContent);
    expect(marked.join(' ')).toContain('单人');
  });

  it('is done by keys: 1 the source, 2 mine, J the next product; and written in one go with a way back', async () => {
    await show();
    await says('全部用货源');
    await key('2');
    await key('1');
    await says('已处理 1');
    expect(chosen().some((words) => words?.includes('$289.00'))).toBe(true);
    await key('j');
    await settled(() => expect(document.querySelector('.merge-row.current')?.textContent).toContain('台灯'));
    await says('全部保留我的');
    await settled(() => expect(document.querySelectorAll('.merge-question')).toHaveLength(1));
    await key('2');
    await pressReady('保存已处理的 2 件');
    await says('已保存 2 件。');
    expect(api.bodiesOf(resolveConflicts)).toEqual([
      {
        decisions: [
          { productId: chair, revision: 4, answers: { variants: 'mine', title: 'source' } },
          { productId: lamp, revision: 4, answers: { title: 'mine' } },
        ],
      },
    ]);
    await says('本次没有待处理的改动。');

    api.answer(undoMerge, () => {
      waiting = rows;
      return { restored: 2, spared: 0 };
    });
    await pressReady('撤销');
    await says('已恢复 2 件。');
    await says('北欧圈绒休闲椅');
  });

  it('takes what the claim rule makes of the new source value', async () => {
    await show();
    await says('采用');
    await press(button('采用'));
    await pressReady('保存已处理的 1 件');
    await says('已保存 1 件。');
    expect(api.bodiesOf(resolveConflicts)).toEqual([
      { decisions: [{ productId: chair, revision: 4, answers: { variants: 'ruled' } }] },
    ]);
  });

  it('decides all alike after what was decided by hand, so that nothing chosen is overwritten', async () => {
    api.answer(resolveSimilar, { resolved: 9, editSetId, more: false });
    await show();
    await says('全部用货源');
    await key('1');
    await key('2');
    await says('同字段“标题”9 处');
    await press(button('同字段“标题”9 处'));
    await says('已处理 9 处。');
    expect(api.requested.map(({ call }) => call).filter((call) => call.includes('/resolve'))).toEqual([
      'POST /recollect/resolve',
      'POST /recollect/resolve-similar',
    ]);
    expect(api.bodiesOf(resolveSimilar)).toEqual([
      { side: 'mine', field: 'title', shop: null, asRule: false },
    ]);
  });

  it('decides all that one bulk edit wrote with one answer, in as many calls as it takes', async () => {
    const parts = [true, false].map((more, at) => ({ resolved: 2 - at, editSetId, more }));
    api.answer(resolveSimilar, () => parts.shift() ?? { resolved: 0, editSetId: null, more: false });
    await show();
    await says('全部用货源');
    await key('2');
    await says('同一次批量编辑 3 处');
    await press(button('同一次批量编辑 3 处'));
    await says('已处理 3 处。');
    const answer = { side: 'mine', field: 'variants', shop: null, editSetId: bulkEdit, asRule: false };
    expect(api.bodiesOf(resolveSimilar)).toEqual([answer, answer]);
  });

  it('makes a rule of a decision, for the one source that the person means', async () => {
    api.answer(resolveSimilar, { resolved: 3, editSetId: null, more: false });
    await show();
    await says('全部用货源');
    await key('2');
    await press(button('存为规则：价格与规格始终保留我的'));
    await says('“价格与规格”以后始终保留您的值？');
    await pressReady('只限 glade-home.example');
    await says('规则已保存，并处理了 3 处。');
    expect(api.bodiesOf(resolveSimilar)).toEqual([
      { side: 'mine', field: 'variants', shop: 'glade-home.example', asRule: true },
    ]);
  });

  it('writes nothing over an edit made meanwhile: says so, and asks again with what is there now', async () => {
    api.answer(resolveConflicts, () => {
      revision = 5;
      const fault = { code: 'product.changed-meanwhile', params: {} };
      return { editSetId: null, results: [{ productId: chair, fault }] };
    });
    await show();
    await says('全部用货源');
    await press(button('全部保留我的'));
    await pressReady('保存已处理的 1 件');
    await says('已保存 0 件；1 件刚被他人修改，请重新选择。');
    await says('您处理期间，这件商品已被他人修改');
    expect(chosen()).toEqual([]);
    await press(button('全部用货源'));
    await pressReady('保存已处理的 1 件');
    await settled(() =>
      expect(api.bodiesOf(resolveConflicts).at(-1)).toEqual({
        decisions: [{ productId: chair, revision: 5, answers: { variants: 'source', title: 'source' } }],
      }),
    );
  });

  it('teaches where questions come from when nothing waits', async () => {
    waiting = [];
    await show('/collect/merge/all');
    await says('没有待处理的改动。');
    await press(button('设置货源监控'));
    expect(page.opened).toEqual(['/collect/watches']);
  });

  it('lists the rules', async () => {
    api.answer(listMergeRules, [{ id: editSetId, field: 'title', shop: null, side: 'mine', createdAt: at }]);
    await show();
    await says('全部用货源');
    await press(button('规则'));
    await says('标题：始终保留我的');
  });
});
