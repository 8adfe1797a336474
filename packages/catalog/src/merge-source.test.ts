import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, type Edit } from './edit.ts';
import { structureIssues } from './invariants.ts';
import { mergeProducts } from './merge.ts';
import { mergeSource, type SourceMerge } from './merge-source.ts';
import { type Product, productFields, type Variant } from './product.ts';
import { arbitraryEdit } from './testing/arbitrary-edit.ts';
import { arbitraryProduct } from './testing/arbitrary-product.ts';
import { mug, picture, variant } from './testing/products.ts';

const asRead = (reading: Product) => reading;
const merge = (ask: Partial<SourceMerge> & Pick<SourceMerge, 'now' | 'mine'>) =>
  mergeSource({ before: mug, known: null, claimed: asRead, ...ask });
const withVariants = (
  product: Product,
  change: (variant: Variant, at: number) => Partial<Variant>,
): Product => ({
  ...product,
  variants: product.variants.map((each, at) => ({ ...each, ...change(each, at) })),
});
const priced = (product: Product, ...prices: string[]) =>
  withVariants(product, (each, at) => ({ price: prices[at] ?? each.price }));
const pricesOf = ({ variants }: Product) => variants.map(({ price }) => price);

describe('a product that nobody edited', () => {
  it('follows its source with the price rule it was claimed with, and asks nothing', () => {
    const rule: Edit[] = [{ kind: 'multiply-price', by: '2' }];
    const claimed = (reading: Product) => applyEdits(reading, rule);
    const now = { ...priced(mug, '13.00'), title: 'Blue mug, new' };

    const merged = merge({ now, mine: claimed(mug), claimed });

    expect(merged).toMatchObject({ open: [], followed: ['title', 'variants'] });
    expect(merged.product.title).toBe('Blue mug, new');
    expect(pricesOf(merged.product)).toEqual(['26.00', '30.00', '22.00']);
  });

  it('keeps the ids of its variants when the source puts a new one first', () => {
    const red = variant('v1', ['Red', 'S'], { price: '9.00' });
    const now = {
      ...mug,
      options: [{ name: 'Colour', values: ['Red', 'Blue', 'White'] }, ...mug.options.slice(1)],
      variants: [red, ...mug.variants.map((each, at) => ({ ...each, id: `v${at + 2}` }))],
    };

    const merged = merge({ now, mine: mug });
    const again = merge({
      before: now,
      known: merged.known,
      now: priced(now, '8.00'),
      mine: merged.product,
    });

    expect(merged.product.variants.map(({ id, price }) => [id, price])).toEqual([
      ['v4', '9.00'],
      ['v1', '12.00'],
      ['v2', '15.00'],
      ['v3', '11.00'],
    ]);
    expect(again.product.variants.map(({ id }) => id)).toEqual(['v4', 'v1', 'v2', 'v3']);
    expect(again.product.variants[0]?.price).toBe('8.00');
  });

  it('keeps its handle and its status, whatever the source does with its own', () => {
    const now: Product = { ...mug, handle: 'renamed', status: 'draft' };

    expect(merge({ now, mine: mug }).product).toBe(mug);
  });

  it('loses no category by being met in another one', () => {
    const now = { ...mug, categories: [['Sale']] };

    expect(merge({ now, mine: mug }).product.categories).toEqual([...mug.categories, ['Sale']]);
  });

  it('is asked about when the source tells other money', () => {
    const now = { ...priced(mug, '13.00', '16.00', '12.00'), currency: 'USD', title: 'New' };

    const open = merge({ now, mine: mug });
    const taken = merge({ now, mine: mug, answers: { variants: 'source' } });

    expect(open.open).toEqual([{ key: 'variants', fields: ['variants', 'currency'] }]);
    expect([open.product.currency, open.product.title, pricesOf(open.product)]).toEqual([
      'EUR',
      'New',
      ['12.00', '15.00', '11.00'],
    ]);
    expect([taken.product.currency, pricesOf(taken.product)]).toEqual(['USD', ['13.00', '16.00', '12.00']]);
  });
});

describe('a source that is read by its feed one day and by its pages the next', () => {
  const kg = { value: '0.447', unit: 'kg' as const };
  const feed = withVariants(mug, () => ({
    stock: null,
    available: true,
    weight: { value: '447', unit: 'g' },
  }));
  const page = (stock: number) =>
    withVariants(mug, ({ price }) => ({
      stock,
      available: null,
      weight: kg,
      price: price.replace(/0$/, ''),
    }));

  it('takes what is new and loses nothing that the other way does not tell, back and forth', () => {
    const first = merge({ before: feed, now: page(15), mine: feed });
    const second = merge({ before: page(15), known: first.known, now: feed, mine: first.product });
    const third = merge({ before: feed, known: second.known, now: page(12), mine: second.product });

    const [told] = first.product.variants;
    expect(told).toMatchObject({
      stock: 15,
      available: true,
      price: '12.00',
      weight: { value: '447', unit: 'g' },
    });
    expect(second.product).toBe(first.product);
    expect(third).toMatchObject({ open: [], followed: ['variants'] });
    expect(third.product.variants[0]?.stock).toBe(12);
    const dearer = withVariants(page(12), () => ({ price: '14.0' }));
    const last = merge({ before: page(12), known: third.known, now: dearer, mine: third.product });
    expect(last).toMatchObject({ open: [], followed: ['variants'] });
  });

  it('never says that what is sold out is in stock', () => {
    const claimed = merge({ before: feed, now: page(15), mine: feed });
    const gone = withVariants(feed, () => ({ available: false }));

    const out = merge({ before: page(15), known: claimed.known, now: gone, mine: claimed.product });
    const back = merge({ before: gone, known: out.known, now: feed, mine: out.product });

    expect(out.product.variants[0]).toMatchObject({ stock: 0, available: false });
    expect(back.product.variants[0]).toMatchObject({ stock: null, available: true });
  });
});

describe('a product that somebody edited', () => {
  it('keeps what they edited and follows in the rest, down to a single price', () => {
    const mine = { ...priced(mug, '20.00'), title: 'My mug', tags: ['Kitchen', 'gift', 'autumn'] };
    const now = {
      ...priced(mug, '12.00', '16.00'),
      vendor: 'Glade & Sons',
      tags: ['Kitchen', 'gift', 'new'],
    };

    const merged = merge({ now, mine });

    expect(merged.open).toEqual([]);
    expect(merged.product).toMatchObject({ title: 'My mug', vendor: 'Glade & Sons' });
    expect(pricesOf(merged.product)).toEqual(['20.00', '16.00', '11.00']);
    expect(merged.product.tags.toSorted()).toEqual(['Kitchen', 'autumn', 'gift', 'new']);
  });

  it('is asked where both changed the same, keeps its own meanwhile, and is asked again until somebody decides', () => {
    const mine = priced(mug, '20.00');
    const now = { ...priced(mug, '13.00'), title: 'New' };
    const first = merge({ now, mine });
    const undecided = { fields: ['variants' as const], before: { variants: mug.variants } };
    const later = { ...now, title: 'Newer' };

    const second = merge({ before: now, now: later, mine: first.product, undecided });

    expect(first.open).toEqual([{ key: 'variants', fields: ['variants'] }]);
    expect([first.product.title, pricesOf(first.product)[0]]).toEqual(['New', '20.00']);
    expect(second.open).toEqual(first.open);
    expect(second.product.title).toBe('Newer');
    const decided = merge({
      before: now,
      now: later,
      mine: first.product,
      undecided,
      answers: { variants: 'source' },
    });
    expect(decided).toMatchObject({ open: [] });
    expect(pricesOf(decided.product)[0]).toBe('13.00');
  });

  it('is answered with the source as it was read, or with what the rules of the claim make of it', () => {
    const claimed = (reading: Product) => applyEdits(reading, [{ kind: 'multiply-price', by: '2' }]);
    const mine = priced(claimed(mug), '20.00');
    const now = priced(mug, '13.00', '16.00');

    const [read, ruled] = (['source', 'ruled'] as const).map((variants) =>
      merge({ now, mine, claimed, answers: { variants } }),
    );

    expect(pricesOf(read?.product ?? mug)).toEqual(['13.00', '32.00', '22.00']);
    expect(pricesOf(ruled?.product ?? mug)).toEqual(['26.00', '32.00', '22.00']);
  });

  it('is not asked where a rule decides', () => {
    const merged = merge({
      now: priced(mug, '13.00', '16.00'),
      mine: priced(mug, '20.00'),
      rules: { variants: 'mine' },
    });

    expect(merged.open).toEqual([]);
    expect(pricesOf(merged.product)).toEqual(['20.00', '16.00', '11.00']);
  });

  it('never loses the cost, and gets back neither variants nor pictures that were taken out', () => {
    const mine = {
      ...withVariants(mug, () => ({ cost: '3.00' })),
      variants: withVariants(mug, () => ({ cost: '3.00' })).variants.slice(0, 2),
      pictures: mug.pictures.slice(0, 1),
    };
    const now = {
      ...withVariants(mug, ({ price }) => ({ cost: null, price: `1${price}`, stock: 1 })),
      pictures: [...mug.pictures, picture('https://pictures.example/third.jpg')],
    };

    const before = withVariants(mug, () => ({ cost: null }));
    const merged = merge({ before, now, mine });

    expect(merged.open).toEqual([]);
    expect(merged.product.variants.map(({ price, cost }) => [price, cost])).toEqual([
      ['112.00', '3.00'],
      ['115.00', '3.00'],
    ]);
    expect(merged.product.pictures.map(({ url }) => url)).toEqual([
      'https://pictures.example/blue.jpg',
      'https://pictures.example/third.jpg',
    ]);
  });

  it('is asked about every difference when nobody knows what the source was', () => {
    const merged = merge({ before: null, now: { ...mug, title: 'New' }, mine: { ...mug, vendor: 'Mine' } });

    expect(merged.open.map(({ key }) => key)).toEqual(['title', 'vendor']);
    expect(merged.product.title).toBe('Blue mug');
  });
});

/** A reading, the same read later, and what a merchant made of the first, by edits of every kind. */
const three = arbitraryProduct(2).chain((before) =>
  fc
    .record({
      before: fc.constant({ ...before, currency: 'EUR' }),
      source: fc.array(arbitraryEdit(before), { maxLength: 3 }),
      rules: fc.array(arbitraryEdit(before), { maxLength: 1 }),
      own: fc.array(arbitraryEdit(before), { maxLength: 3 }),
    })
    .map(({ before: read, source, rules, own }) => {
      const claimed = (reading: Product) => applyEdits(reading, rules);
      return { before: read, now: applyEdits(read, source), claimed, mine: applyEdits(claimed(read), own) };
    }),
);
const ask = (
  given: Pick<SourceMerge, 'before' | 'now' | 'claimed' | 'mine'>,
  more: Partial<SourceMerge> = {},
) => mergeSource({ known: null, ...given, ...more });
const every = (side: 'source' | 'ruled' | 'mine') =>
  Object.fromEntries(productFields.map((field) => [field, side]));
/** Without what is the merchant's alone, and with categories, which are only ever added. */
const comparable = (product: Product) => ({
  ...product,
  handle: '',
  status: '',
  categories: [],
  variants: null,
});

describe('whatever changed on both sides', () => {
  it('leaves a product alone whose source did not change', () => {
    fc.assert(
      fc.property(three, ({ before, claimed, mine }) => {
        const merged = ask({ before, now: before, claimed, mine });
        expect(merged.product).toBe(mine);
        expect(merged.open).toEqual([]);
      }),
    );
  });

  it('takes the source as the rules make it where nobody edited', () => {
    fc.assert(
      fc.property(three, ({ before, now, claimed }) => {
        const merged = ask({ before, now, claimed, mine: claimed(before) });
        expect(merged.open).toEqual([]);
        expect(comparable(merged.product)).toEqual(comparable(merged.theirs));
        expect(merged.product.variants.map(({ price, stock }) => [price, stock])).toEqual(
          merged.theirs.variants.map(({ price, stock }) => [price, stock]),
        );
      }),
    );
  });

  it('breaks nothing between options, variants and pictures, however it is answered', () => {
    fc.assert(
      fc.property(three, ({ before, now, claimed, mine }) => {
        for (const answers of [{}, every('mine'), every('source'), every('ruled')]) {
          const merged = ask({ before, now, claimed, mine }, { answers });
          const allowed = Math.max(structureIssues(mine).length, structureIssues(merged.theirs).length);
          expect(structureIssues(merged.product).length).toBeLessThanOrEqual(allowed);
        }
      }),
    );
  });

  it('says the same when it is done again, before and after it was written down', () => {
    fc.assert(
      fc.property(three, ({ before, now, claimed, mine }) => {
        const first = ask({ before, now, claimed, mine });
        const again = ask({ before, now, claimed, mine: first.product });
        const written = ask({ before: now, now, claimed, mine: first.product }, { known: first.known });
        expect(again.product).toEqual(first.product);
        expect(written.product).toBe(first.product);
      }),
    );
  });

  it('keeps mine in every question answered so, and the source in every one answered otherwise', () => {
    fc.assert(
      fc.property(three, ({ before, now, claimed, mine }) => {
        const { open } = ask({ before, now, claimed, mine });
        const kept = ask({ before, now, claimed, mine }, { answers: every('mine') });
        const taken = ask({ before, now, claimed, mine }, { answers: every('ruled') });
        expect([kept.open, taken.open]).toEqual([[], []]);
        for (const field of open.flatMap(({ fields }) => fields)) {
          if (!['options', 'variants', 'pictures', 'tags', 'categories', 'attributes'].includes(field)) {
            expect(kept.product[field]).toEqual(mine[field]);
            expect(taken.product[field]).toEqual(taken.theirs[field]);
          }
        }
        expect(ask({ before, now, claimed, mine }).product).toEqual(kept.product);
      }),
    );
  });

  it('keeps the same of two people, whichever of them comes second, where they did not clash', () => {
    fc.assert(
      fc.property(three, ({ before, now, mine }) => {
        const [one, other] = [mergeProducts(before, mine, now), mergeProducts(before, now, mine)];
        expect(one.conflicts.map(({ key }) => key)).toEqual(other.conflicts.map(({ key }) => key));
        if (one.conflicts.length === 0) {
          expect(sorted(one.product)).toEqual(sorted(other.product));
        }
      }),
    );
  });
});

/** What each added stands after the other's: only the order may differ. */
function sorted(product: Product) {
  const inOrder = (list: readonly unknown[]) => list.map((each) => JSON.stringify(each)).toSorted();
  const { tags, variants, pictures, categories, attributes, options } = product;
  return {
    ...product,
    tags: inOrder(tags),
    variants: inOrder(variants.map((each) => byName(each))),
    pictures: inOrder(pictures.map((each) => byName(each))),
    categories: inOrder(categories),
    attributes: inOrder(attributes),
    options: options.map(({ name, values }) => ({ name, values: inOrder(values) })),
  };
}

function byName(item: object) {
  return Object.entries(item).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
