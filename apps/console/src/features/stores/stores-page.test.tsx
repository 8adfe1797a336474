// @vitest-environment happy-dom

import { listPlatforms } from '@bowerbird/contract/collect/platforms';
import type { ErrorCode } from '@bowerbird/contract/errors';
import { AppError } from '@bowerbird/contract/errors';
import type { Store } from '@bowerbird/contract/listing/stores';
import {
  beginGrant,
  connectStore,
  listStores,
  probeStore,
  updateStore,
} from '@bowerbird/contract/listing/stores';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { FakeApi, pressReady, settled, showPage } from '../../testing/signed-in-page.tsx';
import { storeWith } from '../../testing/store.ts';
import StoresPage from './stores-page.tsx';

const rights = [
  { right: 'write_products', held: true, needed: true },
  { right: 'write_inventory', held: true, needed: true },
];
const store = storeWith({
  name: 'Aster Us',
  secretEnding: '4f2a',
  rights,
  checkedAt: '2026-11-20T08:00:00Z',
});
const shopify = {
  id: 'shopify',
  name: 'Shopify',
  letters: 'Sf',
  hue: '#2C6E3B',
  collects: true,
  lists: true,
  searches: false,
  access: [],
  connections: [{ id: 'token', fields: [{ name: 'token', secret: true }] }],
};

const shopyy = {
  ...shopify,
  id: 'shopyy',
  name: 'Shopyy',
  connections: [
    {
      id: 'token',
      fields: [
        { name: 'token', secret: true },
        { name: 'apiDomain', secret: false, optional: true },
      ],
    },
  ],
};
const shoplazza = {
  ...shopify,
  id: 'shoplazza',
  name: 'Shoplazza',
  connections: [
    {
      id: 'app',
      fields: [
        { name: 'clientId', secret: false },
        { name: 'clientSecret', secret: true },
        { name: 'refreshToken', secret: true, optional: true },
      ],
      granted: { returnsTo: 'https://console.example/back' },
    },
  ],
};

let api: FakeApi;
let page: ShownPage;

/** Refuses the first connection attempt, and accepts the next. */
function refuse(code: ErrorCode, params: Record<string, string>) {
  let tries = 0;
  api.answer(listPlatforms, [shopify]);
  api.answer(listStores, () => (tries > 1 ? [store] : []));
  api.answer(connectStore, () => {
    tries += 1;
    if (tries === 1) {
      throw new AppError(code, '', { params });
    }
    return store;
  });
}

async function show() {
  page = await showPage(api, <StoresPage />, '/list/card', '/list/card');
  await settled(() => expect(document.querySelector('.empty button')).not.toBeNull());
}

async function type(name: string, value: string) {
  const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Goes to the last step with an address and a token. */
async function fill() {
  await pressReady('连接店铺');
  await pressReady('下一步');
  await type('domain', 'admin.shopify.com/store/aster-us');
  await pressReady('下一步');
  await type('token', 'shpat_0123456789');
}

const shownRights = () =>
  [...document.querySelectorAll('.right')].map((line) => line.textContent?.replace(/\s+/g, ' ') ?? '');

beforeEach(() => {
  api = new FakeApi();
});
afterEach(() => page.close());

describe('connecting a store', () => {
  it('shows each right that is missing with what to do, and connects once it is there', async () => {
    refuse('store.scope-missing', { scope: 'write_inventory', held: 'write_products' });
    await show();
    await fill();

    await pressReady('连接并检查');
    await settled(() => expect(shownRights()).toHaveLength(2));

    expect(shownRights()[0]).toContain('write_inventory');
    expect(shownRights()[0]).toContain('勾选 write_inventory');
    expect(shownRights()[1]).toMatch(/write_products.*已有/);

    await pressReady('再次检查');
    await settled(() => expect(document.body.textContent).toContain('“Aster Us”已连接'));

    expect(api.bodiesOf(connectStore).at(-1)).toEqual({
      platform: 'shopify',
      name: 'Aster Us',
      domain: 'admin.shopify.com/store/aster-us',
      connection: 'token',
      credentials: { token: 'shpat_0123456789' },
    });
  });

  it('names the store under which the shop is connected already, and keeps what was typed', async () => {
    refuse('store.already-connected', { store: '木槿小铺' });
    await show();
    await fill();

    await pressReady('连接并检查');
    await settled(() => expect(document.querySelector('[role="alert"]')).not.toBeNull());

    expect(document.querySelector('[role="alert"]')?.textContent).toContain('木槿小铺');
    expect(document.querySelector<HTMLInputElement>('input[name="token"]')?.value).toBe('shpat_0123456789');
  });

  it('reports a wrong address at the address and not at the token', async () => {
    refuse('store.not-found', { store: 'Aster Us' });
    await show();
    await fill();

    await pressReady('连接并检查');
    await settled(() => expect(document.querySelector('input[name="domain"]')).not.toBeNull());

    expect(document.querySelector('input[name="domain"]')?.getAttribute('aria-invalid')).toBe('true');
  });

  it('asks for what is needed, and leaves out what may be left out', async () => {
    api.answer(listPlatforms, [shopyy]);
    api.answer(listStores, []);
    api.answer(connectStore, () => ({ ...store, platform: 'shopyy' }));
    await show();
    await fill();

    await pressReady('连接并检查');
    await settled(() => expect(document.body.textContent).toContain('“Aster Us”已连接'));

    expect(api.bodiesOf(connectStore)[0]).toMatchObject({ credentials: { token: 'shpat_0123456789' } });
  });

  it('shows in its place why a person is not sent to the shop that must authorise the app', async () => {
    api.answer(listPlatforms, [shoplazza]);
    api.answer(listStores, []);
    api.answer(beginGrant, () => {
      throw new AppError('address.invalid', '', { params: { field: 'domain' } });
    });
    await show();
    await pressReady('连接店铺');
    await pressReady('下一步');
    await type('domain', 'not an address');
    await pressReady('下一步');
    expect(document.querySelector('input[name="refreshToken"]')).toBeNull();
    expect(document.body.textContent).toContain('https://console.example/back');
    await type('clientId', 'an app');
    await type('clientSecret', 'its secret');

    await pressReady('前往店铺');
    await settled(() => expect(document.querySelector('input[name="domain"]')).not.toBeNull());

    expect(document.querySelector('input[name="domain"]')?.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('keeping products apart', () => {
  const lazza: Store = {
    ...store,
    platform: 'shoplazza',
    keeping: { uniqueKey: 'unknown', probes: true, probedAt: null, draftFirst: false, careful: false },
  };

  async function open() {
    api.answer(listPlatforms, [shoplazza]);
    api.answer(listStores, [lazza]);
    page = await showPage(api, <StoresPage />, '/list/card', '/list/card');
    await pressReady('防重复：先核实再重发');
  }

  it('is proven by a probe when somebody asks for one, and its date stands there then', async () => {
    const proven = { ...lazza.keeping, uniqueKey: 'proven', probedAt: new Date().toISOString() } as const;
    api.answer(probeStore, () => {
      api.answer(listStores, [{ ...lazza, keeping: proven }]);
      return { ...lazza, keeping: proven };
    });
    await open();
    expect(document.body.textContent).toContain('还没有检测过');

    await pressReady('开始检测');
    await settled(() => expect(document.body.textContent).toContain('检测结果：'));

    expect(document.body.textContent).toContain('重新检测');
  });

  it('is made careful by a switch that says what it costs', async () => {
    api.answer(updateStore, () => ({ ...lazza, keeping: { ...lazza.keeping, careful: true } }));
    await open();
    expect(document.body.textContent).toContain('所以速度减半');

    await act(async () => document.querySelector<HTMLElement>('[role="switch"]')?.click());
    await settled(() => expect(api.bodiesOf(updateStore)).toEqual([{ careful: true }]));
  });
});
