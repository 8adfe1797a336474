// @vitest-environment happy-dom
import type { StoredOtherwise } from '@bowerbird/contract/listing/as-stored';
import { listStoredOtherwise, publishAsStored, removeAsStored } from '@bowerbird/contract/listing/as-stored';
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { FakeApi, pressReady, settled, showPage } from '../../testing/signed-in-page.tsx';
import StoredOtherwiseList from './stored-otherwise.tsx';

const runId = '01a1fa5d-13c7-73c0-a944-fb63ab28b03f';
const newRunId = '01a1fa60-0000-73c0-a944-fb63ab28b03f';

function kept(id: string, title: string): StoredOtherwise {
  return {
    listingId: `01a1fa5d-0000-7000-8000-00000000000${id}`,
    productId: `01a1fa5d-0000-7000-8000-0000000000a${id}`,
    title,
    imageUrl: null,
    storeId: '01a1fa4b-ed99-77c5-9e76-6c0f037de7fd',
    storeName: 'Aster US',
    fields: [
      { field: 'variants.0.sku', sent: 'A&B', stored: 'A&amp;B', said: 'sku: sent A&B, stored A&amp;B' },
      { field: null, sent: null, stored: null, said: 'productType stays as it was' },
    ],
    at: null,
  };
}

let api: FakeApi;
let page: ShownPage;
beforeEach(() => {
  api = new FakeApi();
  const items = [kept('1', '铸铁茶壶'), kept('2', '绒休闲椅')];
  api.answer(listStoredOtherwise, { items, total: 2, totalIsEstimate: false, nextCursor: null });
  api.answer(publishAsStored, { runId: newRunId });
  api.answer(removeAsStored, { runId: newRunId });
});
afterEach(() => page.close());

async function show() {
  page = await showPage(api, <StoredOtherwiseList of={{ runId }} />, '/run', '/run');
  await settled(() => expect(document.body.textContent).toContain('铸铁茶壶'));
}

/** Presses the button that confirms in the dialog. */
async function confirm() {
  await settled(() => expect(document.querySelector('[role="dialog"]')).not.toBeNull());
  const sure = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].at(-1);
  await act(async () => sure?.click());
}

it('shows field, sent and stored value, and what the store said where there is no more', async () => {
  await show();

  const [table] = document.querySelectorAll('.stored-fields');
  expect([...(table?.querySelectorAll('tbody tr') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'SKUA&BA&amp;B',
    '–productType stays as it was',
  ]);
});

it('publishes all that the run left, with their number, once a person confirmed it, and opens the run', async () => {
  await show();
  await pressReady('全部 2 件按店铺现值公开');
  await settled(() => expect(document.querySelector('[role="dialog"]')?.textContent).toContain('由你作出'));
  expect(api.bodiesOf(publishAsStored)).toEqual([]);
  await confirm();

  await settled(() => expect(page.opened).toEqual([`/profile/basic/${newRunId}`]));
  expect(api.bodiesOf(publishAsStored)).toEqual([{ runId, expected: 2 }]);
});

it('removes a single product instead', async () => {
  await show();
  const remove = [...document.querySelectorAll<HTMLButtonElement>('article button')][1];
  await act(async () => remove?.click());
  await confirm();

  await settled(() => expect(page.opened).toEqual([`/profile/basic/${newRunId}`]));
  expect(api.bodiesOf(removeAsStored)).toEqual([{ listingIds: [kept('1', '').listingId] }]);
});
