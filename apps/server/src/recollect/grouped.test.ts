import { applyEdits } from '@bowerbird/catalog/edits/edit';
import type { listConflicts, resolveSimilar as similarRoute } from '@bowerbird/contract/collect/recollect';
import type { listAlerts } from '@bowerbird/contract/collect/watches';
import { AppError } from '@bowerbird/contract/errors';
import type { AnswerOf } from '@bowerbird/contract/route';
import { expect, it } from 'vitest';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { testPerson } from '../../testing/products/products.ts';
import { asOwner } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import { OpenEditSet, stepsOf } from '../products/history/edit-sets.ts';
import { writeProducts } from '../products/write/write.ts';
import { findMergeable } from './mergeable.ts';
import { resolveSimilar } from './resolve.ts';
import { change, recollectTests } from './testing.ts';
import { saveRejected } from './watches/alerts.ts';

const { db } = await testDatabase();
const tests = await recollectTests(db);
const { ownerId } = tests;

it('asks one question about all that one edit wrote, and leaves what was edited by hand', async () => {
  const shop = feedShop(5);
  const ids = await tests.claimed('grouped.example', shop);
  const [byHand = '', ...atOnce] = ids;
  const dearer = [{ kind: 'multiply-price' as const, by: '1.3' }];
  await tests.edit(byHand, dearer);
  const editSet = OpenEditSet.of(ownerId, { kind: 'edited', userId: null, steps: stepsOf(dearer) });
  await asOwner(db, ownerId, (owned) =>
    writeProducts(owned, ownerId, editSet, atOnce, (product) => applyEdits(product, dearer)),
  );
  shop.products.forEach((_, at) => {
    change(shop, at, { price: `${70 + at}.00` });
  });
  await tests.again('grouped.example', shop);

  const open = await tests.call<AnswerOf<typeof listConflicts>>('GET', '/recollect/conflicts');
  const one = await tests.call<{ conflicts: { editSetId: string }[] }>(
    'GET',
    `/recollect/conflicts/${atOnce[0]}`,
  );
  const prices = await tests.prices(ids);
  const answered = await tests.call<AnswerOf<typeof similarRoute>>('POST', '/recollect/resolve-similar', {
    side: 'mine',
    field: 'variants',
    shop: null,
    editSetId: editSet.id,
  });
  const left = await tests.call<AnswerOf<typeof listConflicts>>('GET', '/recollect/conflicts');

  expect(open.total).toBe(5);
  expect(open.edits).toMatchObject([{ editSetId: editSet.id, field: 'variants', count: 4 }]);
  expect(one.conflicts).toMatchObject([{ editSetId: editSet.id }]);
  expect(answered.resolved).toBe(4);
  expect(left.items.map(({ productId }) => productId)).toEqual([byHand]);
  expect(await tests.prices(ids)).toEqual(prices);
});

it('decides no more than so many at once, says that there are more, and goes on with the rest', {
  tags: ['slow'],
}, async () => {
  const shop = feedShop(150);
  const all = await tests.claimed('parts.example', shop);
  const dearer = [{ kind: 'multiply-price' as const, by: '1.3' }];
  const editSet = OpenEditSet.of(ownerId, { kind: 'edited', userId: null, steps: stepsOf(dearer) });
  await asOwner(db, ownerId, (owned) =>
    writeProducts(owned, ownerId, editSet, all, (product) => applyEdits(product, dearer)),
  );
  shop.products.forEach((_, at) => {
    change(shop, at, { price: `${70 + at}.00` });
  });
  await tests.again('parts.example', shop);
  const user = { id: await testPerson(db, ownerId, 'Bo') };
  // Nothing else of the call is used.
  const call = { ownerId, user, db: (work) => asOwner(db, ownerId, work) } as Call;
  const request = {
    side: 'mine',
    field: 'variants',
    shop: null,
    editSetId: editSet.id,
    asRule: false,
  } as const;

  const parts: { resolved: number; more: boolean }[] = [];
  do {
    parts.push(await resolveSimilar(call, request, 100));
  } while (parts.at(-1)?.more);

  expect(parts.map(({ resolved, more }) => [resolved, more])).toEqual([
    [100, true],
    [50, false],
  ]);
});

it('reports once, with the reason, that a source would make a product invalid', async () => {
  const shop = feedShop(1);
  const ids = await tests.claimed('invalid.example', shop);
  const fault = new AppError('product.invalid', 'x', {
    issues: [{ path: ['title'], code: 'product.title-blank', message: '' }],
  });
  const note = async () => {
    const runId = await tests.again('invalid.example', shop);
    await asOwner(db, ownerId, async (owned) => {
      for (const row of await findMergeable(owned, ownerId, ids)) {
        await saveRejected(owned, ownerId, runId, { wanted: null, watchId: null }, row, fault);
      }
    });
  };

  await note();
  await note();
  const once = await tests.call<AnswerOf<typeof listAlerts>>('GET', '/watches/alerts?kind=rejected');
  change(shop, 0, { title: 'Another' });
  await note();

  expect(once).toMatchObject({
    total: 1,
    items: [{ productId: ids[0], fault: { code: 'product.title-blank', params: { path: 'title' } } }],
    unread: { rejected: 1 },
  });
  expect(await tests.call('GET', '/watches/alerts?kind=rejected')).toMatchObject({ total: 2 });
});
