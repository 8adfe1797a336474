// @vitest-environment happy-dom
import { recogniseAddresses } from '@bowerbird/contract/collect/collect';
import type { CopyRun } from '@bowerbird/contract/collect/copying';
import { getCopy, resumeCopy, startCopy } from '@bowerbird/contract/collect/copying';
import { listPlatforms } from '@bowerbird/contract/collect/platforms';
import { listStores } from '@bowerbird/contract/listing/stores';
import type { Run } from '@bowerbird/contract/runs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PlatformScopeContext } from '../../lib/data/platform-scope.ts';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { FakeApi, press, pressReady, says, settled, showPage } from '../../testing/signed-in-page.tsx';
import { storeWith } from '../../testing/store.ts';
import CopyPage from './copy-page.tsx';
import CopyRunPage from './copy-run-page.tsx';

const id = '01a1fa4b-ed99-77c5-9e76-6c0f037de7f1';
const storeId = '01a1fa4b-ed99-77c5-9e76-6c0f037de7fd';
const at = '2026-11-18T09:31:00Z';
const store = storeWith({ id: storeId, createdAt: at });
const run: Run = {
  id,
  kind: 'collect',
  state: 'complete',
  title: 'glade.example',
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
const copy: CopyRun = {
  id,
  title: 'glade.example',
  platform: 'shopify',
  scope: 'category',
  address: 'https://glade.example/collections/new',
  stores: [{ id: storeId, name: 'Aster US', platform: 'shopify' }],
  edits: [],
  options: { status: 'active', publish: true, again: false },
  state: 'stopped',
  step: 'listing',
  steps: [
    { step: 'collecting', run },
    { step: 'claiming', run: { ...run, kind: 'claim' } },
    { step: 'listing', run: null },
  ],
  fault: { code: 'store.access-denied', params: { store: 'Aster US' } },
  collected: null,
  listed: null,
  confirmedBy: '林晓',
  confirmedAt: at,
  createdAt: at,
};

const requested = {
  id: 'shopify',
  name: 'Shopify',
  letters: 'Sf',
  hue: '#2C6E3B',
  collects: true,
  searches: true,
  lists: true,
  connections: [],
  access: [],
  supportsStockRequests: true,
};

/** The checkbox that requests inventory. */
function stockBox(): HTMLElement {
  const label = [...document.querySelectorAll('label')].find((each) =>
    each.textContent?.includes('读取库存数量'),
  );
  return label?.querySelector('input') ?? document.body;
}

let api: FakeApi;
let page: ShownPage;

beforeEach(() => {
  api = new FakeApi();
  api.answer(listStores, [store]);
});
afterEach(() => page.close());

it('reads stock on the way where the merchant wants it and the source can be asked', async () => {
  api.answer(listPlatforms, [requested]);
  api.answer(recogniseAddresses, {
    results: [
      {
        address: 'https://glade.example/',
        candidates: [
          { platform: 'shopify', confidence: 98, evidence: [], scope: 'shop', promised: null, sample: [] },
        ],
        fault: null,
      },
    ],
  });
  api.answer(startCopy, { id });
  const path = '/listing/copy?address=https%3A%2F%2Fglade.example%2F';
  page = await showPage(api, <CopyPage />, path, '/listing/copy');
  await says('读取库存数量');

  await press(stockBox());
  await press(document.querySelector<HTMLElement>('.copy-right input') ?? document.body);
  await pressReady('搬到 1 家店铺');

  await settled(() => expect(api.bodiesOf(startCopy)).toMatchObject([{ platform: 'shopify', stock: true }]));
});

it('copies a category once a person has confirmed the right to, and not before', async () => {
  api.answer(recogniseAddresses, {
    results: [
      {
        address: 'https://glade.example/collections/new',
        candidates: [
          {
            platform: 'shopify',
            confidence: 98,
            evidence: [],
            scope: 'category',
            promised: null,
            sample: [],
          },
        ],
        fault: null,
      },
    ],
  });
  api.answer(startCopy, { id });
  const path = '/listing/copy?address=https%3A%2F%2Fglade.example%2Fcollections%2Fnew';
  page = await showPage(api, <CopyPage />, path, '/listing/copy');
  await says('只搬这个分类');

  await pressReady('搬到 1 家店铺');
  await says('请确认您有权复制这些商品。');
  expect(api.bodiesOf(startCopy)).toEqual([]);
  await press(document.querySelector<HTMLElement>('.copy-right input') ?? document.body);
  await pressReady('搬到 1 家店铺');

  await says('依次采集、认领、刊登');
  expect(api.bodiesOf(startCopy)).toEqual([
    {
      platform: 'shopify',
      scope: 'category',
      address: 'https://glade.example/collections/new',
      edits: [{ kind: 'categories-to-tags' }],
      storeIds: [storeId],
      options: { status: 'active', publish: true, again: false },
      mayCopy: true,
    },
  ]);
  expect(page.opened).toEqual([`/listing/copies/${id}`]);
});

it('says where a copy stopped and why, and begins that step again', async () => {
  let now = copy;
  api.answer(getCopy, () => now);
  api.answer(resumeCopy, () => {
    now = { ...copy, state: 'going', fault: null };
    return now;
  });
  page = await showPage(api, <CopyRunPage />, `/listing/copies/${id}`, '/listing/copies/:id');

  await says('停在这一步：刊登');
  expect(document.body.textContent).toContain('“Aster US”的授权已失效');
  expect(document.body.textContent).toContain('24件已采集');
  await pressReady('重试这一步');

  await says('进行中');
});

it('in the group of WordPress leads to Shopify stores alone, and from WordPress sites alone', async () => {
  const scope = { platform: 'wordpress', name: 'WordPress', tabs: null, paths: {} };
  const inGroup = (
    <PlatformScopeContext value={scope}>
      <CopyPage />
    </PlatformScopeContext>
  );
  const candidate = { confidence: 98, evidence: [], scope: 'shop' as const, promised: null, sample: [] };
  const address = 'https://glade.example/';
  api.answer(listStores, [
    { ...store, id: '01a1fa4b-ed99-77c5-9e76-6c0f037de7fe', name: 'Aster Blog', platform: 'wordpress' },
    store,
  ]);
  api.answer(recogniseAddresses, {
    results: [{ address, candidates: [{ ...candidate, platform: 'shopline' }], fault: null }],
  });
  const pattern = '/platform/wordpress/wordpress-to-shopify';
  const path = `${pattern}?address=${encodeURIComponent(address)}`;
  page = await showPage(api, inGroup, path, pattern);
  await says('这个网址不是 WordPress 网站');
  expect(document.querySelector('.copy-source-line')).toBeNull();
  expect(document.body.textContent).toContain('Aster US');
  expect(document.body.textContent).not.toContain('Aster Blog');
  await page.close();

  api.answer(recogniseAddresses, {
    results: [
      {
        address,
        candidates: [
          { ...candidate, platform: 'shopline' },
          { ...candidate, platform: 'wordpress' },
        ],
        fault: null,
      },
    ],
  });
  api.answer(startCopy, { id });
  page = await showPage(api, inGroup, path, pattern);
  await says('Aster US');
  await press(document.querySelector<HTMLElement>('.copy-right input') ?? document.body);
  await pressReady('搬到 1 家店铺');
  await settled(() => {
    expect(api.bodiesOf(startCopy)).toMatchObject([{ platform: 'wordpress', storeIds: [storeId] }]);
  });
});
