// @vitest-environment happy-dom
import {
  claimCollected,
  deleteCollected,
  getClaimUndo,
  keepDuplicates,
  listDuplicates,
  listTraits,
  previewClaim,
  queryCollected,
  undoClaim,
  undoClaimRun,
} from '@bowerbird/contract/collect/collected';
import { AppError } from '@bowerbird/contract/errors';
import type { Run } from '@bowerbird/contract/runs';
import { getRun } from '@bowerbird/contract/runs';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeHanded } from '../../../lib/kept/handed-selection.ts';
import { writeSetting } from '../../../lib/kept/settings.ts';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import {
  button,
  FakeApi,
  press,
  pressReady,
  says,
  settled,
  showPage,
} from '../../../testing/signed-in-page.tsx';
import ResultsPage from './results-page.tsx';

const ids = ['0199aaaa-0000-7000-8000-0000000000a1', '0199aaaa-0000-7000-8000-0000000000a2'] as const;
const productId = '0199aaaa-0000-7000-8000-0000000000b1';
const started = { runId: productId, claimed: 0, alreadyClaimed: 0, repaired: 0, productIds: [] };
const cost28 = [{ kind: 'price-from-cost', by: '2.8', ending: { to: '.90' } }];

let api: FakeApi;
let page: ShownPage;

beforeEach(async () => {
  api = new FakeApi();
  api.answer(queryCollected, box);
  // A table needs no measured width, which this environment does not have.
  writeSetting('collected_view', 'table');
  writeSetting('claim_rule', '');
  page = await showPage(api, <ResultsPage />, '/collect/results', '/collect/results');
  await says('Lamp');
});
afterEach(() => page.close());

describe('the box', () => {
  it('shows prices before and after, claims with just that formula, and takes the claim back', async () => {
    api.answer(previewClaim, {
      count: 1,
      sample: [
        {
          id: ids[0],
          title: { before: 'Lamp', after: 'Lamp' },
          imageUrl: null,
          price: { before: '64.00', after: '179.90' },
          currency: 'USD',
          cost: '64.00',
          margin: 64,
          changes: [],
        },
      ],
    });
    api.answer(claimCollected, {
      runId: null,
      claimed: 1,
      alreadyClaimed: 0,
      repaired: 0,
      productIds: [productId],
    });
    api.answer(undoClaim, { takenBack: 1, kept: 0 });
    await press(boxOf('Lamp'));
    await press(button('保留货源价'));
    await press(radio('按货源价计算'));

    await says('$179.90');
    await settled(() =>
      expect(api.bodiesOf(previewClaim).at(-1)).toMatchObject({
        selection: { ids: [ids[0]] },
        edits: cost28,
      }),
    );
    await says('64%');
    expect(api.bodiesOf(claimCollected)).toEqual([]);

    await press(button('认领 1 件'));

    await says('已认领 1 件。');
    expect(api.bodiesOf(claimCollected)).toEqual([{ selection: { ids: [ids[0]] }, edits: cost28 }]);

    await press(button('撤销'));

    await says('已撤销 1 件认领。');
    expect(api.bodiesOf(undoClaim)).toEqual([{ productIds: [productId] }]);
  });

  it('claims everything that matches by its filter with the number shown, less what was taken out again', async () => {
    api.answer(claimCollected, started);
    api.answer(getRun, claimRun({ state: 'running', done: 12 }));
    await press(boxOf('Lamp'));
    await press(button('选择全部 23,335 件'));
    await press(boxOf('Vase'));

    await press(button('认领 23,334 件'));

    expect(api.bodiesOf(claimCollected)).toEqual([
      { selection: { filter: { state: 'unclaimed' }, except: [ids[1]] }, expected: 23_334, edits: [] },
    ]);
  });

  it('asks again with the new number where another one matches by then, and claims nothing before', async () => {
    const requested: unknown[] = [];
    api.answer(claimCollected, (body) => {
      requested.push(body);
      if (requested.length === 1) {
        throw new AppError('selection.changed', '', { params: { expected: 23_335, count: 25_000 } });
      }
      return started;
    });
    api.answer(getRun, claimRun({ state: 'running', done: 12 }));
    await press(boxOf('Lamp'));
    await press(button('选择全部 23,335 件'));
    await press(button('认领 23,335 件'));
    await says('现在有 25,000 件符合条件，全部认领？');

    await press(button('认领 25,000 件'));

    expect(requested).toMatchObject([{ expected: 23_335 }, { expected: 25_000 }]);
  });

  it('stays as it is while thousands are claimed, reports how far, and ends with the way to list them and an undo', async () => {
    api.answer(claimCollected, started);
    api.answer(getRun, claimRun({ state: 'running', done: 800 }));
    await act(async () => writeSetting('collected_view', 'cards'));
    await press(boxOf('Lamp'));
    await press(button('选择全部 23,335 件'));
    await press(button('认领 23,335 件'));

    await says('800 / 2,000');
    expect(document.querySelectorAll('.good-card')).toHaveLength(2);
    expect(document.querySelectorAll('.good-card.leaving')).toHaveLength(0);

    api.answer(getClaimUndo, { undoable: 2000, kept: 0 });
    api.answer(undoClaimRun, { takenBack: 2000, kept: 0 });
    api.answer(getRun, claimRun({ state: 'complete', done: 2000 }));
    await page.readAgain();
    await says('已认领 2,000 件。');
    await press(button('刊登这 2,000 件'));

    expect(page.opened.at(-1)).toBe('/form/step-form');
    expect(takeHanded()).toEqual({
      selection: { filter: { claimRunId: productId }, except: [] },
      count: 2000,
    });

    await press(button('撤销'));

    await says('已撤销 2,000 件认领。');
    expect(api.bodiesOf(undoClaimRun)).toEqual([{ expected: 2000 }]);
  });

  it('deletes by filter with the number shown, and asks again with the new one', async () => {
    const requested: unknown[] = [];
    api.answer(deleteCollected, (body) => {
      requested.push(body);
      if (requested.length === 1) {
        throw new AppError('selection.changed', '', { params: { expected: 23_335, count: 23_900 } });
      }
      return { deleted: 23_900 };
    });
    await press(boxOf('Lamp'));
    await press(button('选择全部 23,335 件'));
    await press(button('删除'));
    await pressReady('删除 23,335 件');
    await says('从采集箱删除 23,900 件？');

    await pressReady('删除 23,900 件');

    await says('已删除 23,900 件');
    expect(requested).toMatchObject([{ expected: 23_335 }, { expected: 23_900 }]);
  });
});

it('says where counting ended, and claims all that match with the number that was counted then', async () => {
  api.answer(queryCollected, (body) =>
    JSON.stringify(body).includes('"countAll":true')
      ? box
      : {
          ...box,
          total: 10_000,
          totalIsEstimate: true,
          counts: { all: 10_000, unclaimed: 10_000, claimed: 0, failed: 13 },
          countsAreEstimates: true,
          duplicateGroups: 1000,
          duplicateGroupsIsEstimate: true,
        },
  );
  api.answer(claimCollected, started);
  api.answer(getRun, claimRun({ state: 'running', done: 12 }));
  await page.close();
  page = await showPage(api, <ResultsPage />, '/collect/results', '/collect/results');
  await says('10,000+');
  await says('重复：超过 1,000 组');
  // Nothing is said of a state of which none was counted.
  expect(document.querySelector('[data-tab="claimed"]')?.textContent).not.toMatch(/\d/);

  await press(boxOf('Lamp'));
  await press(button('选择符合条件的全部商品'));

  await pressReady('认领 23,335 件');
  await settled(() =>
    expect(api.bodiesOf(claimCollected)).toMatchObject([{ expected: 23_335, selection: { except: [] } }]),
  );
});

it('shows titles of thousands of characters and from right to left in their own direction, whole on demand', async () => {
  const long = 'كوب أزرق '.repeat(222);
  api.answer(queryCollected, { ...box, items: [row(ids[0], long)] });
  await page.readAgain();
  await says('كوب أزرق');

  const name = document.querySelector('.product-cell-name');
  expect(name?.getAttribute('dir')).toBe('auto');
  expect(name?.classList.contains('cut')).toBe(true);
  expect(name?.getAttribute('title')).toBe(long);
});

describe('what is alike', () => {
  const group = {
    id: '0199aaaa-0000-7000-8000-0000000000c1',
    reason: 'similar-title' as const,
    count: 2,
    rows: [row(ids[0], 'Lamp'), row(ids[1], 'Lamp, new')],
  };
  const groups = { items: [group], total: 1, totalIsEstimate: false, nextCursor: null };

  it('stands in groups by how it is alike, and is kept or thrown away group by group', async () => {
    api.answer(queryCollected, { ...box, duplicateGroups: 1 });
    api.answer(listTraits, { newest: null, facts: [], attributes: [] });
    api.answer(listDuplicates, groups);
    api.answer(keepDuplicates, { kept: 1 });
    api.answer(deleteCollected, { deleted: 1 });
    await page.close();
    page = await showPage(api, <ResultsPage />, '/collect/results', '/collect/results');
    await says('重复：1 组');

    await press(button('重复：1 组'));

    await says('标题相近');
    await press(button('都保留'));
    await says('已保留，不再提示这一组。');
    expect(api.bodiesOf(keepDuplicates)).toEqual([{ groupIds: [group.id] }]);

    await press(button('删除其余 1 件'));
    await says('删除其余 1 件？');
    await press(button('删除'));

    await says('已删除 1 件');
    expect(api.bodiesOf(deleteCollected)).toEqual([{ selection: { ids: [ids[1]] } }]);
  });
});

function claimRun(now: Pick<Run, 'state' | 'done'>): Run {
  return {
    id: productId,
    kind: 'claim',
    title: 'glade.example',
    total: 2000,
    failed: 0,
    version: 1,
    fault: null,
    createdAt: '2026-11-20T10:00:00Z',
    startedAt: '2026-11-20T10:00:00Z',
    endedAt: null,
    secondsLeft: null,
    goesOnAt: null,
    createdBy: null,
    exportFileId: null,
    ...now,
  };
}

function boxOf(name: string): HTMLElement {
  const box = document.querySelector<HTMLElement>(`input[aria-label="选择 ${name}"]`);
  if (box === null) {
    throw new Error(`no row "${name}"`);
  }
  return box;
}

function radio(name: string): HTMLElement {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === name);
  return label?.querySelector('input') ?? document.body;
}

const row = (id: string, title: string) => ({
  id,
  title,
  imageUrl: null,
  price: '64.00',
  priceMax: null,
  currency: 'USD',
  variantCount: 3,
  imageCount: 4,
  platform: 'shopify',
  shop: 'glade.example',
  url: 'https://glade.example/products/one',
  category: null,
  collectedAt: '2026-11-20T10:00:00Z',
  timesSeen: 1,
  productId: null,
  facts: {},
  attributes: [],
  duplicate: null,
});

const box = {
  items: [row(ids[0], 'Lamp'), row(ids[1], 'Vase')],
  total: 23_335,
  totalIsEstimate: false,
  nextCursor: null,
  counts: { all: 28_769, unclaimed: 23_335, claimed: 5421, failed: 13 },
  sources: [{ shop: 'glade.example', platform: 'shopify', count: 28_769 }],
  countsAreEstimates: false,
  duplicateGroups: 0,
  duplicateGroupsIsEstimate: false,
};
