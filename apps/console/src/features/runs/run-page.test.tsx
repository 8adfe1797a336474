// @vitest-environment happy-dom
import type { CollectRun } from '@bowerbird/contract/collect/collect';
import { getCollectRun } from '@bowerbird/contract/collect/collect';
import { getRecollected } from '@bowerbird/contract/collect/recollect';
import { AppError } from '@bowerbird/contract/errors';
import { getUndo, removeUnfinished, undoListing } from '@bowerbird/contract/listing/after';
import { listStoredOtherwise } from '@bowerbird/contract/listing/as-stored';
import type { ListingItem, ListingJournal, ListingRun } from '@bowerbird/contract/listing/listing';
import {
  getListingJournal,
  getListingRun,
  listListingItems,
  retryListing,
} from '@bowerbird/contract/listing/listing';
import { listRejectionReasons } from '@bowerbird/contract/listing/rejections';
import type { Run } from '@bowerbird/contract/runs';
import { getRun } from '@bowerbird/contract/runs';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { FakeApi, pressReady, settled, showPage } from '../../testing/signed-in-page.tsx';
import RunPage from './run-page.tsx';

// The page renders only what is in view, so it needs a size; on a wide one the journal is next to the table.
window.innerWidth = 1440;
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 800 });
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1200 });

const runId = '01a1fa5d-13c7-73c0-a944-fb63ab28b03f';
const storeId = '01a1fa4b-ed99-77c5-9e76-6c0f037de7fd';
const newRunId = '01a1fa60-0000-73c0-a944-fb63ab28b03f';
const listingIds = {
  kettle: '01a1fa5d-0000-7000-8000-000000000001',
  chair: '01a1fa5d-0000-7000-8000-000000000002',
};
const at = '2026-11-20T09:14:02Z';

const ended: Run = {
  id: runId,
  kind: 'listing',
  state: 'partial',
  title: 'Aster US',
  done: 3,
  total: 3,
  failed: 1,
  secondsLeft: null,
  fault: null,
  goesOnAt: null,
  createdBy: '林晓',
  createdAt: at,
  startedAt: at,
  endedAt: at,
  version: 9,
  exportFileId: null,
};
const counts = {
  waiting: 0, intended: 0, sent: 0, verifying: 1, listed: 1, refused: 1, conflict: 0, gone: 0, cancelled: 0, done: 0,
}; // biome-ignore format: one line reads as one count.
const listing: ListingRun = {
  run: ended,
  action: 'list',
  dryRun: false,
  options: { status: 'active', publish: true, again: false },
  products: 3,
  counts,
  storeJobs: [
    {
      storeId,
      storeName: 'Aster US',
      platform: 'shopify',
      state: 'partial',
      total: 3,
      counts,
      perSecond: null,
      limitUsed: null,
      secondsLeft: null,
      fault: null,
    },
  ],
  certificate: null,
};

function item(id: string, title: string, listingId: string, state: 'verifying' | 'refused'): ListingItem {
  const fault = state === 'refused' ? { code: 'store.too-many-options', params: { n: 5, max: 3 } } : null;
  return {
    productId: id,
    title,
    imageUrl: null,
    sku: null,
    places: [
      {
        listingId,
        storeId,
        state,
        at,
        fault,
        field: fault && 'options',
        storeProductId: null,
        storeAddress: null,
        undoGroup: null,
        reason: null,
      },
    ],
  };
}
const items = [
  item('01a1fa5d-0000-7000-8000-00000000000a', '铸铁茶壶', listingIds.kettle, 'verifying'),
  item('01a1fa5d-0000-7000-8000-00000000000b', '绒休闲椅', listingIds.chair, 'refused'),
];
const journals: Record<string, ListingJournal> = {
  [listingIds.kettle]: {
    key: 'bb-7f3a0420',
    state: 'verifying',
    storeProductId: null,
    entries: [
      { at, what: 'intended', kind: 'create', detail: 'r1', fault: null },
      { at, what: 'unknown', kind: 'create', detail: '{}', fault: null },
    ],
  },
  [listingIds.chair]: {
    key: 'bb-chair',
    state: 'refused',
    storeProductId: null,
    entries: [{ at, what: 'refused', kind: 'create', detail: '', fault: null }],
  },
};

let api: FakeApi;
let page: ShownPage;

async function show() {
  page = await showPage(api, <RunPage />, `/profile/basic/${runId}`, '/profile/basic/:id');
  await settled(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(2));
}

const collected: CollectRun = {
  run: { ...ended, kind: 'collect', done: 6, failed: 3, total: null, byPlugin: true },
  platform: 'aliexpress',
  shop: 'www.aliexpress.com',
  scope: 'list',
  addresses: [],
  figures: {
    got: 6,
    unchanged: 0,
    skipped: 3,
    variants: 6,
    images: 0,
    promised: null,
    perSecond: null,
    requests: 0,
  },
  promisedBy: [],
  slices: [],
  ways: [],
  skippedByReason: [{ code: 'source.blocked-us', count: 3, first: 'https://www.aliexpress.com/item/1.html' }],
  recent: [],
  certificate: null,
};

it('adds up what a run of the plugin collected and could not read, and says that it was the plugin', async () => {
  api.answer(getRun, collected.run);
  api.answer(getCollectRun, collected);
  api.answer(getRecollected, () => {
    throw new AppError('not-found', 'nothing was read again');
  });
  page = await showPage(api, <RunPage />, `/profile/basic/${runId}`, '/profile/basic/:id');

  await settled(() => expect(document.querySelectorAll('.run-facts')).toHaveLength(2));
  const facts = [...document.querySelectorAll('.run-facts > div')].map(({ textContent }) => textContent);
  expect(facts).toEqual(expect.arrayContaining(['完成6', '失败3', '已采集6']));
  expect(document.querySelector('.page-head')?.textContent).toContain('采集 · 插件');
});

const journal = () => document.querySelector('.journal')?.textContent ?? '';

beforeEach(() => {
  api = new FakeApi();
  api.answer(getRun, ended);
  api.answer(getListingRun, listing);
  api.answer(listListingItems, { items, total: 2, totalIsEstimate: false, nextCursor: null });
  api.answer(getListingJournal, (_body, path) => {
    const [, requested] = Object.entries(journals).find(([id]) => path.includes(id)) ?? [];
    if (requested === undefined) {
      throw new AppError('not-found', path);
    }
    return requested;
  });
  api.answer(retryListing, { runId: newRunId });
  api.answer(listRejectionReasons, { reasons: [] });
});
afterEach(() => page.close());

describe('the page of a listing run', () => {
  it('shows why a product without a receipt cannot be duplicated', async () => {
    await show();

    await settled(() => expect(journal()).toContain('店铺未响应'));

    expect(journal()).toContain('bb-7f3a0420');
    expect(journal()).toContain('不会重复或遗漏');
  });

  it('moves the journal with the arrow keys', async () => {
    await show();
    await settled(() => expect(journal()).toContain('铸铁茶壶'));
    const [first] = document.querySelectorAll<HTMLElement>('[data-row]');
    await act(async () => first?.focus());

    await act(async () =>
      first?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })),
    );
    await settled(() => expect(journal()).toContain('绒休闲椅'));
    await settled(() => expect(journal()).toContain('店铺拒绝'));

    expect(journal()).toContain('选项有 5 个，该平台最多 3 个');
    expect(journal()).not.toContain('不会重复');
  });

  it('retries only what did not get through, as a run of its own', async () => {
    await show();
    await pressReady('只重试 2 项');
    await settled(() => expect(page.opened).toEqual([`/profile/basic/${newRunId}`]));

    const retried = `${retryListing.method} ${retryListing.path}`;
    expect(api.requested.filter(({ call }) => !call.startsWith('GET')).map(({ call }) => call)).toEqual([
      retried,
    ]);
  });

  it('says what rejected products left in the store, and removes it once that is confirmed', async () => {
    api.answer(getListingRun, {
      ...listing,
      certificate: {
        listed: 1,
        refused: 1,
        open: 0,
        duplicates: 0,
        missing: 0,
        orphans: 0,
        unfinished: 2,
        changed: 0,
        imagesFailed: 0,
        agrees: false,
        guarantee: 'draft-first',
        at,
      },
    });
    api.answer(removeUnfinished, { runId: newRunId });
    api.answer(listStoredOtherwise, { items: [], total: 0, totalIsEstimate: false, nextCursor: null });
    await show();

    await pressReady('移除这 2 件');
    await settled(() => expect(document.querySelector('[role="dialog"]')?.textContent).toContain('残留商品'));
    const sure = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].at(-1);
    await act(async () => sure?.click());

    await settled(() => expect(page.opened).toEqual([`/profile/basic/${newRunId}`]));
    expect(api.requested.find(({ call }) => call.startsWith('POST'))).toMatchObject({
      body: { expected: 2 },
    });
  });

  it('offers to compare what the stores keep otherwise, and says who accepted it', async () => {
    api.answer(getListingRun, {
      ...listing,
      certificate: {
        listed: 1,
        refused: 0,
        open: 0,
        duplicates: 0,
        missing: 0,
        orphans: 0,
        unfinished: 1,
        changed: 0,
        imagesFailed: 0,
        accepted: [{ count: 4, by: '林晓', at }],
        agrees: false,
        guarantee: 'draft-first',
        at,
      },
    });
    api.answer(listStoredOtherwise, {
      items: [
        {
          listingId: listingIds.kettle,
          productId: '01a1fa5d-0000-7000-8000-00000000000a',
          title: '铸铁茶壶',
          imageUrl: null,
          storeId,
          storeName: 'Aster US',
          fields: [{ field: 'variants.0.sku', sent: 'A&B', stored: 'A&amp;B', said: '' }],
          at,
        },
      ],
      total: 1,
      totalIsEstimate: false,
      nextCursor: null,
    });
    await show();

    await pressReady('对比 1 件');

    await settled(() => expect(document.querySelector('.stored-fields')?.textContent).toContain('A&amp;B'));
    expect(document.body.textContent).toContain('林晓');
    expect(document.body.textContent).toContain('接受 4 件');
  });

  it('asks for the number before more than a thousand products are undone, and opens the run that does it', async () => {
    api.answer(getUndo, {
      of: 'foreseen',
      undoGroups: [
        { undoGroup: 'taken-back', count: 1200, reasons: [] },
        { undoGroup: 'kept', count: 3, reasons: [{ reason: 'changed', count: 3 }] },
        { undoGroup: 'impossible', count: 0, reasons: [] },
      ],
      ways: { trashed: 0, hidden: 1200, restored: 0 },
      undoes: null,
      undoneBy: null,
    });
    api.answer(undoListing, { runId: newRunId });
    await show();
    await settled(() =>
      expect(document.querySelector('.undo-box')?.textContent).toContain('之后修改过 3 件'),
    );
    await pressReady('撤销…');
    const sure = () =>
      [...document.querySelectorAll<HTMLButtonElement>('.ant-modal button')].find((button) =>
        button.textContent?.includes('撤销 1,200 件'),
      );
    await settled(() => expect(sure()?.disabled).toBe(true));
    const field = document.querySelector<HTMLInputElement>('.undo-typed input');
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '1200');
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await settled(() => expect(sure()?.disabled).toBe(false));
    await act(async () => sure()?.click());

    await settled(() => expect(page.opened).toEqual([`/profile/basic/${newRunId}`]));
  });
});
