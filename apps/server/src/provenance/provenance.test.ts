import type { getProductProvenance } from '@bowerbird/contract/products/provenance';
import type { AnswerOf } from '@bowerbird/contract/route';
import { expect, it } from 'vitest';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { listingBench, someProducts } from '../../testing/listing/listing.ts';
import { testPerson } from '../../testing/products/products.ts';
import { asOwner } from '../db/database.ts';
import { ruleTests } from '../edit-rules/testing.ts';
import { compareStore, requestComparison } from '../listing-states/differences/compare-store.ts';
import { decide } from '../listing-states/differences/decide.ts';
import { listDrift } from '../listing-states/differences/list-drift.ts';
import { change } from '../recollect/testing.ts';
import { findProvenance } from './find-provenance.ts';
import { provenanceRoutes } from './routes.ts';

type Found = AnswerOf<typeof getProductProvenance>;

const { db } = await testDatabase();
const tests = await ruleTests(db, provenanceRoutes);
const of = (id: string) => tests.call<Found>('GET', `/products/${id}/provenance`);

it('names page, person, rule and version of each value, and the rule over which a value was set by hand', async () => {
  const shop = feedShop(2);
  const [byHand = '', ruled = ''] = await tests.claimed('origin.example', shop);
  await tests.edit(byHand, [{ kind: 'set-price', price: '99.00' }]);
  await tests.edit(ruled, [{ kind: 'title-suffix', text: '!' }]);
  const rule = await tests.rule('Dearer', tests.steps({ kind: 'multiply-price', by: '2' }));
  await tests.attach(rule.id, { filter: { sources: ['origin.example'] }, except: [] }, { expected: 2 });
  change(shop, 1, { price: '50.00' });
  await tests.again('origin.example', shop);

  const [own, made] = [await of(byHand), await of(ruled)];
  const price = (found: Found) =>
    Object.entries(found.cells).find(([path]) => /^variants\/.*\/price$/.test(path))?.[1];
  const named = { id: rule.id, name: 'Dearer', version: 1 };
  expect(own.made).toMatchObject({ from: 'source', url: expect.stringContaining('origin.example') });
  expect(price(own)).toMatchObject({
    from: 'person',
    by: expect.any(String),
    underRule: { ...named, ruled: expect.any(String) },
  });
  // The source's new price came with a run, and is the rule's all the same.
  expect(price(made)).toMatchObject({
    from: 'rule',
    rule: named,
    sourceValue: '50.00',
    runId: expect.any(String),
  });
  expect(price(made)?.underRule).toBeUndefined();
  expect(made.cells.title).toMatchObject({ from: 'person', changeId: expect.any(String) });
});

it('names the store of a value that was taken from it and who took it, and of no other value', async () => {
  const bench = await listingBench(db);
  const { ownerId, services, shopId, shop } = bench;
  const userId = await testPerson(db, ownerId, 'Annie');
  const [id = ''] = await bench.own(someProducts(1));
  await bench.list([id]);
  const [listed] = shop.view().products;
  shop.merchant.edit(listed?.id ?? 0, { title: 'Renamed in the store' });
  await asOwner(db, ownerId, (owned) => requestComparison(owned, ownerId, undefined));
  await compareStore(services, ownerId, shopId, new AbortController().signal);
  const { items } = await asOwner(db, ownerId, (owned) => listDrift(owned, services, ownerId, { limit: 9 }));
  const [drift] = items;

  const pulled = await decide(services, { ownerId, userId }, [
    {
      listingId: drift?.listingId ?? '',
      side: 'store',
      keys: drift?.fields.map(({ key }) => key) ?? [],
    },
  ]);

  const found = await asOwner(db, ownerId, (owned) => findProvenance(owned, ownerId, id));
  expect(found.cells).toEqual({
    title: {
      from: 'store',
      store: 'Aster',
      by: 'Annie',
      at: expect.any(String),
      changeId: pulled.editSetId,
      runId: null,
    },
  });
  expect(found.made).toMatchObject({ from: 'source' });
});
