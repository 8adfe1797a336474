import { describe, expect, it } from 'vitest';
import { applyEdits, type Edit } from '../edits/edit.ts';
import type { Product, Variant } from '../product.ts';
import { image, mug, variant } from '../testing/products.ts';
import { mergeSource, type SourceMerge } from './merge-source.ts';

const asRead = (snapshot: Product) => snapshot;
const merge = (request: Partial<SourceMerge> & Pick<SourceMerge, 'now' | 'mine'>) =>
  mergeSource({ before: mug, known: null, claimed: asRead, ...request });
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
    const claimed = (snapshot: Product) => applyEdits(snapshot, rule);
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

  it('knows a variant by the id the source has for it, when its option value is called otherwise', () => {
    const named = withVariants(mug, (_, at) => ({ id: `900${at}`, cost: null }));
    const now = {
      ...named,
      options: [{ name: 'Colour', values: ['Navy', 'White', 'Red'] }, ...mug.options.slice(1)],
      variants: [
        variant('9009', ['Red', 'S']),
        ...named.variants.map((each) => ({
          ...each,
          optionValues: [each.optionValues[0] === 'Blue' ? 'Navy' : 'White', each.optionValues[1] ?? ''],
        })),
      ],
    };
    const mine = withVariants(named, () => ({ cost: '3.00' }));

    const merged = merge({ before: named, now, mine });

    expect(merged.open).toEqual([]);
    expect(merged.product.variants.map(({ id, optionValues, cost }) => [id, optionValues[0], cost])).toEqual([
      ['9009', 'Red', null],
      ['9000', 'Navy', '3.00'],
      ['9001', 'Navy', '3.00'],
      ['9002', 'White', '3.00'],
    ]);
  });

  it('keeps its handle and its status, whatever the source does with its own', () => {
    const now: Product = { ...mug, handle: 'renamed', status: 'draft' };

    expect(merge({ now, mine: mug }).product).toBe(mug);
  });

  it('loses no category by being met in another one', () => {
    const now = { ...mug, categories: [['Sale']] };

    expect(merge({ now, mine: mug }).product.categories).toEqual([...mug.categories, ['Sale']]);
  });

  it('is a conflict when the source gives another currency', () => {
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

  it('is asked about other money even where a rule lets the source decide; where it lets the merchant, it is not', () => {
    const now = { ...priced(mug, '13.00', '16.00', '12.00'), currency: 'USD' };

    const bySource = merge({ now, mine: mug, rules: { variants: 'source', currency: 'source' } });
    const byMine = merge({ now, mine: mug, rules: { variants: 'mine' } });

    expect(bySource.open).toEqual([{ key: 'variants', fields: ['variants', 'currency'] }]);
    expect([bySource.product.currency, pricesOf(bySource.product)]).toEqual([mug.currency, pricesOf(mug)]);
    expect([byMine.open, byMine.product]).toEqual([[], mug]);
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
      price: price?.replace(/0$/, '') ?? null,
    }));

  it('takes what is new and loses nothing that the other way does not give, back and forth', () => {
    const first = merge({ before: feed, now: page(15), mine: feed });
    const second = merge({ before: page(15), known: first.known, now: feed, mine: first.product });
    const third = merge({ before: feed, known: second.known, now: page(12), mine: second.product });

    const [stated] = first.product.variants;
    expect(stated).toMatchObject({
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

  it('does not take an empty field for one that was emptied', () => {
    const poor = { ...mug, tags: [], vendor: null, descriptionHtml: '', images: [] };

    expect(merge({ now: poor, mine: mug }).product).toBe(mug);
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
    const claimed = (snapshot: Product) => applyEdits(snapshot, [{ kind: 'multiply-price', by: '2' }]);
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

  it('never loses the cost, and gets back neither variants nor images that were taken out', () => {
    const mine = {
      ...withVariants(mug, () => ({ cost: '3.00' })),
      variants: withVariants(mug, () => ({ cost: '3.00' })).variants.slice(0, 2),
      images: mug.images.slice(0, 1),
    };
    const now = {
      ...withVariants(mug, ({ price }) => ({ cost: null, price: `1${price}`, stock: 1 })),
      images: [...mug.images, image('https://pictures.example/third.jpg')],
    };

    const before = withVariants(mug, () => ({ cost: null }));
    const merged = merge({ before, now, mine });

    expect(merged.open).toEqual([]);
    expect(merged.product.variants.map(({ price, cost }) => [price, cost])).toEqual([
      ['112.00', '3.00'],
      ['115.00', '3.00'],
    ]);
    expect(merged.product.images.map(({ url }) => url)).toEqual([
      'https://pictures.example/blue.jpg',
      'https://pictures.example/third.jpg',
    ]);
  });

  it('keeps images that were uploaded, whatever the source does with its own and whoever decides', () => {
    const url = 'bowerbird-image:01900000-0000-7000-8000-00000000000a.png';
    const mine = withVariants({ ...mug, images: [image(url), ...mug.images] }, (_, at) =>
      at === 0 ? { imageUrl: url, price: '99.00' } : {},
    );
    const now = { ...priced(mug, '13.00'), images: [image('https://pictures.example/new.jpg')] };

    const followed = merge({ now, mine });
    const decided = merge({ now, mine, rules: { images: 'source', variants: 'source' } });
    const unknown = merge({ before: null, now, mine, answers: { images: 'source', variants: 'source' } });

    for (const { product } of [followed, decided, unknown]) {
      expect(product.images.map((each) => each.url)).toContain(url);
      expect(product.images.map((each) => each.url)).toContain('https://pictures.example/new.jpg');
    }
    expect(followed.product.variants[0]?.imageUrl).toBe(url);
  });

  it('is asked about every difference when nobody knows what the source was', () => {
    const merged = merge({ before: null, now: { ...mug, title: 'New' }, mine: { ...mug, vendor: 'Mine' } });

    expect(merged.open.map(({ key }) => key)).toEqual(['title', 'vendor']);
    expect(merged.product.title).toBe('Blue mug');
  });
});
