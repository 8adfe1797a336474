import type { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { termName } from '../../../listing/dependencies.ts';
import type { ToUpdate } from '../../../listing/writes.ts';
import { lister } from '../lister.ts';
import { attempt, idOf, item, mug, preparedStore } from '../testing.ts';

const [sand, mist] = mug.variants as [Product['variants'][number], Product['variants'][number]];
const front = sand.imageUrl;
const moss = { ...sand, id: 'v3', sku: 'MUG-3', optionValues: ['Moss', '250 ml'], stock: 3 };

type Ready = Awaited<ReturnType<typeof preparedStore>>;

async function termsFor({ access, context }: Ready, product: Product) {
  const ids = new Map<string, string>();
  for (const term of lister.writer.terms?.of(product) ?? []) {
    const [found] = (await lister.writer.terms?.find([term], access, context)) ?? [];
    ids.set(termName(term), found ?? (await lister.writer.terms?.make(term, null, access, context)) ?? '');
  }
  return ids;
}

/** Lists `former`, updates it to `product`, and returns which fields the outcome reports as not kept. */
async function edited(former: Product, product: Product, versions?: Ready['shop']['settings']['versions']) {
  const ready = await preparedStore(versions ? { store: { versions } } : {});
  const { access, context, shop } = ready;
  const [created] = await lister.writer.create(
    [{ ...item, product: former, terms: await termsFor(ready, former) }],
    access,
    context,
  );
  const summer = shop.ledger.addCollection('Summer', 0);
  shop.view().products[0]?.collections.push(summer.id);
  const update: ToUpdate = {
    ...item,
    attemptId: attempt(2),
    product,
    former,
    storeProductId: idOf(created),
    images: new Map(),
    terms: await termsFor(ready, product),
  };
  const [outcome] = await lister.writer.update([update], access, context);
  const [stored] = shop.view().products;
  return {
    shop,
    outcome,
    notes: outcome?.outcome === 'applied' ? outcome.notes.map(({ field }) => field) : null,
    stored,
    collections: stored?.collections.map((id) => shop.ledger.collections.get(id)?.title).sort(),
  };
}

function withVariants(...variants: Product['variants']): Product {
  const colours = variants.map(({ optionValues }) => optionValues[0] ?? '');
  const [, size = { name: 'Size', values: ['250 ml'] }] = mug.options;
  return { ...mug, options: [{ name: 'Colour', values: colours }, size], variants };
}

describe.each([['2026-01'], ['2022-01']] as const)(
  'a variant of a new edition, in a store of %s,',
  (version) => {
    it('stands where it stands in our product, before and between others', async () => {
      const olive = { ...moss, id: 'v4', sku: 'MUG-4', optionValues: ['Olive', '250 ml'] };

      const { stored } = await edited(mug, withVariants(moss, sand, olive, mist), [version]);

      expect(stored?.variants.map(({ values }) => values[0])).toEqual(['Moss', 'Sand', 'Olive', 'Mist']);
    });

    it('stands so too where the variants before it are taken out', async () => {
      const { stored } = await edited(mug, withVariants(moss, mist), [version]);

      expect(stored?.variants.map(({ values }) => values[0])).toEqual(['Moss', 'Mist']);
    });

    it('shows its image, though no image of the product is another one now', async () => {
      const former = withVariants(sand, { ...mist, imageUrl: front });

      const { stored } = await edited(former, withVariants(moss, { ...mist, imageUrl: front }), [version]);

      expect(stored?.variants.map(({ image }) => image)).toEqual([front, front]);
      expect(stored?.images).toHaveLength(mug.images.length);
    });
  },
);

describe('collections', () => {
  it('that a new edition is not in any more are left, and those that the merchant chose stay', async () => {
    const { collections } = await edited(mug, { ...mug, categories: [['Kitchen', 'mugs'], ['On sale']] });

    expect(collections).toEqual(['Mugs', 'On sale', 'Summer']);
  });

  it('are left by a product that has no category any more', async () => {
    expect((await edited(mug, { ...mug, categories: [] })).collections).toEqual(['Summer']);
  });

  it('stay as the merchant chose them where the product has none and had none', async () => {
    const none = { ...mug, categories: [] };

    expect((await edited(none, { ...none, title: 'Another title' })).collections).toEqual(['Summer']);
  });
});

describe('what no update brings to a store', () => {
  it('is the address, which shoppers know, and the type, which updates do not take; the merchant is told', async () => {
    const { stored, notes } = await edited(mug, { ...mug, handle: 'another-mug', productType: 'Cups' });

    expect(stored).toMatchObject({ handle: mug.handle, productType: mug.productType });
    expect(notes).toEqual(['productType', 'handle']);
  });

  it('is nothing where neither is another one now', async () => {
    expect((await edited(mug, { ...mug, title: 'Another title' })).notes).toEqual([]);
  });
});
