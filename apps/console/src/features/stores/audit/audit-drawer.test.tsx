// @vitest-environment happy-dom
import { listAudits, type StoreAudit } from '@bowerbird/contract/listing/audit';
import { listStores } from '@bowerbird/contract/listing/stores';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { FakeApi, pressReady, settled, showPage } from '../../../testing/signed-in-page.tsx';
import { storeWith } from '../../../testing/store.ts';
import StoresPage from '../stores-page.tsx';

const store = storeWith({ name: 'Aster Us', secretEnding: '4f2a', checkedAt: '2026-11-20T08:00:00Z' });
const audit: StoreAudit = {
  listed: 1200,
  open: 0,
  duplicates: 1,
  missing: 2,
  orphans: 0,
  unfinished: 0,
  accepted: [{ count: 3, by: '林晓', at: '2026-11-20T08:00:00Z' }],
  agrees: false,
  guarantee: 'store-side-key',
  at: '2026-11-20T03:00:00Z',
};

let api: FakeApi;
let page: ShownPage;
beforeEach(() => {
  api = new FakeApi();
  api.answer(listStores, [store]);
});
afterEach(() => page.close());

const drawer = () => document.querySelector('.ant-drawer')?.textContent ?? '';

it('says at the store what the last night found, and opens each figure with what to do about it', async () => {
  api.answer(listAudits, [{ storeId: store.id, name: store.name, audit }]);
  page = await showPage(api, <StoresPage />, '/list/card', '/list/card');

  await pressReady('每晚核对：3 处不一致');
  await settled(() => expect(drawer()).toContain('1,200'));

  expect(drawer()).toContain('店铺已删除。可以重新刊登');
  expect(drawer()).toContain('你在店铺里复制的请自行删除');
  expect(drawer()).not.toContain('不出售的话请在店铺删除');
  expect(drawer()).toContain('林晓');
});

it('explains the check of a store that was never checked, and how to make it now', async () => {
  api.answer(listAudits, [{ storeId: store.id, name: store.name, audit: null }]);
  page = await showPage(api, <StoresPage />, '/list/card', '/list/card');

  await pressReady('每晚核对：尚未进行');

  await settled(() => expect(drawer()).toContain('bowerbird audit --store "Aster Us"'));
});
