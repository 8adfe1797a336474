// @vitest-environment happy-dom

import { resolveListingConflicts } from '@bowerbird/contract/listing/conflicts';
import type { ListingJournal, ListingRun } from '@bowerbird/contract/listing/listing';
import { getListingJournal } from '@bowerbird/contract/listing/listing';
import type { Run } from '@bowerbird/contract/runs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { FakeApi, press, pressReady, says, settled, showPage } from '../../../testing/signed-in-page.tsx';
import { ConflictActions } from './conflict-actions.tsx';
import type { Place } from './place-cell.tsx';

const runId = '01a1fa5d-13c7-73c0-a944-fb63ab28b03f';
const newRunId = '01a1fa60-0000-73c0-a944-fb63ab28b03f';
const listingId = '01a1fa5d-0000-7000-8000-000000000001';
const at = '2026-11-20T09:14:02Z';

const run: Run = {
  id: runId,
  kind: 'listing',
  state: 'partial',
  title: 'Aster US',
  done: 2,
  total: 2,
  failed: 2,
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
  waiting: 0, intended: 0, sent: 0, verifying: 0, listed: 0, refused: 0, conflict: 2, gone: 0, cancelled: 0, done: 0,
}; // biome-ignore format: one line reads as one count.
const listing: ListingRun = {
  run,
  action: 'list',
  dryRun: false,
  options: { status: 'active', publish: true, again: false },
  products: 3,
  counts,
  storeJobs: [],
  certificate: null,
};
const place: Place = {
  listingId,
  storeId: '01a1fa4b-ed99-77c5-9e76-6c0f037de7fd',
  state: 'conflict',
  at,
  fault: { code: 'store.handle-taken', params: { handle: 'kettle', holder: 'gid://shopify/Product/7' } },
  field: 'handle',
  storeProductId: null,
  storeAddress: null,
  undoGroup: null,
  reason: null,
};

let api: FakeApi;
let page: ShownPage | undefined;

beforeEach(() => {
  api = new FakeApi();
  api.answer(resolveListingConflicts, { runIds: [newRunId], resolved: 1 });
});
afterEach(() => page?.close());

/** Shows the actions on a product's row of an ended run; `now` is the product's current state in the store. */
async function show(shown: Place = place, now: ListingJournal['state'] = shown.state, of = listing) {
  api.answer(getListingJournal, { key: 'bb-7f3a0420', state: now, storeProductId: null, entries: [] });
  page = await showPage(
    api,
    <>
      <p>见下</p>
      <ConflictActions listing={of} place={shown} />
    </>,
    '/',
    '/',
  );
  await says('见下');
  return page;
}

const buttons = () =>
  [...document.querySelectorAll('.conflict-buttons button')].map((each) => each.textContent);

it('takes the one in the store over, for this product alone, and opens the run that does it', async () => {
  const { opened } = await show();
  await settled(() => expect(buttons()).toEqual(['关联店铺商品', 'URL 别名加编号']));
  expect(document.querySelector('.conflict-actions')?.textContent).toContain('编号 7');

  await pressReady('关联店铺商品');

  await settled(() => expect(opened).toEqual([`/profile/basic/${newRunId}`]));
  expect(api.bodiesOf(resolveListingConflicts)).toEqual([
    { which: { listingIds: [listingId] }, choice: 'adopt' },
  ]);
});

it('numbers all products of the run with the same problem, when asked to', async () => {
  await show();
  await says('应用到本次任务的全部同类冲突');
  const similar = document.querySelector<HTMLInputElement>('.conflict-actions input[type=checkbox]');
  await press(similar ?? document.body);

  await pressReady('URL 别名加编号');

  await settled(() =>
    expect(api.bodiesOf(resolveListingConflicts)).toEqual([
      { which: { runId, code: 'store.handle-taken' }, choice: 'rename' },
    ]),
  );
});

it('says so where all was decided elsewhere meanwhile, and opens nothing', async () => {
  api.answer(resolveListingConflicts, { runIds: [], resolved: 0 });
  const { opened } = await show();

  await pressReady('URL 别名加编号');

  await says('冲突状态已变化');
  expect(opened).toEqual([]);
});

it.each<[string, Place]>([
  [
    'what lies in the trash',
    { ...place, fault: { code: 'store.trash-holds-sku', params: { sku: 'K-1' } }, field: 'variants.0.sku' },
  ],
  [
    'another choice of a product that is ours already',
    { ...place, state: 'refused', fault: { code: 'store.sku-taken', params: { sku: 'K-1' } } },
  ],
])('%s is not offered to be taken over, and a number is', async (_what, shown) => {
  await show(shown);

  await settled(() => expect(buttons()).toEqual(['SKU 加编号']));
});

it.each<[string, Place, ListingJournal['state'], ListingRun]>([
  ['was decided since', place, 'listed', listing],
  ['is of a dry run', place, 'conflict', { ...listing, dryRun: true }],
  ['is of a run that goes on', place, 'conflict', { ...listing, run: { ...run, state: 'running' } }],
  [
    'was refused for itself',
    { ...place, state: 'refused', fault: { code: 'store.too-many-options', params: { n: 5, max: 3 } } },
    'refused',
    listing,
  ],
])('offers nothing for what %s', async (_what, shown, now, of) => {
  await show(shown, now, of);
  await settled(() => expect(document.body.textContent).toContain('见下'));
  await new Promise((resolve) => setTimeout(resolve, 50));

  expect(buttons()).toEqual([]);
});
