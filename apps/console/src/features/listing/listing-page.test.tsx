// @vitest-environment happy-dom
import type { CurrentUser } from '@bowerbird/contract/account';
import { checkListing, startListing } from '@bowerbird/contract/listing';
import { getProductFacets, queryProducts } from '@bowerbird/contract/products';
import type { Route } from '@bowerbird/contract/route';
import { apiBase } from '@bowerbird/contract/route';
import type { Store } from '@bowerbird/contract/stores';
import { listStores } from '@bowerbird/contract/stores';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'zod/mini';
import { showLanguage } from '../../lib/language.ts';
import { PageContext } from '../../lib/page.ts';
import { SessionContext } from '../../lib/session.ts';
import ListingPage from './listing-page.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const ids = ['01a1fa5d-0000-7000-8000-00000000000a', '01a1fa5d-0000-7000-8000-00000000000b'];
const runId = '01a1fa5d-13c7-73c0-a944-fb63ab28b03f';
const store: Store = {
  id: '01a1fa4b-ed99-77c5-9e76-6c0f037de7fd',
  name: 'Aster US',
  platform: 'shopify',
  domain: 'aster-us.myshopify.com',
  address: 'https://aster-us.myshopify.com/',
  state: 'ready',
  fault: null,
  connection: 'token',
  secretEnding: null,
  rights: [],
  currency: 'USD',
  limits: null,
  counts: { listed: 0, refused: 0, unsure: 0 },
  practice: false,
  checkedAt: null,
  createdAt: '2026-11-20T08:00:00Z',
};
const lost: Store = {
  ...store,
  id: '01a1fa4b-ed99-77c5-9e76-6c0f037de7fe',
  name: 'Casa Ipê',
  state: 'lost',
  fault: { code: 'store.access-denied', params: { store: 'Casa Ipê' } },
};
const report = {
  products: 2,
  fitsAny: 1,
  stores: [
    {
      storeId: store.id,
      fits: 1,
      creates: 1,
      updates: 0,
      problems: [
        {
          kind: 'refused',
          code: 'store.too-many-options',
          params: { n: 5, max: 3 },
          count: 1,
          productIds: [ids[1]],
        },
        { kind: 'lost', code: 'fit.never-heard-of', params: {}, count: 1, productIds: [ids[0]] },
      ],
      forecastSeconds: 195,
      boundBy: 'points',
    },
  ],
};

const fetched = vi.fn<typeof fetch>();
const opened = vi.fn<(path: string) => void>();
let root: Root;

function answer(route: Route, data: unknown): Response {
  return Response.json({ data: parse(route.answer, data) });
}

function serve() {
  fetched.mockImplementation(async (address) => {
    switch (String(address).slice(apiBase.length)) {
      case '/stores':
        return answer(listStores, [store, lost]);
      case '/products/facets':
        return answer(getProductFacets, { tags: [], categories: [], sources: [], vendors: [] });
      case '/products/query':
        return answer(queryProducts, {
          items: [],
          total: 500,
          totalIsEstimate: false,
          nextCursor: null,
          milliseconds: 3,
        });
      case '/listing/check':
        return answer(checkListing, report);
      case '/listing/runs':
        return answer(startListing, { runId });
      default:
        return Response.json({ data: [] });
    }
  });
}

async function show() {
  const permissions = [{ permissionId: 'listing', actionEntitySet: [{ action: 'add' }] }];
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
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SessionContext value={{ user, navigation: [], signOut: async () => undefined }}>
          <PageContext value={page}>
            <MemoryRouter>
              <ListingPage />
            </MemoryRouter>
          </PageContext>
        </SessionContext>
      </QueryClientProvider>,
    ),
  );
  await settled(() => expect(document.querySelectorAll('.store-choice')).toHaveLength(2));
}

async function settled(check: () => void) {
  await act(async () => {
    await vi.waitFor(check);
  });
}

async function press(label: string) {
  const find = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label);
  await settled(() => expect(find()?.disabled, label).toBe(false));
  await act(async () => find()?.click());
}

const shown = () => document.body.textContent ?? '';

beforeEach(async () => {
  vi.stubGlobal('fetch', fetched);
  serve();
  sessionStorage.clear();
  sessionStorage.setItem('bowerbird.selection', JSON.stringify({ selection: { ids }, count: 2 }));
  await showLanguage('zh-CN');
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  fetched.mockReset();
  opened.mockReset();
});

describe('listing in bulk', () => {
  it('lists what was selected in the product list, as the report has told, and opens the run', async () => {
    await show();
    await press('看适配报告');
    await settled(() => expect(shown()).toContain('选项超过 3 个'));

    expect(shown()).toContain('3 分 15 秒');
    expect(shown()).toContain('有 1 项会被拒绝');
    await press('刊登 1 件到 1 家店');
    await settled(() => expect(opened).toHaveBeenCalledWith(`/profile/basic/${runId}`));

    const sent = fetched.mock.calls.find(([address]) => String(address).endsWith('/listing/runs'));
    expect(startListing.body && parse(startListing.body, JSON.parse(String(sent?.[1]?.body)))).toEqual({
      storeIds: [store.id],
      selection: { ids },
      options: { status: 'active', publish: true, again: false },
      dryRun: false,
    });
  });

  it('keeps the goods, the stores and the options when one goes back', async () => {
    await show();
    await press('看适配报告');
    await settled(() => expect(document.querySelectorAll('input[name="listing-status"]')).toHaveLength(2));
    const draft = document.querySelectorAll<HTMLInputElement>('input[name="listing-status"]')[1];
    await act(async () => draft?.click());

    await press('上一步');

    expect(shown()).toContain('件，来自您的选择');
    expect(document.querySelectorAll('.store-choice.chosen')).toHaveLength(1);
    await press('看适配报告');
    await settled(() => expect(document.querySelectorAll('input[name="listing-status"]')).toHaveLength(2));
    expect(document.querySelectorAll<HTMLInputElement>('input[name="listing-status"]')[1]?.checked).toBe(
      true,
    );
  });

  it('says why a store cannot be chosen', async () => {
    await show();

    const [, shut] = document.querySelectorAll('.store-choice');

    expect(shut?.textContent).toContain('「Casa Ipê」的授权已失效');
    expect(shut?.querySelector('input')?.disabled).toBe(true);
  });
});
