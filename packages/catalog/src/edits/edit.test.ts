import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { structureIssues } from '../invariants/invariants.ts';
import { isSame } from '../merge/same.ts';
import { Product } from '../product.ts';
import { arbitraryConversion, arbitraryEdit } from '../testing/arbitrary-edit.ts';
import { arbitraryProduct } from '../testing/arbitrary-product.ts';
import { mug } from '../testing/products.ts';
import { applyEdit, applyEdits, Edit } from './edit.ts';

const prices = (product: Product) => product.variants.map(({ price }) => price);
const codes = (product: Product) => product.variants.map(({ sku }) => sku);
const edited = arbitraryProduct().chain((product) =>
  fc
    .oneof({ weight: 30, arbitrary: arbitraryEdit(product) }, { weight: 1, arbitrary: arbitraryConversion })
    .map((edit) => ({ product, edit })),
);

describe('every edit', () => {
  it('is accepted by its own schema, leaves the given product alone and gives a sound product', {
    tags: ['slow'],
  }, () => {
    fc.assert(
      fc.property(edited, ({ product, edit }) => {
        const before = structuredClone(product);

        const after = applyEdit(product, Edit.parse(edit));

        expect(product).toEqual(before);
        expect(Product.safeParse(after).success).toBe(true);
        expect(structureIssues(after)).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  it('gives the very same product when it changes nothing', () => {
    fc.assert(
      fc.property(edited, ({ product, edit }) => {
        const after = applyEdit(product, edit);

        expect(after === product).toBe(isSame(after, product));
        expect(applyEdits(product, [edit]) === product).toBe(after === product);
      }),
      { numRuns: 300 },
    );
  });

  it('changes nothing more the second time, for edits that say what shall be', () => {
    const growing = new Set([
      'multiply-price',
      'add-to-price',
      'add-to-stock',
      'move-image',
      'remove-images-at',
      'replace-images-by-pattern',
      'replace-in-title',
      'replace-text',
      'sku-template',
      'replace-tag',
      'rename-option',
      'rename-option-value',
      'remove-option',
      'replace-pattern',
      'replace-in-codes',
      'replace-pattern-in-codes',
      'fill-text',
      'move-category',
      'percent-to-price',
      'price-by-ranges',
      'add-to-weight',
      'convert-currency',
      'code-series',
      'merge-option-values',
      'rename-attribute',
      'split-option',
    ]);
    fc.assert(
      fc.property(edited, ({ product, edit }) => {
        fc.pre(!growing.has(edit.kind));
        const once = applyEdit(product, edit);

        expect(applyEdit(once, edit)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });
});

describe('texts', () => {
  it('takes the replacement text literally, dollar signs too', () => {
    const after = applyEdit(mug, { kind: 'replace-in-title', find: 'Blue', replaceWith: 'US$&' });

    expect(after.title).toBe('US$& mug');
  });

  it('takes the sought text literally when case does not matter, brackets too', () => {
    const product = { ...mug, title: 'Mug (BLUE) [new]' };

    const after = applyEdit(product, {
      kind: 'replace-in-title',
      find: '(blue) [',
      replaceWith: '',
      ignoreCase: true,
    });

    expect(after.title).toBe('Mug new]');
  });

  it('never empties a title', () => {
    expect(applyEdit(mug, { kind: 'replace-in-title', find: 'Blue mug', replaceWith: ' ' })).toBe(mug);
  });

  it('replaces what a shopper reads in a description, never a tag or an attribute', () => {
    const after = applyEdit(mug, {
      kind: 'replace-text',
      field: 'descriptionHtml',
      find: 'mug',
      replaceWith: 'cup <3',
    });

    expect(after.descriptionHtml).toBe('<p class="mug">A cup &lt;3 for tea &amp; coffee.</p>');
  });

  it('takes a comment that nothing closes for one to the end, and passes over many of them once', () => {
    const descriptionHtml = `<p>A mug</p>${'<!-- a mug '.repeat(40_000)}`;
    const before = process.cpuUsage();
    const after = applyEdit(
      { ...mug, descriptionHtml },
      { kind: 'replace-text', field: 'descriptionHtml', find: 'mug', replaceWith: 'cup' },
    );
    const { user } = process.cpuUsage(before);

    expect(after.descriptionHtml).toBe(descriptionHtml.replace('A mug', 'A cup'));
    // Running each of them to the end takes minutes.
    expect(user).toBeLessThan(3_000_000);
  });

  it('finds a plain ampersand where the description has it escaped', () => {
    const after = applyEdit(mug, {
      kind: 'replace-text',
      field: 'descriptionHtml',
      find: 'tea & coffee',
      replaceWith: 'tea',
    });

    expect(after.descriptionHtml).toBe('<p class="mug">A mug for tea.</p>');
  });
});

describe('tags and categories', () => {
  it('make a tag of the name of each category, once', () => {
    const categories = [['Home', 'Mugs'], ['New in'], ['Sale', 'mugs']];
    const once = applyEdit({ ...mug, categories, tags: ['new in'] }, { kind: 'categories-to-tags' });

    expect(once.tags).toEqual(['new in', 'Mugs']);
    expect(applyEdit(once, { kind: 'categories-to-tags' })).toBe(once);
  });

  it('adds no tag that is there already in other letters', () => {
    const after = applyEdit(mug, { kind: 'add-tags', tags: ['KITCHEN', 'summer', 'Summer'] });

    expect(after.tags).toEqual(['Kitchen', 'gift', 'summer']);
  });

  it('takes a product out of a category and of all below it', () => {
    const after = applyEdit(mug, { kind: 'remove-categories', paths: [['Home']] });

    expect(after.categories).toEqual([['New in']]);
  });
});

describe('prices', () => {
  it('makes the price from the cost, and the present price the cost where there is none', () => {
    const after = applyEdit(mug, { kind: 'price-from-cost', by: '2.8', ending: { to: '.90' } });

    expect(prices(after)).toEqual(['12.90', '41.90', '30.90']);
    expect(after.variants.map(({ cost }) => cost)).toEqual(['4.50', '15.00', '11.00']);
  });

  it.each([
    ['JPY', '101', '1.155', '117'],
    ['JPY', '1000', '1.15', '1150'],
    ['JPY', '1000.00', '1.155', '1155'],
    ['KWD', '90.750', '1.1', '99.825'],
    ['KWD', '90.75', '1.1', '99.825'],
    ['USD', '10', '1.25', '12.50'],
    ['USD', '10', '1.1', '11'],
    ['USD', '19.90', '1.155', '22.98'],
    ['USD', '0.0125', '2', '0.0250'],
    [null, '19.90', '1.155', '22.98'],
  ])('of %s: %s times %s is %s', (currency, price, by, result) => {
    const product = { ...mug, currency, variants: mug.variants.map((variant) => ({ ...variant, price })) };

    expect(prices(applyEdit(product, { kind: 'multiply-price', by }))[0]).toBe(result);
  });

  it('end in whole units in a currency without a minor unit', () => {
    const yen = {
      ...mug,
      currency: 'JPY',
      variants: mug.variants.map((variant) => ({ ...variant, price: '101' })),
    };

    expect(prices(applyEdit(yen, { kind: 'multiply-price', by: '1.155', ending: { to: '.99' } }))[0]).toBe(
      '117',
    );
  });

  it('leaves a price alone that would fall below zero or grow beyond all prices', () => {
    const cheaper = applyEdit(mug, { kind: 'add-to-price', amount: '-11.50' });

    expect(prices(cheaper)).toEqual(['0.50', '3.50', '11.00']);
    expect(applyEdit(mug, { kind: 'add-to-price', amount: '999999999999' })).toBe(mug);
  });

  it('makes no small price of a negative one by its ending', () => {
    const after = applyEdit(mug, { kind: 'add-to-price', amount: '-13', ending: { to: '.90' } });

    expect(prices(after)).toEqual(['12.00', '1.90', '11.00']);
  });

  it('sets the compare-at price above the price, and only of the chosen variant', () => {
    const after = applyEdit(mug, { kind: 'compare-at-above', percent: '25', variants: ['v1'] });

    expect(after.variants.map(({ compareAtPrice }) => compareAtPrice)).toEqual(['15.00', null, null]);
  });
});

describe('codes', () => {
  it('writes codes by a template and leaves unknown names as they are', () => {
    const after = applyEdit(mug, { kind: 'sku-template', template: '{handle}-{1}-{n}-{colour}' });

    expect(codes(after)[2]).toBe('blue-mug-White-3-{colour}');
  });

  it('puts a prefix once, and makes no code where there is none', () => {
    const edit = { kind: 'sku-prefix', text: 'GL-' } as const;

    expect(codes(applyEdits(mug, [edit, edit]))).toEqual(['GL-MUG-1', 'GL-MUG-2', null]);
  });
});

describe('options', () => {
  it('merges the variants that become the same, by the rule', () => {
    const after = applyEdit(mug, {
      kind: 'remove-option',
      option: 'size',
      merge: { keep: 'dearest', stock: 'sum' },
    });

    expect(after.options.map(({ name }) => name)).toEqual(['Colour']);
    expect(after.variants.map(({ id, optionValues, stock }) => ({ id, optionValues, stock }))).toEqual([
      { id: 'v2', optionValues: ['Blue'], stock: 3 },
      { id: 'v3', optionValues: ['White'], stock: 5 },
    ]);
  });

  it('leaves one plain variant when the last option goes', () => {
    const after = applyEdits(mug, [
      { kind: 'remove-option', option: 'Size' },
      { kind: 'remove-option', option: 'Colour' },
    ]);

    expect(after.options).toEqual([]);
    expect(after.variants.map(({ id, optionValues }) => [id, optionValues])).toEqual([['v1', []]]);
  });

  it('makes two values one when one is renamed to the other', () => {
    const after = applyEdit(mug, {
      kind: 'rename-option-value',
      option: 'Colour',
      value: 'White',
      to: 'Blue',
    });

    expect(after.options[0]?.values).toEqual(['Blue']);
    expect(after.variants.map(({ id }) => id)).toEqual(['v1', 'v2']);
  });

  it('moves the values with their options', () => {
    const after = applyEdit(mug, { kind: 'sort-options', options: ['Size'] });

    expect(after.options.map(({ name }) => name)).toEqual(['Size', 'Colour']);
    expect(after.variants[1]?.optionValues).toEqual(['L', 'Blue']);
  });

  it('does not give an option the name of another', () => {
    expect(applyEdit(mug, { kind: 'rename-option', option: 'Size', name: 'COLOUR' })).toBe(mug);
  });
});

describe('images', () => {
  it('takes a removed image from its variants too', () => {
    const [first] = mug.images;
    const product = {
      ...mug,
      variants: mug.variants.map((one) => ({ ...one, imageUrl: first?.url ?? null })),
    };

    const after = applyEdit(product, { kind: 'remove-images-at', places: [1] });

    expect(after.images).toEqual(mug.images.slice(1));
    expect(after.variants.map(({ imageUrl }) => imageUrl)).toEqual([null, null, null]);
  });

  it('makes the last image the cover', () => {
    const after = applyEdit(mug, { kind: 'move-image', from: -1, to: 1 });

    expect(after.images).toEqual([...mug.images].reverse());
  });

  it('puts the named images first, in the order named', () => {
    const addresses = ['https://pictures.example/white.jpg'];

    const after = applyEdit(mug, { kind: 'sort-images', addresses });

    expect(after.images[0]?.url).toBe(addresses[0]);
  });
});
