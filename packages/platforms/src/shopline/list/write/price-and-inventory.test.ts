import type { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import type { ToReprice } from '../../../listing/writes.ts';
import { lister } from '../lister.ts';
import { dress, keeping, made, type Prepared, prepared, toUpdate } from '../testing.ts';

/** Returns the dress with another price or inventory on its first variant. */
function withPriceAndInventory(amounts: Partial<Product['variants'][number]>): Product {
  const variants = dress.variants.map((variant, at) => (at === 0 ? { ...variant, ...amounts } : variant));
  return { ...dress, variants };
}

async function reprice(
  { access, context }: Prepared,
  id: string,
  product: Product,
  changes: Partial<ToReprice> = {},
) {
  const one: ToReprice = { ...toUpdate(id, { product }), former: dress, ...changes };
  const [outcome] = (await lister.writer.amounts?.update([one], access, context)) ?? [];
  const steps = (await lister.writer.finishing?.due(one, false, access, context)) ?? [];
  for (const step of steps) {
    await lister.writer.finishing?.send(step, access, context);
  }
  return { outcome, steps };
}

/** Applies manual changes of the merchant, and an order of two pieces of each. */
function busy({ shop }: Prepared) {
  const [product] = shop.view().products;
  if (!product) {
    throw new Error('The store holds nothing.');
  }
  const [first] = product.variants;
  const own = first ? [{ ...first, number: 99, choices: ['Green', 'S', '', '', ''], price: '1.00' }] : [];
  const variants = [
    ...product.variants.map((variant) => ({ ...variant, taxable: !variant.taxable })),
    ...own,
  ];
  shop.ledger.put({ ...product, title: 'By hand', tags: ['sale'], variants }, Date.now());
  for (const { number } of product.variants) {
    shop.ledger.setLevel(number, '6363060301530504302', 2);
  }
  return product;
}

describe.each([
  ['replaces what is not named', []],
  ['keeps it', [keeping]],
])('prices and pieces alone, in a store that %s', (_, faults) => {
  it('leave all else as the merchant has it', async () => {
    const ready = await prepared(faults);
    const id = await made(ready);
    const before = busy(ready);

    const { outcome } = await reprice(
      ready,
      id,
      withPriceAndInventory({ price: '41.00', compareAtPrice: null, stock: 9 }),
    );

    const [after] = ready.shop.view().products;
    expect(outcome).toMatchObject({ outcome: 'applied', notes: [] });
    expect(after).toMatchObject({
      title: 'By hand',
      tags: ['sale'],
      images: before.images,
      options: before.options,
    });
    expect(after?.variants.map(({ price, compareAtPrice }) => [price, compareAtPrice])).toEqual([
      ['41.00', '0.00'],
      ['45.50', '0.00'],
      ['1.00', '49.00'],
    ]);
    expect(after?.variants.map(({ taxable, sku, weight }) => [taxable, sku, weight])).toEqual([
      [true, 'D-1', '0.3'],
      [false, '', '0'],
      [false, 'D-1', '0.3'],
    ]);
    // We changed only the first; only the store counts what was sold of the second.
    expect(before.variants.map(({ number }) => ready.shop.ledger.inventoryOf(number))).toEqual([9, 2]);
  });
});

describe('pieces alone', () => {
  it('name no variant, and are set once however often they are sent', async () => {
    const ready = await prepared();
    const id = await made(ready);
    const wanted = withPriceAndInventory({ stock: 0 });
    const [product] = ready.shop.view().products;
    ready.shop.ledger.setLevel(product?.variants[0]?.number ?? 0, '6363060301530504302', 4);

    const once = await reprice(ready, id, wanted);
    const again = await reprice(ready, id, wanted);

    expect([once.steps.length, again.steps.length]).toEqual([1, 0]);
    expect(ready.shop.ledger.inventoryOf(product?.variants[0]?.number ?? 0)).toBe(0);
  });

  it('of an older write that landed late are set back only where it reached them', async () => {
    const ready = await prepared();
    const id = await made(ready);
    const [product] = ready.shop.view().products;
    const first = product?.variants[0]?.number ?? 0;
    const older = withPriceAndInventory({ stock: 6 });
    const late = { former: older, landedLate: true } as const;

    ready.shop.ledger.setLevel(first, '6363060301530504302', 5);
    await reprice(ready, id, withPriceAndInventory({ stock: 8 }), late);
    const sold = ready.shop.ledger.inventoryOf(first);
    ready.shop.ledger.setLevel(first, '6363060301530504302', 6);
    await reprice(ready, id, withPriceAndInventory({ stock: 8 }), late);

    expect([sold, ready.shop.ledger.inventoryOf(first)]).toEqual([5, 8]);
  });

  it('tell a variant that is not there any more, and a product as missing', async () => {
    const ready = await prepared();
    const id = await made(ready);
    const [product] = ready.shop.view().products;
    if (product) {
      ready.shop.ledger.put({ ...product, variants: product.variants.slice(1) }, Date.now());
    }

    const { outcome } = await reprice(ready, id, withPriceAndInventory({ price: '41.00' }));
    if (product) {
      ready.shop.ledger.remove(product, Date.now());
    }
    const { outcome: gone } = await reprice(ready, id, withPriceAndInventory({ price: '42.00' }));

    expect(outcome).toMatchObject({
      outcome: 'applied',
      notes: [{ code: 'store.field-not-kept', field: 'variants.0' }],
    });
    expect(gone).toEqual({ outcome: 'missing' });
  });
});
