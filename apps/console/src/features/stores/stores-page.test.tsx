// @vitest-environment happy-dom
import type { CurrentUser } from '@bowerbird/contract/account';
import { listPlatforms } from '@bowerbird/contract/platforms';
import type { Route } from '@bowerbird/contract/route';
import { apiBase } from '@bowerbird/contract/route';
import type { Store } from '@bowerbird/contract/stores';
import { connectStore, listStores } from '@bowerbird/contract/stores';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'zod/mini';
import { showLanguage } from '../../lib/language.ts';
import { SessionContext } from '../../lib/session.ts';
import StoresPage from './stores-page.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const fetched = vi.fn<typeof fetch>();
let root: Root;

const rights = [
  { right: 'write_products', held: true, needed: true },
  { right: 'write_inventory', held: true, needed: true },
];
const store: Store = {
  id: '01a1fa4b-ed99-77c5-9e76-6c0f037de7fd',
  name: 'Aster Us',
  platform: 'shopify',
  domain: 'aster-us.myshopify.com',
  address: 'https://aster-us.myshopify.com/',
  state: 'ready',
  fault: null,
  connection: 'token',
  secretEnding: '4f2a',
  rights,
  currency: 'USD',
  limits: null,
  counts: { listed: 0, refused: 0, unsure: 0 },
  practice: false,
  checkedAt: '2026-11-20T08:00:00Z',
  createdAt: '2026-11-20T08:00:00Z',
};
const shopify = {
  id: 'shopify',
  name: 'Shopify',
  letters: 'Sf',
  hue: '#2C6E3B',
  collects: true,
  lists: true,
  connections: [{ id: 'token', fields: [{ name: 'token', secret: true }] }],
};

function answer(route: Route, data: unknown): Response {
  return Response.json({ data: parse(route.answer, data) });
}

function refusal(code: string, params: Record<string, string>): Response {
  return Response.json({ code, message: '', params }, { status: 422 });
}

/** Answers every call by its path; what connecting gives comes one after the other. */
function serve(connecting: Response[]) {
  fetched.mockImplementation(async (address, init) => {
    const path = String(address).slice(apiBase.length);
    if (path === '/platforms') {
      return answer(listPlatforms, [shopify]);
    }
    return init?.method === 'POST'
      ? (connecting.shift() ?? Response.error())
      : answer(listStores, connecting.length === 0 ? [store] : []);
  });
}

const all = (permissionId: string) => ({
  roleId: '1',
  permissionId,
  permissionName: permissionId,
  actionEntitySet: ['add', 'edit', 'delete', 'query', 'get'].map((action) => ({ action, describe: action })),
});

async function show() {
  // Of the user only the rights are read here.
  const user = { role: { permissions: [all('stores')] } } as unknown as CurrentUser;
  root = createRoot(document.body.appendChild(document.createElement('div')));
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () =>
    root.render(
      <QueryClientProvider client={cache}>
        <SessionContext value={{ user, navigation: [], signOut: async () => undefined }}>
          <MemoryRouter>
            <StoresPage />
          </MemoryRouter>
        </SessionContext>
      </QueryClientProvider>,
    ),
  );
  await settled(() => expect(document.querySelector('.empty button')).not.toBeNull());
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

async function type(name: string, value: string) {
  const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Walks to the last step with an address and a token. */
async function fill() {
  await press('连接店铺');
  await press('下一步');
  await type('domain', 'admin.shopify.com/store/aster-us');
  await press('下一步');
  await type('token', 'shpat_0123456789');
}

const shownRights = () =>
  [...document.querySelectorAll('.right')].map((line) => line.textContent?.replace(/\s+/g, ' ') ?? '');

beforeEach(async () => {
  vi.stubGlobal('fetch', fetched);
  await showLanguage('zh-CN');
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  fetched.mockReset();
});

describe('connecting a store', () => {
  it('shows each right that is missing with what to do, and connects once it is there', async () => {
    serve([
      refusal('store.scope-missing', { scope: 'write_inventory', held: 'write_products' }),
      answer(connectStore, store),
    ]);
    await show();
    await fill();

    await press('连接并检查');
    await settled(() => expect(shownRights()).toHaveLength(2));

    expect(shownRights()[0]).toContain('write_inventory');
    expect(shownRights()[0]).toContain('勾选 write_inventory');
    expect(shownRights()[1]).toMatch(/write_products.*已有/);

    await press('再次检查');
    await settled(() => expect(document.body.textContent).toContain('「Aster Us」已连接'));

    const [sent] = fetched.mock.calls.filter(([, init]) => init?.method === 'POST');
    expect(connectStore.body && parse(connectStore.body, JSON.parse(String(sent?.[1]?.body)))).toEqual({
      platform: 'shopify',
      name: 'Aster Us',
      domain: 'admin.shopify.com/store/aster-us',
      connection: 'token',
      credentials: { token: 'shpat_0123456789' },
    });
  });

  it('names the store under which the shop is connected already, and keeps what was typed', async () => {
    serve([refusal('store.already-connected', { store: '木槿小铺' }), answer(connectStore, store)]);
    await show();
    await fill();

    await press('连接并检查');
    await settled(() => expect(document.querySelector('[role="alert"]')).not.toBeNull());

    expect(document.querySelector('[role="alert"]')?.textContent).toContain('木槿小铺');
    expect(document.querySelector<HTMLInputElement>('input[name="token"]')?.value).toBe('shpat_0123456789');
  });

  it('tells a wrong address at the address and not at the token', async () => {
    serve([refusal('store.not-found', { store: 'Aster Us' }), answer(connectStore, store)]);
    await show();
    await fill();

    await press('连接并检查');
    await settled(() => expect(document.querySelector('input[name="domain"]')).not.toBeNull());

    expect(document.querySelector('input[name="domain"]')?.getAttribute('aria-invalid')).toBe('true');
  });
});
