import type { Product } from '@bowerbird/catalog/product';
import type { StoredProduct } from '@bowerbird/simulators/shopline/store/record';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import type { Fault } from '@bowerbird/simulators/simulation-faults';
import { describe, expect, it } from 'vitest';
import { termName } from '../../listing/dependencies.ts';
import { collectAll, contextFor } from '../../testing/collecting.ts';
import { shopline } from '../index.ts';
import { lister } from './lister.ts';
import {
  call,
  dress,
  freshStore,
  item,
  keeping,
  made,
  type Prepared,
  prepared,
  toUpdate,
} from './testing.ts';

describe('a product made hidden', () => {
  it('bears the key as its handle and in its SPU, is a draft, and says everything of the product', async () => {
    const ready = await prepared();

    await made(ready);

    const [product] = ready.shop.view().products;
    expect(product).toMatchObject({
      handle: item.key,
      spu: expect.stringMatching(/^bb-aaaaaaaaaaaaaaaa\./),
      status: 'draft',
      title: dress.title,
      bodyHtml: dress.descriptionHtml,
      vendor: 'Glade Home',
      category: 'Dresses',
      tags: ['linen'],
      options: [{ name: 'Colour' }, { name: 'Size' }],
      images: [{ source: 'https://pictures.example/front.jpg', alt: 'Front' }, {}],
      variants: [
        {
          sku: 'D-1',
          price: '39.00',
          compareAtPrice: '49.00',
          choices: ['Blue', 'S', '', '', ''],
          weight: '0.3',
          weightUnit: 'kg',
          tracked: true,
          policy: 'deny',
          shipped: true,
          taxable: false,
          image: { source: 'https://pictures.example/front.jpg' },
        },
        { tracked: false, policy: 'continue', weight: '0' },
      ],
    });
  });

  it('weighs a few grams as grams, where kilograms would be rounded to nothing', async () => {
    const ready = await prepared();
    const variants = ['0.0042', '0.125', '1.25', '0'].map((value, at) => ({
      ...(dress.variants[0] as (typeof dress.variants)[number]),
      optionValues: ['Blue', `${at}`],
      weight: { value, unit: 'kg' as const },
    }));

    await lister.writer.create([{ ...item, product: { ...dress, variants } }], ready.access, ready.context);

    const [product] = ready.shop.view().products;
    expect(product?.variants.map(({ weight, weightUnit }) => weight + weightUnit)).toEqual([
      '4.2g',
      '125g',
      '1.25kg',
      '0g',
    ]);
  });

  it('gets its own handle when it is shown, and the key no longer stands in its address', async () => {
    const ready = await prepared();
    const id = await made(ready);

    const [outcome] = (await lister.writer.publish?.([toUpdate(id)], ready.access, ready.context)) ?? [];
    const [found] = await lister.reader.look([call(id)], ready.access, ready.context);

    expect(ready.shop.view().products).toMatchObject([{ handle: dress.handle, status: 'active' }]);
    expect(outcome).toMatchObject({ outcome: 'applied', notes: [] });
    expect(found).toMatchObject([
      { key: item.key, address: 'http://practice.localhost:8901/products/linen-dress' },
    ]);
  });

  it('has its pieces and its collections before it is shown, each set once however often it is sent', async () => {
    const ready = await prepared();
    const { access, context, shop } = ready;
    const [term] = lister.writer.terms?.of(dress) ?? [];
    const requested = term ? [term] : [];
    expect(await lister.writer.terms?.find(requested, access, context)).toEqual([null]);
    const collection = (term && (await lister.writer.terms?.make(term, null, access, context))) ?? '';
    expect(await lister.writer.terms?.find(requested, access, context)).toEqual([collection]);
    const update = toUpdate(await made(ready), {
      terms: new Map(requested.map((each) => [termName(each), collection])),
    });

    const due = (await lister.writer.finishing?.due(update, true, access, context)) ?? [];
    for (const step of [...due, ...due]) {
      expect(await lister.writer.finishing?.send(step, access, context)).toMatchObject({
        outcome: 'applied',
      });
    }

    const [product] = shop.view().products;
    expect(product?.variants.map(({ number }) => shop.ledger.inventoryOf(number))).toEqual([4, 0]);
    expect([...shop.ledger.levels.keys()]).toEqual([expect.stringContaining('6363060301530504302')]);
    expect([...shop.ledger.collections.values()]).toMatchObject([
      { title: 'Dresses', products: [product?.number] },
    ]);
    expect(due.map(({ kind }) => kind)).toEqual(['stock', 'collection']);
    expect(lister.writer.finishing?.stepsOf(dress)).toBe(due.length);
    expect(await lister.writer.finishing?.due(update, true, access, context)).toEqual([]);
  });

  it('leaves pieces alone once it is shown: what was sold since is the store’s to know', async () => {
    const ready = await prepared();
    const id = await made(ready);
    await lister.writer.publish?.([toUpdate(id)], ready.access, ready.context);

    expect(await lister.writer.finishing?.due(toUpdate(id), false, ready.access, ready.context)).toEqual([]);
  });
});

describe('an update', () => {
  it('keeps the ids of variants and sends no picture again', async () => {
    const ready = await prepared();
    const id = await made(ready);
    const [before] = ready.shop.view().products;

    const product = { ...dress, title: 'Linen dress, new' };
    await lister.writer.update([toUpdate(id, { product })], ready.access, ready.context);

    const [after] = ready.shop.view().products;
    expect(after?.title).toBe('Linen dress, new');
    expect(numbersOf(after)).toEqual(numbersOf(before));
    expect(after).toMatchObject({ handle: item.key, status: 'draft' });
  });

  it('replaces the pictures when others are wanted', async () => {
    const ready = await prepared();
    const id = await made(ready);
    const images = [{ url: 'https://pictures.example/back.jpg', alt: '', width: null, height: null }];

    await lister.writer.update(
      [toUpdate(id, { product: { ...dress, images } })],
      ready.access,
      ready.context,
    );

    const [product] = ready.shop.view().products;
    expect(product?.images.map(({ source }) => source)).toEqual(['https://pictures.example/back.jpg']);
  });

  it('says so where the store keeps a variant that was taken out', async () => {
    const fewer = { ...dress, variants: dress.variants.slice(0, 1) };
    const notes = async (faults: Fault[]) => {
      const ready = await prepared(faults);
      const update = toUpdate(await made(ready), { product: fewer });
      const [outcome] = await lister.writer.update([update], ready.access, ready.context);
      return outcome?.outcome === 'applied' ? outcome.notes.map(({ field }) => field) : null;
    };

    expect(await notes([])).toEqual([]);
    expect(await notes([keeping])).toEqual(['variants']);
  });
});

function numbersOf(product: StoredProduct | undefined) {
  return [product?.variants, product?.images].map((rows) => rows?.map(({ number }) => number));
}

describe('the limit of a store', () => {
  it('waits a read out, and takes a write that was turned away for one of which nothing is known', async () => {
    const at = Date.now();
    let now = at;
    const outside = { now: () => now, random: () => 0.5, sleep: async () => undefined };
    const { shop, store, context } = freshStore([], { outside });
    const stated: number[] = [];
    const waiting = {
      ...context,
      throttled: ({ currentlyAvailable }: { currentlyAvailable: number }) =>
        void stated.push(currentlyAvailable),
      sleep: async (ms: number) => {
        now += ms;
      },
    };
    const update = Array.from({ length: 41 }, () => ({ ...item }));

    const outcomes = [];
    for (const each of update) {
      outcomes.push(...(await lister.writer.create([each], store.access, waiting)));
    }
    const [found] = await lister.reader.look([call(null, null)], store.access, waiting);

    expect(outcomes.at(-1)).toMatchObject({ outcome: 'unknown' });
    expect(stated[0]).toBe(0);
    expect(now).toBeGreaterThan(at);
    expect(found).toHaveLength(1);
    expect(shop.view().products).toHaveLength(1);
  });
});

describe('on the shop’s side', () => {
  it('what was listed is what a collector reads there', async () => {
    const ready = await prepared();
    const { access, context, shop } = ready;
    const id = await made(ready);
    const update = toUpdate(id);
    for (const step of (await lister.writer.finishing?.due(update, true, access, context)) ?? []) {
      await lister.writer.finishing?.send(step, access, context);
    }
    const shownFirst = await collected(shop);
    await lister.writer.publish?.([update], access, context);

    const [product] = await collected(shop);

    expect(shownFirst).toEqual([]);
    expect(product).toMatchObject({
      title: dress.title,
      handle: dress.handle,
      descriptionHtml: dress.descriptionHtml,
      vendor: dress.vendor,
      tags: dress.tags,
      options: dress.options,
      variants: [
        { sku: 'D-1', price: '39.00', compareAtPrice: '49.00', optionValues: ['Blue', 'S'], available: true },
        { sku: null, price: '45.50', optionValues: ['Red', 'M'], available: true },
      ],
      images: [{ alt: 'Front' }, { alt: 'Side' }],
      source: { id },
    });
  });
});

async function collected(shop: Prepared['shop']): Promise<Product[]> {
  const { collector } = shopline;
  if (!collector) {
    throw new Error('SHOPLINE has no collector.');
  }
  const context = contextFor(fetchFrom(new Map([['practice.localhost', shop]])));
  const wanted = { addresses: [new URL('http://practice.localhost:8901/')], robots: false };
  return (await collectAll(collector, wanted, context)).products;
}
