// @vitest-environment happy-dom
import type { DriftFacets, DriftItem } from '@bowerbird/contract/listing/states';
import { decideDrift, getDriftFacets, listDrift, undoPull } from '@bowerbird/contract/listing/states';
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, settled, showPage } from '../../../testing/signed-in-page.tsx';
import DriftPage from './drift-page.tsx';

const storeId = '01a1fa4b-ed99-77c5-9e76-6c0f037de7f1';
const listingId = '01a1fa4b-ed99-77c5-9e76-6c0f037de7f2';
const editSetId = '01a1fa4b-ed99-77c5-9e76-6c0f037de7f3';
const runId = '01a1fa4b-ed99-77c5-9e76-6c0f037de7f4';
const at = '2026-11-18T09:31:00Z';
const lamp: DriftItem = {
  listingId,
  productId: '01a1fa4b-ed99-77c5-9e76-6c0f037de7f5',
  title: '亚麻罩台灯',
  imageUrl: null,
  sku: 'L-1',
  storeId,
  storeAddress: null,
  storeImageUrl: 'https://aster.example/lamp.jpg',
  currency: 'USD',
  gone: false,
  unread: false,
  readAt: at,
  fields: [
    {
      key: 'title',
      kind: 'title',
      variant: null,
      sent: '亚麻罩台灯',
      store: '亚麻罩台灯（促销）',
      ours: '亚麻罩台灯',
      canPush: true,
      canPull: true,
      because: null,
    },
    {
      key: 'variants.v1.price',
      kind: 'price',
      variant: [],
      sent: '40.00',
      store: '35.00',
      ours: '40.00',
      canPush: true,
      canPull: false,
      because: 'by-rule',
    },
  ],
};

let api: FakeApi;
let page: ShownPage;
let items: DriftItem[];

beforeEach(() => {
  api = new FakeApi();
  items = [lamp];
  api.answer(listDrift, () => ({
    items,
    total: items.length,
    totalIsEstimate: false,
    nextCursor: null,
  }));
  api.answer(
    getDriftFacets,
    (): DriftFacets => ({
      products: items.length,
      gone: 0,
      kinds: [
        { kind: 'title', count: 1 },
        { kind: 'price', count: 1 },
      ],
      stores: [
        {
          storeId,
          name: '杂货店',
          platform: 'shopify',
          count: items.length,
          comparison: { state: 'idle', done: 1, total: 1, endedAt: at, nextAt: null, fault: null },
        },
      ],
    }),
  );
});
afterEach(async () => {
  await act(async () => page.close());
});

it('takes a value from the store, says so with an undo, and does not let what a rule sets be taken', async () => {
  page = await showPage(api, <DriftPage />, '/listing/drift', '/listing/drift');
  await says('亚麻罩台灯');
  await says('$35.00');
  await says('不能以店铺为准');
  const [title, price] = [...document.querySelectorAll('.drift-row')];
  expect(price?.querySelector('button')?.disabled).toBe(true);
  api.answer(decideDrift, () => {
    items = [{ ...lamp, fields: lamp.fields.slice(1) }];
    return { decided: 1, impossible: 0, runIds: [], editSetId };
  });
  api.answer(undoPull, { restored: 1, spared: 0 });

  await press(title?.querySelector('button') as HTMLElement);
  await says('已处理 1 处');
  expect(api.bodiesOf(decideDrift)).toEqual([{ decisions: [{ listingId, side: 'store', keys: ['title'] }] }]);
  await press(button('撤销'));
  await settled(() => expect(api.bodiesOf(undoPull)).toHaveLength(1));
});

it('shows both texts clean, with only the words marked that the other one lacks, and the store’s own image', async () => {
  const escaped = '&lt;p&gt;Solid oak, &lt;b&gt;hand oiled&lt;/b&gt;.&lt;/p&gt;';
  items = [
    {
      ...lamp,
      fields: [
        {
          key: 'descriptionHtml',
          kind: 'description',
          variant: null,
          sent: '<p>Solid oak, hand made.</p>',
          store: escaped,
          ours: '<p>Solid oak, <i>hand made</i>.</p>',
          canPush: true,
          canPull: true,
          because: null,
        },
        {
          ...(lamp.fields[0] as DriftItem['fields'][number]),
          key: 'tags',
          kind: 'tags',
          store: ['sale', 'oak'],
          ours: ['oak', 'new'],
        },
      ],
    },
  ];
  page = await showPage(api, <DriftPage />, '/listing/drift', '/listing/drift');
  await says('Solid oak');

  const cells = [...document.querySelectorAll('.drift-cell')];
  const marked = cells.map((cell) =>
    [...cell.querySelectorAll('ins, del')].map(({ textContent }) => textContent),
  );
  expect(cells[0]?.textContent).toContain('Solid oak, hand oiled.');
  expect(marked).toEqual([['oiled'], ['made'], ['sale'], ['new']]);
  expect(document.querySelector('.drift-store-image img')?.getAttribute('src')).toBe(
    'https://aster.example/lamp.jpg',
  );
  expect(['以店铺为准', '覆盖店铺', '忽略'].map((name) => button(name).disabled)).toEqual([
    false,
    false,
    false,
  ]);
});

it('overwrites a whole product with ours, and shows the run', async () => {
  page = await showPage(api, <DriftPage />, '/listing/drift', '/listing/drift');
  await says('亚麻罩台灯');
  api.answer(decideDrift, () => {
    items = [];
    return { decided: 2, impossible: 0, runIds: [runId], editSetId: null };
  });

  await press(button('全部覆盖店铺'));
  await says('各店铺与发送的内容一致');

  expect(api.bodiesOf(decideDrift)).toEqual([
    { decisions: [{ listingId, side: 'ours', keys: ['title', 'variants.v1.price'] }] },
  ]);
});
