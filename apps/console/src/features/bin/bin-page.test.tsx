// @vitest-environment happy-dom
import type { BinnedProduct } from '@bowerbird/contract/products/bin';
import { deleteFromBin, listBin, restoreFromBin } from '@bowerbird/contract/products/bin';
import { afterEach, expect, it } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, showPage } from '../../testing/signed-in-page.tsx';
import BinPage from './bin-page.tsx';

const id = '0199aaaa-0000-7000-8000-00000000000a';
const mug: BinnedProduct = {
  id,
  binId: id,
  title: '蓝色马克杯',
  imageUrl: null,
  sku: 'MUG-1',
  price: '55.90',
  currency: 'USD',
  variantCount: 1,
  stores: 2,
  binnedAt: '2026-11-20T08:00:00Z',
  goneAt: '2026-12-20T08:00:00Z',
  by: '王敏',
};

let shown: ShownPage;
afterEach(() => shown.close());

async function open(api: FakeApi, items: BinnedProduct[] = [mug]) {
  api.answer(listBin, { items, total: items.length, totalIsEstimate: false, nextCursor: null });
  shown = await showPage(api, <BinPage />, '/products/bin', '/products/bin');
}

it('says who deleted a product, until when it can be restored, and that stores still have it; and restores it', async () => {
  const api = new FakeApi();
  api.answer(restoreFromBin, { restored: 1, unlinked: 0 });
  await open(api);
  await says('王敏');
  await says('仍在 2 个店铺中');

  await press(button('恢复「蓝色马克杯」'));

  await says('已恢复 1 件');
  expect(api.bodiesOf(restoreFromBin)).toEqual([{ ids: [id] }]);
});

it('deletes for good only after asking', async () => {
  const api = new FakeApi();
  api.answer(deleteFromBin, { deleted: 1 });
  await open(api);
  await says('王敏');
  await press(button('彻底删除「蓝色马克杯」'));
  await says('之后无法恢复');
  expect(api.bodiesOf(deleteFromBin)).toEqual([]);

  await press(button('彻底删除'));

  await says('已彻底删除 1 件');
  expect(api.bodiesOf(deleteFromBin)).toEqual([{ ids: [id] }]);
});

it('says so when it is empty', async () => {
  await open(new FakeApi(), []);

  await says('回收站是空的');
});
