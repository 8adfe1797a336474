// @vitest-environment happy-dom
import type { CurrentUser } from '@bowerbird/contract/account';
import type { ListingItem, ListingJournal, ListingRun } from '@bowerbird/contract/listing';
import {
  getListingJournal,
  getListingRun,
  listListingItems,
  retryListing,
} from '@bowerbird/contract/listing';
import type { Route } from '@bowerbird/contract/route';
import { apiBase } from '@bowerbird/contract/route';
import type { Run } from '@bowerbird/contract/runs';
import { getRun } from '@bowerbird/contract/runs';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, createRef } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, Route as Path, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'zod/mini';
import { showLanguage } from '../../lib/language.ts';
import { PageContext } from '../../lib/page.ts';
import { SessionContext } from '../../lib/session.ts';
import { ScrollerContext } from '../../ui/scroller.ts';
import RunPage from './run-page.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
// A page that draws what is in view needs a view; the journal stands beside the table on a wide one.
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
  waiting: 0, intended: 0, sent: 0, unsure: 1, listed: 1, refused: 1, conflict: 0, gone: 0, cancelled: 0,
}; // biome-ignore format: one line reads as one count.
const listing: ListingRun = {
  run: ended,
  dryRun: false,
  options: { status: 'active', publish: true, again: false },
  counts,
  lanes: [
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

function item(id: string, title: string, listingId: string, state: 'unsure' | 'refused'): ListingItem {
  const fault = state === 'refused' ? { code: 'store.too-many-options', params: { n: 5, max: 3 } } : null;
  return {
    productId: id,
    title,
    pictureUrl: null,
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
      },
    ],
  };
}
const items = [
  item('01a1fa5d-0000-7000-8000-00000000000a', '铸铁茶壶', listingIds.kettle, 'unsure'),
  item('01a1fa5d-0000-7000-8000-00000000000b', '绒休闲椅', listingIds.chair, 'refused'),
];
const journals: Record<string, ListingJournal> = {
  [listingIds.kettle]: {
    key: 'bb-7f3a0420',
    state: 'unsure',
    storeProductId: null,
    entries: [
      { at, what: 'intended', kind: 'create', detail: 'r1', fault: null },
      { at, what: 'doubt', kind: 'create', detail: '{}', fault: null },
    ],
  },
  [listingIds.chair]: {
    key: 'bb-chair',
    state: 'refused',
    storeProductId: null,
    entries: [{ at, what: 'refused', kind: 'create', detail: '', fault: null }],
  },
};

const fetched = vi.fn<typeof fetch>();
const opened = vi.fn<(path: string) => void>();
let root: Root;

function answer(route: Route, data: unknown): Response {
  return Response.json({ data: parse(route.answer, data) });
}

function serve() {
  fetched.mockImplementation(async (address) => {
    const path = String(address).slice(apiBase.length).replace(/\?.*/, '');
    const journal = /^\/listing\/items\/(.+)\/journal$/.exec(path)?.[1];
    if (journal !== undefined) {
      return answer(getListingJournal, journals[journal]);
    }
    switch (path) {
      case `/runs/${runId}`:
        return answer(getRun, ended);
      case `/listing/runs/${runId}`:
        return answer(getListingRun, listing);
      case `/listing/runs/${runId}/items`:
        return answer(listListingItems, { items, total: 2, totalIsEstimate: false, nextCursor: null });
      case `/listing/runs/${runId}/retry`:
        return answer(retryListing, { runId: newRunId });
      default:
        return Response.json({ data: [] });
    }
  });
}

async function show() {
  const permissions = ['listing', 'runs'].map((permissionId) => ({
    permissionId,
    actionEntitySet: [{ action: 'add' }, { action: 'edit' }],
  }));
  // Of the user only the rights are read here.
  const user = { role: { permissions } } as unknown as CurrentUser;
  const nothing = () => undefined;
  const page = {
    setTitle: nothing,
    setUnsaved: nothing,
    setSaver: nothing,
    setRun: nothing,
    close: () => true,
    rename: () => true,
    open: opened,
  };
  const place = document.body.appendChild(document.createElement('div'));
  const scroller = createRef<HTMLElement>();
  scroller.current = place;
  root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SessionContext value={{ user, navigation: [], signOut: async () => undefined }}>
          <PageContext value={page}>
            <ScrollerContext value={scroller}>
              <MemoryRouter initialEntries={[`/profile/basic/${runId}`]}>
                <Routes>
                  <Path path="/profile/basic/:id" element={<RunPage />} />
                </Routes>
              </MemoryRouter>
            </ScrollerContext>
          </PageContext>
        </SessionContext>
      </QueryClientProvider>,
    ),
  );
  await settled(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(2));
}

async function settled(check: () => void) {
  await act(async () => {
    await vi.waitFor(check);
  });
}

const journal = () => document.querySelector('.journal')?.textContent ?? '';

beforeEach(async () => {
  vi.stubGlobal('fetch', fetched);
  serve();
  await showLanguage('zh-CN');
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  fetched.mockReset();
  opened.mockReset();
});

describe('the page of a listing run', () => {
  it('tells of a product without a receipt why it cannot double', async () => {
    await show();

    await settled(() => expect(journal()).toContain('没有回执'));

    expect(journal()).toContain('bb-7f3a0420');
    expect(journal()).toContain('不会重复，也不会遗漏');
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
    const retry = [...document.querySelectorAll('button')].find(
      (button) => button.textContent === '只重试 2 项',
    );

    await act(async () => retry?.click());
    await settled(() => expect(opened).toHaveBeenCalled());

    expect(opened).toHaveBeenCalledWith(`/profile/basic/${newRunId}`);
    const writes = fetched.mock.calls.filter(([, init]) => init?.method === 'POST');
    expect(writes.map(([address]) => String(address))).toEqual([`${apiBase}/listing/runs/${runId}/retry`]);
  });
});
