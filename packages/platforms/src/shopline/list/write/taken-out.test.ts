import type { Variant } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import type { ToUpdate } from '../../../listing/writes.ts';
import { lister } from '../lister.ts';
import { dress, keeping, made, prepared, toUpdate } from '../testing.ts';

const [blue, red] = dress.variants as [Variant, Variant];
const green: Variant = { ...red, id: 'v3', sku: 'D-3', optionValues: ['Green', 'S'] };
const second = 'https://pictures.example/second.jpg';
const other = {
  ...dress,
  variants: [blue, green],
  images: [{ url: second, alt: 'Second', width: null, height: null }],
};
const attemptOf = (n: number) => `019aa000-0000-7000-8000-00000000000${n}`;

describe.each([
  ['replaces', []],
  ['keeps', [{ ...keeping, count: null }]],
] as const)(
  'an edition that takes out a variant and a picture, in a store that %s what a list leaves out',
  (_, faults) => {
    async function listed() {
      const ready = await prepared(faults);
      const id = await made(ready);
      const change = (n: number): ToUpdate =>
        toUpdate(id, { attemptId: attemptOf(n), product: other, former: dress });
      const product = () => ready.shop.view().products[0];
      return { ...ready, id, change, product };
    }

    it('leaves what it names, and nothing else', async () => {
      const { access, context, change, product, id } = await listed();

      const [outcome] = await lister.writer.update([change(2)], access, context);

      expect(product()?.variants.map(({ sku }) => sku)).toEqual([blue.sku, green.sku]);
      expect(product()?.images.map(({ source }) => source)).toEqual([second]);
      const [seen] = await lister.reader.lookByIds([id], access, context);
      expect(outcome).toMatchObject({ outcome: 'applied', notes: [], hash: seen?.hash });
      expect(seen).toMatchObject({ attemptId: attemptOf(2) });
    });

    it('broken off behind its first part it is an unknown outcome that looks unfinished, and whole after the next', async () => {
      const { shop, access, context, change, product, id } = await listed();
      shop.faults.add({ kind: 'lost-after', matching: 'unfinished' });

      const [first] = await lister.writer.update([change(2)], access, context);
      const [between] = await lister.reader.lookByIds([id], access, context);
      const [next] = await lister.writer.update([change(3)], access, context);

      expect([first?.outcome, next?.outcome]).toEqual(['unknown', 'applied']);
      expect(between).toMatchObject({ attemptId: null, unfinishedBy: attemptOf(2) });
      expect(product()?.variants.map(({ sku }) => sku)).toEqual([blue.sku, green.sku]);
      expect(product()?.images.map(({ source }) => source)).toEqual([second]);
    });

    it('names its attempt when all of it has landed, and not before', async () => {
      const { access, context, change, product } = await listed();
      await lister.writer.update([change(2)], access, context);
      expect(product()?.spu).toContain(attemptOf(2).replaceAll('-', ''));
      expect(product()?.spu).not.toContain('unfinished');
    });
  },
);

it('a variant that a late copy of its update made once more is there once after the next update', async () => {
  const ready = await prepared([{ ...keeping, count: null }]);
  const id = await made(ready);
  const change = (n: number) => toUpdate(id, { attemptId: attemptOf(n), product: other, former: dress });
  await lister.writer.update([change(2)], ready.access, ready.context);
  const [product] = ready.shop.view().products;
  const copies = product?.variants.map((variant, at) => ({ ...variant, number: 900 + at })) ?? [];
  if (product) {
    const variants = [...copies, ...product.variants];
    ready.shop.ledger.put({ ...product, variants }, Date.now());
  }

  const [outcome] = await lister.writer.update([change(3)], ready.access, ready.context);

  const [after] = ready.shop.view().products;
  expect(after?.variants.map(({ sku }) => sku)).toEqual([blue.sku, green.sku]);
  expect(outcome).toMatchObject({ outcome: 'applied', notes: [] });
});

it('what the merchant added by hand to a store that keeps lists stays, and is reported', async () => {
  const ready = await prepared([{ ...keeping, count: null }]);
  const id = await made(ready);
  const [product] = ready.shop.view().products;
  const [first] = product?.variants ?? [];
  const [image] = product?.images ?? [];
  if (product === undefined || first === undefined || image === undefined) {
    throw new Error('the product was not made');
  }
  const theirs = { ...first, number: 900, sku: 'THEIRS', choices: ['Own', 'S'] };
  const images = [...product.images, { ...image, number: 901 }];
  ready.shop.ledger.put({ ...product, variants: [...product.variants, theirs], images }, Date.now());

  const update = toUpdate(id, { attemptId: attemptOf(2), product: other, former: dress });
  const [outcome] = await lister.writer.update([update], ready.access, ready.context);

  const [after] = ready.shop.view().products;
  expect(after?.variants.map(({ sku }) => sku)).toEqual([blue.sku, green.sku, 'THEIRS']);
  expect(outcome).toMatchObject({ outcome: 'applied', notes: [{ field: 'variants' }, { field: 'images' }] });
});

it.each([
  ['the same pictures', dress],
  ['others', other],
])(
  'a product that the merchant deletes between our read and our write does not come back, with %s',
  async (_, product) => {
    const ready = await prepared();
    const id = await made(ready);
    const [there] = ready.shop.view().products;
    const { fetch } = ready.context;
    const context = {
      ...ready.context,
      fetch: (async (input, init) => {
        if (init?.method === 'PUT' && there) {
          ready.shop.ledger.remove(there, Date.now());
        }
        return await fetch(input, init);
      }) as typeof fetch,
    };

    const update = toUpdate(id, {
      attemptId: attemptOf(2),
      product: { ...product, title: 'Other' },
      former: dress,
    });
    const [outcome] = await lister.writer.update([update], ready.access, context);

    expect(outcome).toEqual({ outcome: 'missing' });
    expect(ready.shop.view().products).toEqual([]);
  },
);
