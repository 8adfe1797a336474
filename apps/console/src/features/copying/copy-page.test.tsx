// @vitest-environment happy-dom
import { recogniseAddresses } from '@bowerbird/contract/collect';
import type { CopyRun } from '@bowerbird/contract/copying';
import { getCopy, resumeCopy, startCopy } from '@bowerbird/contract/copying';
import type { Run } from '@bowerbird/contract/runs';
import type { Store } from '@bowerbird/contract/stores';
import { listStores } from '@bowerbird/contract/stores';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { FakeApi, press, pressReady, says, showPage } from '../../testing/signed-in-page.tsx';
import CopyPage from './copy-page.tsx';
import CopyRunPage from './copy-run-page.tsx';

const id = '01a1fa4b-ed99-77c5-9e76-6c0f037de7f1';
const storeId = '01a1fa4b-ed99-77c5-9e76-6c0f037de7fd';
const at = '2026-11-18T09:31:00Z';
const store: Store = {
  id: storeId,
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
  keeping: { uniqueKey: 'always', probes: false, probedAt: null, hiddenFirst: false, careful: null },
  counts: { listed: 0, refused: 0, unsure: 0 },
  practice: false,
  checkedAt: null,
  createdAt: at,
};
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

let api: FakeApi;
let page: ShownPage;

beforeEach(() => {
  api = new FakeApi();
  api.answer(listStores, [store]);
});
afterEach(() => page.close());

it('copies a category once a person has said that he may, and not before', async () => {
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
  await says('只复制这个分类');

  await pressReady('复制到 1 家店铺');
  await says('请确认您有权复制这些商品。');
  expect(api.bodiesOf(startCopy)).toEqual([]);
  await press(document.querySelector<HTMLElement>('.copy-right input') ?? document.body);
  await pressReady('复制到 1 家店铺');

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
  expect(document.body.textContent).toContain('「Aster US」的授权已失效');
  expect(document.body.textContent).toContain('24件已采集');
  await pressReady('重试这一步');

  await says('进行中');
});
