import { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import type { Product } from '@bowerbird/catalog/product';
import { firstRiskSettings, RiskSettings } from '@bowerbird/catalog/risk/gate';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { diesAt, editProduct, type ListingBench, listingBench } from '../../testing/listing/listing.ts';
import { collectedProducts, mug, testPerson, variant } from '../../testing/products/products.ts';
import { plainFields } from '../audit/plain-fields.ts';
import { asOwner } from '../db/database.ts';
import { imagesAsTheyAre } from '../images/for-store.ts';
import { checkSelection } from '../listing/api/fit-report.ts';
import { viewItems } from '../listing/api/view.ts';
import { claimCollected } from '../products/claim/claim.ts';
import { categoriesOf, explain } from './explain.ts';
import { saveRiskSettingsRow } from './guard.ts';
import {
  deleteStoreRulesRow,
  findStoreRules,
  getStoreRules,
  insertStoreRules,
  setShopRules,
  updateStoreRules,
} from './queries.ts';
import { readyFor, rulingOf } from './ruling.ts';

const { db } = await testDatabase();

/** Builds a separate mug with this name. */
function mugOf(title: string, reported: Partial<Product> = {}): Product {
  const handle = title.toLowerCase().replaceAll(' ', '-');
  return {
    ...mug,
    title,
    handle,
    variants: [variant({ sku: handle, price: '10.00', stock: 3 })],
    ...reported,
  };
}

async function rule(bench: ListingBench, rules: object): Promise<string> {
  return await asOwner(db, bench.ownerId, async (owned) => {
    const id = await insertStoreRules(owned, bench.ownerId, {
      name: 'Autumn',
      rules: ListingRules.parse(rules),
    });
    await setShopRules(owned, bench.ownerId, bench.shopId, id);
    return id;
  });
}

function gate(bench: ListingBench, settings: object): Promise<void> {
  return asOwner(db, bench.ownerId, (owned) =>
    saveRiskSettingsRow(owned, bench.ownerId, RiskSettings.parse(settings)),
  );
}

async function faultsOf(bench: ListingBench, runId: string) {
  const { items } = await asOwner(db, bench.ownerId, (owned) =>
    viewItems(owned, bench.ownerId, runId, { limit: 50 }),
  );
  return items.map(({ places }) => places[0]?.fault ?? null);
}

const prices = ({ shop }: ListingBench) =>
  shop.view().products.map(({ title, variants }) => [title, variants[0]?.price]);

const formula = (times: string) => ({
  pricing: { ranges: [{ from: '0', to: null, times }], rounding: { to: '.99', direction: 'up' } },
  texts: { title: '{title} | {vendor}' },
  tags: { add: ['autumn sale'], remove: [] },
});

describe('the rules of a store', () => {
  it('make what is listed there; changed rules are an update of the same product, the same ones none', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const ids = await bench.own([mugOf('Red mug')]);
    const id = await rule(bench, formula('2.4'));
    await bench.list(ids);
    expect(prices(bench)).toEqual([['Red mug | Glade Home', '24.99']]);
    const writes = () => bench.shop.view().history.length;
    const before = writes();

    await bench.list(ids);
    expect(writes()).toBe(before);
    await asOwner(db, bench.ownerId, (owned) =>
      updateStoreRules(owned, bench.ownerId, id, {
        name: 'Autumn',
        rules: ListingRules.parse(formula('2.9')),
        revision: 1,
      }),
    );
    const again = await bench.list(ids);

    expect(again.run.state).toBe('complete');
    expect(prices(bench)).toEqual([['Red mug | Glade Home', '29.99']]);
  });

  it('say how a product stands there, whatever the run asked', async () => {
    const bench = await listingBench(db);
    await rule(bench, { status: 'draft' });

    await bench.list(await bench.own([mugOf('Red mug')]));

    expect(bench.shop.view().products.map(({ status }) => status)).toEqual(['DRAFT']);
  });

  it('are explained on one product before anything is kept', async () => {
    const bench = await listingBench(db);
    const ids = await bench.own([mugOf('Red mug'), mugOf('Blue mug')]);

    const reported = await explain(db, bench.ownerId, {
      selection: { ids },
      skip: 3,
      storeId: bench.storeId,
      rules: ListingRules.parse(formula('2.4')),
    });

    expect([reported.productId, reported.before.title, reported.after.variants[0]?.price]).toEqual([
      ids[1],
      'Blue mug',
      '24.99',
    ]);
    expect(reported.trace.map(({ path }) => path).sort()).toEqual(['tags', 'title', 'variants.0.price']);
  });
});

it('a remedy fixes a product on its way into the store for this run, and leaves the merchant’s own as it was', async () => {
  const bench = await listingBench(db);
  const names = ['A', 'B', 'C', 'D'];
  const wide = mugOf('Wide mug', {
    options: names.map((name) => ({ name, values: ['x'] })),
    variants: [variant({ sku: 'w', price: '10', stock: 1, optionValues: names.map(() => 'x') })],
  });
  const ids = await bench.own([wide]);
  const remedies = ['merge-options' as const];

  const before = await checkSelection(bench.services, bench.ownerId, [bench.storeId], { ids });
  const after = await checkSelection(bench.services, bench.ownerId, [bench.storeId], { ids }, { remedies });
  const refused = await bench.list(ids);
  const listed = await bench.list(ids, { remedies });

  const problemOf = ({ stores }: typeof before) => stores[0]?.problems.find(({ kind }) => kind === 'refused');
  expect(problemOf(before)).toMatchObject({ remedy: 'merge-options', repaired: false });
  expect(problemOf(after)).toMatchObject({ remedy: 'merge-options', repaired: true });
  expect([before.fitsAny, after.fitsAny]).toEqual([0, 1]);
  expect([refused.counts.refused, listed.counts.listed]).toEqual([1, 1]);
  expect(bench.shop.view().products[0]?.options.map(({ name }) => name)).toEqual(['A', 'B', 'C / D']);
});

describe('the gate', () => {
  it('lets nothing pass by that it stops, and says in report, dry run and run the same', async () => {
    const bench = await listingBench(db);
    await rule(bench, formula('0.9'));
    await gate(bench, { bannedWords: ['Glade Home'], brands: ['nike'] });
    const ids = await bench.own([
      mugOf('Nike mug', { vendor: null }),
      mugOf('Good mug', {
        vendor: 'Own',
        variants: [variant({ sku: 'a', price: '10', cost: '9.98', stock: 1 })],
      }),
      mugOf('Cheap mug', {
        vendor: 'Own',
        variants: [variant({ sku: 'b', price: '8', cost: '9', stock: 1 })],
      }),
      mugOf('Sold out mug', { vendor: 'Own', variants: [variant({ sku: 'c', stock: 0 })] }),
      mugOf('Stranger mug'),
    ]);

    const report = await checkSelection(bench.services, bench.ownerId, [bench.storeId], { ids });
    const dry = await bench.start(ids, {}, true);
    await bench.workOut(dry);
    const run = await bench.list(ids);

    const faults = [
      { code: 'risk.brand', params: { word: 'nike', field: 'title' } },
      null,
      { code: 'risk.below-cost', params: { price: '7.99', cost: '9', currency: 'USD' } },
      { code: 'risk.empty-stock', params: {} },
      // The rules added the word.
      { code: 'risk.banned-word', params: { word: 'Glade Home', field: 'title' } },
    ];
    expect(await faultsOf(bench, run.run.id)).toEqual(faults);
    expect(await faultsOf(bench, dry.runId)).toEqual(faults);
    expect(report.stores[0]?.risks.map(({ code, count }) => [code, count])).toEqual([
      ['risk.brand', 1],
      ['risk.margin-unknown', 3],
      ['risk.below-cost', 1],
      ['risk.empty-stock', 1],
      ['risk.banned-word', 1],
    ]);
    expect(report.stores[0]?.fits).toBe(1);
    expect(prices(bench)).toEqual([['Good mug | Own', '9.99']]);
  });

  it('stops a jump from what is listed, lets it through once a person says so, and never a banned word', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const [id = ''] = await bench.own([mugOf('Red mug')]);
    await bench.list([id]);
    await editProduct(bench, id, mugOf('Red mug', { variants: [variant({ price: '15.01', stock: 0 })] }));

    const stopped = await bench.list([id]);
    expect(await faultsOf(bench, stopped.run.id)).toEqual([
      { code: 'risk.price-jump', params: { from: '10.00', to: '15.01', percent: '50', max: '50' } },
    ]);
    expect(prices(bench)).toEqual([['Red mug', '10.00']]);
    await gate(bench, { bannedWords: ['red'] });
    await bench.list([id], { released: ['risk.price-jump', 'risk.banned-word'] });
    expect(prices(bench)).toEqual([['Red mug', '10.00']]);
    await gate(bench, {});
    const released = await bench.list([id], { released: ['risk.price-jump'] });

    expect(released.run.state).toBe('complete');
    expect(prices(bench)).toEqual([['Red mug', '15.01']]);
  });

  it('takes what the source asks for the cost where none is known', async () => {
    const bench = await listingBench(db);
    const userId = await testPerson(db, bench.ownerId, 'Annie');
    const collectedIds = await collectedProducts(db, bench.ownerId, [mugOf('Red mug')]);
    const { productIds } = await asOwner(db, bench.ownerId, (owned) =>
      claimCollected(owned, bench.ownerId, {
        collectedIds,
        edits: [{ kind: 'multiply-price', by: '0.99' }],
        userId,
      }),
    );

    const run = await bench.list(productIds);

    expect(await faultsOf(bench, run.run.id)).toMatchObject([
      { code: 'risk.below-cost', params: { price: '9.90', cost: '10.00' } },
    ]);
    expect(bench.shop.view().products).toEqual([]);
  });

  it('brings what was begun before to its end as it was begun, and nothing newer', async () => {
    const bench = await listingBench(db);
    const [id = ''] = await bench.own([mugOf('Red mug')]);
    const request = await bench.start([id]);
    const { injectFault, died } = diesAt('gate.before');
    void bench.work(request, injectFault);
    await died;
    await editProduct(bench, id, mugOf('Red mug', { title: 'Nike mug' }));
    await gate(bench, { brands: ['nike'] });

    await bench.work(request);

    expect(bench.shop.view().products.map(({ title }) => title)).toEqual(['Red mug']);
    const next = await bench.list([id]);
    expect(await faultsOf(bench, next.run.id)).toMatchObject([{ code: 'risk.brand' }]);
    expect(bench.shop.view().products.map(({ title }) => title)).toEqual(['Red mug']);
  });
});

it('suggests for a category what was chosen for it before, and then what is called alike', async () => {
  const bench = await listingBench(db);
  await rule(bench, {
    categories: {
      map: [
        { from: ['HOME', 'kitchen'], to: ['Küche'] },
        { from: ['Lights'], to: ['Home', 'Lamps'] },
      ],
    },
  });
  const ids = await bench.own([
    mugOf('Red mug'),
    mugOf('Blue mug'),
    mugOf('Lamp', { categories: [['Table lamps']] }),
  ]);

  const { categories } = await categoriesOf(bench.services, bench.ownerId, { selection: { ids } });

  expect(categories).toEqual([
    { path: ['Home', 'Kitchen'], count: 2, suggestions: [{ path: ['Küche'], why: 'memory' }] },
    { path: ['Table lamps'], count: 1, suggestions: [{ path: ['Home', 'Lamps'], why: 'name' }] },
  ]);
});

it('writes down by name what somebody let through, and sends a store nothing of it', () => {
  const requested = {
    status: 'active' as const,
    publish: true,
    again: false,
    released: ['risk.margin' as const],
  };
  const rules = ListingRules.parse({ channel: false, buyLink: 'https://buy.example/{sku}' });

  const { options } = readyFor(
    rulingOf(null, rules, { settings: firstRiskSettings }),
    mug,
    undefined,
    requested,
    () => [],
    imagesAsTheyAre,
  );

  expect(options).toEqual({
    status: 'active',
    publish: false,
    again: false,
    buyLink: 'https://buy.example/{sku}',
  });
  expect(plainFields('POST /listing/runs', { storeIds: [], options: requested })).toMatchObject({
    'options.released': 'risk.margin',
  });
});

it('keeps rules that a store uses, a name for one, and the newer of two changes', async () => {
  const bench = await listingBench(db);
  const id = await rule(bench, {});
  const asBench = <T>(work: Parameters<typeof asOwner<T>>[2]) => asOwner(db, bench.ownerId, work);
  const given = { name: 'autumn', rules: ListingRules.parse({}) };

  await expect(asBench((owned) => insertStoreRules(owned, bench.ownerId, given))).rejects.toMatchObject({
    code: 'rules.name-taken',
  });
  await expect(asBench((owned) => deleteStoreRulesRow(owned, bench.ownerId, id))).rejects.toMatchObject({
    code: 'rules.in-use',
  });
  await asBench((owned) => updateStoreRules(owned, bench.ownerId, id, { ...given, revision: 1 }));
  await expect(
    asBench((owned) => updateStoreRules(owned, bench.ownerId, id, { ...given, revision: 1 })),
  ).rejects.toMatchObject({ code: 'rules.changed-meanwhile' });
  expect(await asBench((owned) => findStoreRules(owned, bench.ownerId))).toMatchObject([
    { id, name: 'autumn', revision: 2, storeIds: [bench.storeId] },
  ]);
  await asBench((owned) => setShopRules(owned, bench.ownerId, bench.shopId, null));
  await asBench((owned) => deleteStoreRulesRow(owned, bench.ownerId, id));
  await expect(asBench((owned) => getStoreRules(owned, bench.ownerId, id))).rejects.toMatchObject({
    code: 'not-found',
  });
});
