import { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import type { Product } from '@bowerbird/catalog/product';
import { RiskSettings } from '@bowerbird/catalog/risk/gate';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { editProduct, type ListingBench, listingBench } from '../../testing/listing/listing.ts';
import { collectedProducts, mug, testPerson, variant } from '../../testing/products/products.ts';
import { asOwner } from '../db/database.ts';
import { checkSelection } from '../listing/api/fit-report.ts';
import { viewItems } from '../listing/api/view.ts';
import { createListingRun, retryListingRun } from '../listing/runs/create-run.ts';
import { claimCollected } from '../products/claim/claim.ts';
import { explain } from './explain.ts';
import { confirmUnknownMargin, findGuard, saveRiskSettingsRow } from './guard.ts';
import { insertStoreRules, setShopRules } from './queries.ts';

const { db } = await testDatabase();

/** Builds a separate mug with this name and these prices. */
function mugAt(title: string, amounts: { price: string; cost?: string }): Product {
  const handle = title.toLowerCase().replaceAll(' ', '-');
  return { ...mug, title, handle, variants: [variant({ sku: handle, stock: 3, ...amounts })] };
}

const fromCost = (times: string) => ({
  pricing: { from: 'cost', ranges: [{ from: '0', to: null, times }] },
});

function asBench<Result>({ ownerId }: ListingBench, work: Parameters<typeof asOwner<Result>>[2]) {
  return asOwner(db, ownerId, work);
}

async function listBy(bench: ListingBench, rules: object): Promise<void> {
  await asBench(bench, async (owned) => {
    const id = await insertStoreRules(owned, bench.ownerId, {
      name: 'Autumn',
      rules: ListingRules.parse(rules),
    });
    await setShopRules(owned, bench.ownerId, bench.shopId, id);
  });
}

async function codesOf(bench: ListingBench, runId: string) {
  const { items } = await asBench(bench, (owned) => viewItems(owned, bench.ownerId, runId, { limit: 50 }));
  return items.map(({ places }) => places[0]?.fault?.code ?? null);
}

const check = (bench: ListingBench, ids: string[]) =>
  checkSelection(bench.services, bench.ownerId, [bench.storeId], { ids });

const inStore = ({ shop }: ListingBench) => shop.view().products.map(({ title }) => title);

describe('no path passes the price guard', () => {
  it('of a rule that sells at the cost: not the check, a dry run, a run, a retry, nor an update of what is listed', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const [listed = '', fresh = ''] = await bench.own([
      mugAt('Listed mug', { price: '30.00', cost: '10.00' }),
      mugAt('New mug', { price: '30.00', cost: '10.00' }),
    ]);
    await bench.list([listed]);
    await listBy(bench, fromCost('1'));
    await editProduct(bench, listed, mugAt('Listed mug, blue', { price: '30.00', cost: '10.00' }));
    const ids = [listed, fresh];

    const report = await check(bench, ids);
    const dry = await bench.start(ids, {}, true);
    await bench.workOut(dry);
    const run = await bench.list(ids);
    const retry = await retryListingRun(bench.services, bench.ownerId, run.run.id, null);
    await bench.work({ runId: retry, ownerId: bench.ownerId, key: bench.shopId });

    expect(report).toMatchObject({ fitsAny: 0, stores: [{ fits: 0, prices: { sample: [] } }] });
    expect(report.stores[0]?.risks.map(({ code, count }) => [code, count])).toEqual([
      ['risk.below-cost', 2],
      ['risk.price-jump', 1],
      ['risk.price-drop', 1],
    ]);
    for (const runId of [dry.runId, run.run.id, retry]) {
      expect(await codesOf(bench, runId)).toEqual(['risk.below-cost', 'risk.below-cost']);
    }
    expect(inStore(bench)).toEqual(['Listed mug']);
  });

  it('where what is allowed for one run is the margin alone: the price far below the merchant’s own is stopped still', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    await listBy(bench, fromCost('1'));
    const ids = await bench.own([mugAt('Red mug', { price: '30.00', cost: '10.00' })]);

    const run = await bench.list(ids, { released: ['risk.below-cost'] });

    expect(await codesOf(bench, run.run.id)).toEqual(['risk.price-drop']);
    const all = await bench.list(ids, { released: ['risk.below-cost', 'risk.price-drop'] });
    expect(all.counts.listed).toBe(1);
  });
});

describe('a product whose cost nobody knows', () => {
  it('is stopped until that is confirmed once, then listed in every run, and counted in every check', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const confirm = (confirmed: boolean) =>
      asBench(bench, (owned) => confirmUnknownMargin(owned, bench.ownerId, { confirmed, userId: null }));
    await confirm(false);
    const [first = '', second = ''] = await bench.own([
      mugAt('Red mug', { price: '10.00' }),
      mugAt('Blue mug', { price: '10.00' }),
    ]);
    // A rule based on the cost uses the price as the cost, so the margin stays as unknown as before.
    await listBy(bench, fromCost('2'));

    const stopped = await bench.list([first]);
    await confirm(true);
    await asBench(bench, (owned) =>
      saveRiskSettingsRow(owned, bench.ownerId, RiskSettings.parse({ jumpMax: null })),
    );
    const report = await check(bench, [first, second]);
    const listed = await bench.list([first]);
    const later = await bench.list([second]);

    expect(await codesOf(bench, stopped.run.id)).toEqual(['risk.margin-unknown']);
    expect(report.stores[0]).toMatchObject({
      fits: 2,
      risks: [{ code: 'risk.margin-unknown', count: 2, released: true }],
      prices: { marginUnknown: 2, marginAfter: null },
    });
    expect([listed.counts.listed, later.counts.listed]).toEqual([1, 1]);
    expect(await asBench(bench, (owned) => findGuard(owned, bench.ownerId))).toMatchObject({
      settings: { jumpMax: null },
      marginUnknown: { by: null },
    });
  });

  it('has one where its source asks a price, and at that price nothing is left', async () => {
    const bench = await listingBench(db);
    const userId = await testPerson(db, bench.ownerId, 'Annie');
    const collectedIds = await collectedProducts(db, bench.ownerId, [mugAt('Red mug', { price: '10.00' })]);
    const { productIds } = await asBench(bench, (owned) =>
      claimCollected(owned, bench.ownerId, { collectedIds, edits: [], userId }),
    );

    const run = await bench.list(productIds);

    expect(await codesOf(bench, run.run.id)).toEqual(['risk.below-cost']);
  });
});

describe('the prices of a check', () => {
  it('are a span, margins before and after, and a sample of eight with the cheapest and the dearest', async () => {
    const bench = await listingBench(db);
    await listBy(bench, {
      pricing: {
        from: 'cost',
        ranges: [{ from: '0', to: null, times: '2' }],
        exchange: { to: 'EUR', rates: [{ from: 'USD', rate: '0.5', date: '2026-11-20' }] },
      },
    });
    const ids = await bench.own(
      Array.from({ length: 20 }, (_, at) =>
        mugAt(`Mug ${at}`, { price: `${(at + 1) * 3}.00`, cost: `${at + 1}.00` }),
      ),
    );

    const [one, again] = [await check(bench, ids), await check(bench, ids)];

    const prices = one.stores[0]?.prices;
    expect(prices).toMatchObject({
      spans: [{ currency: 'EUR', min: '1.00', max: '20.00', count: 20 }],
      marginBefore: '67',
      marginAfter: '50',
      marginUnknown: 0,
    });
    expect(prices?.sample).toHaveLength(8);
    expect(prices?.sample[0]).toMatchObject({
      title: 'Mug 0',
      ownPrice: '1.50',
      price: '1.00',
      cost: '0.50',
      currency: 'EUR',
      marginBefore: '67',
      marginAfter: '50',
      listed: null,
    });
    expect(prices?.sample[1]?.title).toBe('Mug 19');
    expect(again).toEqual(one);
  });

  it('hold for the run that is started with them: what changed since is named, and nothing is sent', async () => {
    const bench = await listingBench(db);
    const ids = await bench.own([mugAt('Red mug', { price: '30.00', cost: '10.00' })]);
    const selection = { filter: {}, except: [] };
    const look = async () => {
      const { products, mark } = await checkSelection(
        bench.services,
        bench.ownerId,
        [bench.storeId],
        selection,
      );
      return { products, mark };
    };
    const start = (expected: { products: number; mark: string }) =>
      createListingRun(bench.services, bench.ownerId, {
        storeIds: [bench.storeId],
        selection,
        options: { status: 'active', publish: true, again: false },
        dryRun: false,
        createdBy: null,
        expected,
      });

    const before = await look();
    await editProduct(bench, ids[0] ?? '', mugAt('Red mug', { price: '20.00', cost: '10.00' }));
    await expect(start(before)).rejects.toMatchObject({ code: 'listing.changed-since-check' });
    const repriced = await look();
    await listBy(bench, fromCost('2.4'));
    await expect(start(repriced)).rejects.toMatchObject({ code: 'listing.changed-since-check' });
    const ruled = await look();
    await bench.own([mugAt('Blue mug', { price: '30.00', cost: '10.00' })]);
    await expect(start(ruled)).rejects.toMatchObject({ code: 'selection.changed' });

    expect(await start(await look())).toEqual(expect.any(String));
  });
});

it('knows the factor on the cost that all of the products were added with, and none where they differ', async () => {
  const bench = await listingBench(db);
  const userId = await testPerson(db, bench.ownerId, 'Annie');
  const claim = async (title: string, by: string) => {
    const collectedIds = await collectedProducts(db, bench.ownerId, [mugAt(title, { price: '10.00' })]);
    const { productIds } = await asBench(bench, (owned) =>
      claimCollected(owned, bench.ownerId, {
        collectedIds,
        edits: [{ kind: 'price-from-cost', by }],
        userId,
      }),
    );
    return productIds;
  };
  const ids = [...(await claim('Red mug', '2.8')), ...(await claim('Blue mug', '2.8'))];
  const factorOf = async (productIds: string[]) => {
    const request = { selection: { ids: productIds }, skip: 0, storeId: bench.storeId, rules: null };
    return (await explain(db, bench.ownerId, request)).claimFactor;
  };

  expect(await factorOf(ids)).toBe('2.8');
  expect(await factorOf([...ids, ...(await claim('Green mug', '3'))])).toBeNull();
  expect(await factorOf([...ids, ...(await bench.own([mugAt('Own mug', { price: '10.00' })]))])).toBeNull();
});
