// @vitest-environment happy-dom
import {
  type BulkEdit,
  getBulkEdit,
  listBulkEditItems,
  previewBulkUndo,
  undoBulkEdit,
} from '@bowerbird/contract/products/bulk-edit';
import type { Run } from '@bowerbird/contract/runs';
import { getRun } from '@bowerbird/contract/runs';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
import RunPage from '../run-page.tsx';

const runId = '0199aaaa-0000-7000-8000-0000000000c1';
const undoId = '0199aaaa-0000-7000-8000-0000000000c2';
const at = '2026-11-18T08:00:00Z';

const run: Run = {
  id: runId,
  kind: 'edit',
  state: 'complete',
  title: '',
  done: 12,
  total: 12,
  failed: 0,
  secondsLeft: null,
  fault: null,
  goesOnAt: null,
  createdBy: '林晓',
  createdAt: at,
  startedAt: at,
  endedAt: at,
  version: 3,
  exportFileId: null,
};
const edit: BulkEdit = {
  id: runId,
  editSetId: '0199aaaa-0000-7000-8000-0000000000d1',
  steps: [
    {
      when: { kind: 'all', of: [{ kind: 'tag', tag: 'autumn' }] },
      edit: { kind: 'percent-to-price', percent: '-20' },
    },
  ],
  undoes: null,
  undoneBy: [],
  counts: {
    changed: 9, 'changed-since': 1, unchanged: 1, rejected: 1, gone: 0, restored: 0, kept: 0, impossible: 0,
  }, // biome-ignore format: one line reads as one count.
  rejected: [{ code: 'title-empty', count: 1 }],
  begins: null,
  ends: null,
  listedBefore: 4,
};

let api: FakeApi;
let page: ShownPage | null = null;

beforeEach(() => {
  api = new FakeApi();
  api.answer(getRun, run);
  api.answer(getBulkEdit, edit);
  api.answer(listBulkEditItems, {
    items: [
      {
        id: '0199aaaa-0000-7000-8000-0000000000a1',
        title: 'Mug',
        sku: null,
        imageUrl: null,
        currency: 'USD',
        cells: [{ path: 'variants/v1/price', before: '10', after: '8', undone: false }],
        variants: { v1: 'Blue' },
        fault: null,
        by: null,
      },
    ],
    total: 9,
    totalIsEstimate: false,
    nextCursor: null,
  });
  api.answer(previewBulkUndo, { counts: { restored: 1000, kept: 30, impossible: 2 }, left: [] });
});
afterEach(() => page?.close());

const show = async (query = '') => {
  page = await showPage(api, <RunPage />, `/profile/basic/${runId}${query}`, '/profile/basic/:id');
};

it('says what was done to which products, and where stores are behind', async () => {
  await show();

  await says('价格降低 20%');
  await says('标签：autumn');
  await says('4 件已刊登');
  await says('标题会变成空的');
  await says('Mug');
  const link = document.querySelector('a[href="/products/list?listing=changed"]');
  expect(link).not.toBeNull();
});

it('shows the three groups before anything is undone', async () => {
  api.answer(undoBulkEdit, { runId: undoId });
  await show();
  await says('Mug');
  await press(button('撤销…'));

  await says('将撤销1,000');
  await says('保留：之后改过30');
  await says('无法撤销2');
  expect(api.bodiesOf(undoBulkEdit)).toEqual([]);
  await pressReady('撤销 1,000 件');
  await settled(() => expect(page?.opened).toEqual([`/profile/basic/${undoId}`]));
  expect(api.bodiesOf(undoBulkEdit)).toEqual([{}]);
});

it('opens the undo at once when the toast asked for it', async () => {
  await show('?undo=1');

  await says('撤销这次批量编辑？');
});
