import type { Fault } from '@bowerbird/simulators/simulation-faults';
import { describe, expect, it } from 'vitest';
import type { Lister } from '../../../listing/lister.ts';
import type { LookupRequest } from '../../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import type { Outcome, ToUpdate } from '../../../listing/writes.ts';
import { carefulLister, lister } from '../lister.ts';
import { clock, item, lamp, prepared } from '../testing.ts';

const request: LookupRequest = {
  key: item.key,
  storeProductId: null,
  handle: lamp.handle,
  skus: [],
  since: 0,
};
const second = '019aa000-0000-7000-8000-000000000002';

function idOf(outcome: Outcome | undefined): string {
  return outcome?.outcome === 'applied' ? outcome.storeProductId : '';
}

function bound(id: string, attemptId = second): ToUpdate {
  return { ...item, attemptId, storeProductId: id, images: new Map() };
}

async function make(each: Lister, access: StoreAccess, context: ListerContext) {
  const [outcome] = await each.writer.create([item], access, context);
  return idOf(outcome);
}

describe('an answer that is HTTP 200 with a refusal inside', () => {
  const sure: [string, string, string | null][] = [
    ['title不能为空', 'store.field-missing', 'title'],
    ['option1_title不能为空', 'store.options-incomplete', 'options'],
    ['产品属性错误', 'store.options-incomplete', 'options'],
    ['数据不存在', 'store.rejected-product', null],
    ['price格式错误', 'store.price-invalid', 'variants.price'],
  ];
  it.each(sure)('is a refusal for %s, told with its words', async (said, code, field) => {
    const { shop, access, context } = await prepared(lister);
    shop.faults.add({ kind: 'refuse', value: said });

    const [outcome] = await lister.writer.create([item], access, context);

    expect(outcome).toMatchObject({ outcome: 'refused', faults: [{ code, field }] });
    expect(outcome?.outcome === 'refused' && outcome.faults[0]?.said).toContain(said);
    expect(shop.view().products).toEqual([]);
  });

  it.each(['handle已存在', 'spu重复', '系统繁忙', '操作失败', '标题错误'])(
    'is an unknown outcome for %s: the closed list of sure refusals does not hold it',
    async (said) => {
      const { shop, access, context } = await prepared(lister);
      shop.faults.add({ kind: 'refuse', value: said });

      expect(await lister.writer.create([item], access, context)).toMatchObject([{ outcome: 'unknown' }]);
    },
  );

  it('though it was applied, is found again by its key', async () => {
    const { shop, access, context } = await prepared(lister);
    shop.faults.add({ kind: 'refused-though-applied', value: 500 });

    const [outcome] = await lister.writer.create([item], access, context);
    const [found] = await lister.reader.look([request], access, context);

    expect(outcome?.outcome).toBe('unknown');
    expect(found).toMatchObject([{ key: item.key, attemptId: item.attemptId }]);
  });

  it('holds the lane where the app lacks the right, and when the day is used up', async () => {
    const { shop, access, context } = await prepared(lister);
    shop.faults.add({ kind: 'daily-cap', count: 1 });
    const [capped] = await lister.writer.create([item], access, context);
    shop.faults.add({ kind: 'scope-missing', value: 'products' });
    const [forbidden] = await lister.writer.create([item], access, context);

    expect(capped).toMatchObject({ outcome: 'refused', faults: [{ code: 'store.daily-cap' }] });
    expect(forbidden).toMatchObject({
      outcome: 'refused',
      faults: [{ code: 'store.scope-missing', params: { scope: 'products' } }],
    });
  });

  it('rests where it says "too many at once", takes that write for unknown, and reads wait longer each time', async () => {
    const outside = clock();
    const { shop, access, context } = await prepared(lister, {
      outside,
      store: { rate: { perSecond: 0.001, burst: 12 } },
    });
    const slept: number[] = [];
    const waiting = {
      ...context,
      sleep: async (ms: number) => {
        slept.push(ms);
        outside.at += 1000;
      },
    };
    let outcome: Outcome | undefined;
    for (let tries = 0; tries < 20 && outcome?.outcome !== 'unknown'; tries += 1) {
      [outcome] = await lister.writer.create([item], access, waiting);
    }

    expect(outcome).toMatchObject({ outcome: 'unknown' });
    expect(slept.splice(0)).toEqual([5000]);
    await expect(lister.reader.lookByIds(['1'], access, waiting)).rejects.toMatchObject({
      code: 'store.rate-limited',
    });
    expect(slept).toEqual([5000, 10_000, 20_000, 40_000]);
    expect(shop.view().duplicates.length).toBeLessThanOrEqual(1);
  });
});

describe('a yes that proves nothing', () => {
  it('is an unknown outcome when nothing of it is there', async () => {
    const { shop, access, context } = await prepared(lister);
    shop.faults.add({ kind: 'acknowledged-only' });

    expect(await lister.writer.create([item], access, context)).toMatchObject([{ outcome: 'unknown' }]);
    expect(await lister.reader.look([request], access, context)).toEqual([[]]);
  });

  it('is an unknown outcome for an update that left the product as it was', async () => {
    const { shop, access, context } = await prepared(lister);
    const id = await make(lister, access, context);
    shop.faults.add({ kind: 'acknowledged-only' });

    expect(await lister.writer.update([bound(id)], access, context)).toMatchObject([{ outcome: 'unknown' }]);
    expect(await lister.reader.lookByIds([id], access, context)).toMatchObject([
      { attemptId: item.attemptId },
    ]);
  });

  it('is an unknown outcome for a removal of what is still there', async () => {
    const { shop, access, context } = await prepared(lister);
    const id = await make(lister, access, context);
    shop.faults.add({ kind: 'acknowledged-only' });

    expect(await lister.writer.remove([id], access, context)).toMatchObject([{ outcome: 'unknown' }]);
    expect(await lister.writer.remove([id], access, context)).toMatchObject([{ outcome: 'applied' }]);
    expect(await lister.writer.remove([id], access, context)).toEqual([{ outcome: 'missing' }]);
  });

  it.each([
    ['vendor', 'vendor'],
    ['images', 'images'],
    ['metaTitle', 'seo.title'],
    ['tags', 'tags'],
  ])('names the field %s that the store did not keep', async (lost, field) => {
    const { shop, access, context } = await prepared(lister);
    shop.faults.add({ kind: 'drops-field', value: lost, count: 1 });

    const [outcome] = await lister.writer.create([item], access, context);

    expect(outcome).toMatchObject({ outcome: 'applied', notes: [{ code: 'store.field-not-kept', field }] });
  });

  it('is found by its mark in the description where the SPU was not kept', async () => {
    const { shop, access, context } = await prepared(lister);
    shop.faults.add({ kind: 'drops-field', value: 'spu', count: 1 }, { kind: 'lost-after' });

    await lister.writer.create([item], access, context);
    const [found] = await lister.reader.look([request], access, context);

    expect(found).toMatchObject([{ key: item.key, attemptId: item.attemptId }]);
  });
});

describe('what is found of ours', () => {
  it('a half-made product is found, bound and completed by its id', async () => {
    const { shop, access, context } = await prepared(lister);
    shop.faults.add({ kind: 'partial', value: 'variants' }, { kind: 'lost-after' });

    await lister.writer.create([item], access, context);
    const [found] = await lister.reader.look([request], access, context);
    const id = found?.[0]?.storeProductId ?? '';
    const [completed] = await lister.writer.update([bound(id)], access, context);

    expect(found).toMatchObject([{ key: item.key, attemptId: null, partial: true }]);
    expect(completed).toMatchObject({ outcome: 'applied', storeProductId: id, notes: [] });
    expect(shop.view().products).toMatchObject([{ variants: [{ sku: 'LAMP-1' }, { sku: 'LAMP-2' }] }]);
  });

  it("a suffixed handle is recognised as ours, and a stranger's product is told and left alone", async () => {
    const { shop, access, context } = await prepared(lister);
    shop.faults.add({ kind: 'unmanaged', value: 'LAMP-1' });

    const [outcome] = await lister.writer.create([item], access, context);
    const [found] = await lister.reader.look([request], access, context);
    const again = await lister.writer.update([bound(idOf(outcome))], access, context);

    expect(outcome).toMatchObject({
      outcome: 'applied',
      notes: [{ code: 'store.handle-taken', params: { handle: 'desk-lamp', got: 'desk-lamp-1' } }],
    });
    expect(found).toMatchObject([
      { key: null, handle: 'desk-lamp', skus: ['LAMP-1'] },
      { key: item.key, handle: 'desk-lamp-1' },
    ]);
    // Requesting the handle again would only add another suffix.
    expect(again).toMatchObject([{ outcome: 'applied', notes: [] }]);
    expect(shop.view().products.map(({ handle, by }) => [handle, by])).toEqual([
      ['desk-lamp', 'unmanaged'],
      ['desk-lamp-1', 'app'],
    ]);
  });

  it("the merchant's duplicate is shown beside ours, with our key", async () => {
    const { shop, access, context } = await prepared(lister);
    shop.faults.add({ kind: 'merchant-duplicate' });
    const id = await make(lister, access, context);

    const [found] = await lister.reader.look([{ ...request, storeProductId: id }], access, context);

    expect(found?.map(({ key }) => key)).toEqual([item.key, item.key]);
    expect(new Set(found?.map(({ hash }) => hash)).size).toBe(2);
  });

  it('two copies of one request are the same to their hash, so that the second is known for one', async () => {
    const { shop, access, context } = await prepared(lister);
    shop.faults.add({ kind: 'twice', value: 0 });
    await make(lister, access, context);

    const [found] = await lister.reader.look([request], access, context);

    expect(shop.view().duplicates).toEqual([item.key]);
    expect(found).toHaveLength(2);
    expect(new Set(found?.map(({ hash, attemptId }) => hash + attemptId)).size).toBe(1);
  });

  it('a request applied after the look is found by the next', async () => {
    const outside = clock();
    const { shop, access, context } = await prepared(lister, { outside });
    shop.faults.add({ kind: 'late', value: 90_000 });

    const [outcome] = await lister.writer.create([item], access, context);
    const before = await lister.reader.look([request], access, context);
    outside.at += 125_000;
    const after = await lister.reader.look([request], access, context);

    expect(outcome?.outcome).toBe('unknown');
    expect(before).toEqual([[]]);
    expect(after).toMatchObject([[{ key: item.key }]]);
  });

  it('what the merchant deletes in the store is told as missing, and made again by no update', async () => {
    const { shop, access, context } = await prepared(lister);
    const id = await make(lister, access, context);
    const [held = null] = (await lister.reader.held?.([id], 'update', access, context)) ?? [];
    shop.ledger.products.clear();

    expect(await lister.writer.update([{ ...bound(id), held }], access, context)).toEqual([
      { outcome: 'missing' },
    ]);
    expect(await lister.writer.update([{ ...bound(id), held: null }], access, context)).toEqual([
      { outcome: 'missing' },
    ]);
    expect(shop.view().products).toEqual([]);
  });
});

describe('the careful manner', () => {
  it('makes a product under its key, hidden, and shows it under its own handle by its id', async () => {
    const { shop, access, context } = await prepared(carefulLister);
    const id = await make(carefulLister, access, context);

    expect(shop.view().products).toMatchObject([{ status: 0, handle: item.key }]);

    const [outcome] = (await carefulLister.writer.publish?.([bound(id)], access, context)) ?? [];

    expect(outcome).toMatchObject({
      outcome: 'applied',
      address: 'http://practice.localhost:8901/products/desk-lamp',
    });
    expect(shop.view().products).toMatchObject([{ status: 1, handle: 'desk-lamp', spu: item.key }]);
  });

  it('an older write of content that lands late hides nothing again', async () => {
    const outside = clock();
    const { shop, access, context } = await prepared(carefulLister, { outside });
    const id = await make(carefulLister, access, context);
    shop.faults.add({ kind: 'late', value: 60_000, matching: 'PUT' });
    await carefulLister.writer.update([bound(id)], access, context);
    await carefulLister.writer.publish?.([bound(id)], access, context);
    outside.at += 120_000;

    expect(shop.view().products).toMatchObject([{ status: 1, handle: 'desk-lamp' }]);
    expect(shop.view().history.map(({ action }) => action)).toEqual(['create', 'update', 'update']);
  });

  it('a twin of a published product is hidden, and the same to its hash', async () => {
    const { shop, access, context } = await prepared(carefulLister);
    shop.faults.add({ kind: 'twice', value: 0 });
    const id = await make(carefulLister, access, context);
    const [shown] = (await carefulLister.writer.publish?.([bound(id)], access, context)) ?? [];

    const [found] = await carefulLister.reader.look([{ ...request, storeProductId: id }], access, context);

    expect(found?.map(({ address }) => address !== null).sort()).toEqual([false, true]);
    expect(new Set(found?.map(({ hash }) => hash))).toEqual(
      new Set([shown?.outcome === 'applied' ? shown.hash : '']),
    );
  });

  it('hides again what is wanted as a draft', async () => {
    const { shop, access, context } = await prepared(carefulLister);
    const id = await make(carefulLister, access, context);
    await carefulLister.writer.publish?.([bound(id)], access, context);

    await carefulLister.writer.update(
      [{ ...bound(id), options: { status: 'draft', publish: false } }],
      access,
      context,
    );

    expect(shop.view().products).toMatchObject([{ status: 0, handle: 'desk-lamp' }]);
  });
});

describe('a write of a store that answers badly', () => {
  const faults: Fault[] = [
    { kind: 'status-though-applied', value: 429, matching: 'PUT' },
    { kind: 'lost-after', matching: 'PUT' },
    { kind: 'lost-before', matching: 'PUT' },
  ];
  it.each(faults)(
    'by id is an unknown outcome under $kind, and says afterwards whose it is',
    async (fault) => {
      const { shop, access, context } = await prepared(lister);
      const id = await make(lister, access, context);
      shop.faults.add(fault);

      const [outcome] = await lister.writer.update([bound(id)], access, context);
      const [seen] = await lister.reader.lookByIds([id], access, context);

      expect(outcome?.outcome).toBe('unknown');
      expect(seen?.attemptId).toBe(fault.kind === 'lost-before' ? item.attemptId : second);
    },
  );
});
