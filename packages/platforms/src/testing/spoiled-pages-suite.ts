import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { describe, expect, it } from 'vitest';
import { share } from './share.ts';
import { brokenPages, contradicted, cutsOf, grown, islandsIn, other, swappedPages } from './spoiled-pages.ts';

/** A valid product page, and its reader. */
export interface GoodPage {
  name: string;
  url: URL;
  html(): string;
  read(html: string, url: URL): Product[];
}

const cuts = 100;
const swapsOfIsland = 20;
const manyVariants = 10_000;
/** Number of cases of each list in `npm test`; `npm run test:long` tries all of them. */
const shared = { cuts: 14, broken: 8, swapped: 12 };

/**
 * Tests what every reader promises for a corrupted page: truncated, with its data broken or of other types, with far
 * too many variants, with a second product in it. The reader returns a valid product or a named failure, in time
 * proportional to the page, and no price, image or title that the page does not contain.
 */
export function describeSpoiledPages(pages: readonly GoodPage[]): void {
  describe.each(pages)('$name, spoiled', { tags: ['slow'] }, (page) => {
    const html = page.html();
    const islands = islandsIn(html);
    const from = page.name.length;

    it('is good as it is', () => {
      expect(readOf(page, html)).toHaveLength(1);
    });

    it('invents nothing where it is cut, and is named or sound', () => {
      const [good] = readOf(page, html);
      for (const end of share(cutsOf(html, cuts), shared.cuts, from)) {
        for (const product of readOf(page, html.slice(0, end))) {
          expect([end, inventedIn(product, good, html.slice(0, end))]).toEqual([end, []]);
        }
      }
    });

    it('invents nothing where its data is broken', () => {
      const [good] = readOf(page, html);
      for (const make of share(brokenPages(html, islands), shared.broken, from)) {
        const broken = make();
        for (const product of readOf(page, broken)) {
          expect(inventedIn(product, good, broken)).toEqual([]);
        }
      }
    });

    it('is named or sound where its data is of other kinds', () => {
      for (const make of share(swappedPages(html, islands, swapsOfIsland), shared.swapped, from)) {
        readOf(page, make());
      }

      expect({}).not.toHaveProperty('polluted');
    });

    it('is named or sound with ten thousand variants, in time that grows with them alone', () => {
      for (const island of islands) {
        const [few, many] = [grown(html, island, manyVariants / 10), grown(html, island, manyVariants)];
        if (few !== null && many !== null) {
          const factor = () =>
            timeOf(() => readOf(page, many)) /
            Math.max(
              2,
              timeOf(() => readOf(page, few)),
            );
          // Ten times the page; a hundred times the time would be quadratic. On a busy machine the measurement is
          // repeated.
          expect([factor, factor, factor].some((measure) => measure() < 60)).toBe(true);
        }
      }
    });

    it('does not mix two products that contradict each other', () => {
      const [good] = readOf(page, html);
      for (const both of contradicted(html)) {
        for (const product of readOf(page, both)) {
          const isOther = product.title === other.title;
          const prices = new Set(product.variants.map(({ price }) => price));
          expect([isOther, prices.has(other.price), product.currency === other.currency]).toEqual(
            isOther ? [true, true, true] : [false, false, false],
          );
          expect(isOther ? null : good?.title).toBe(isOther ? null : product.title);
        }
      }
    });
  });
}

/** Returns what is read of a page; [] where it is rejected with a named error. */
function readOf({ read, url }: GoodPage, html: string): Product[] {
  let products: Product[] = [];
  try {
    products = read(html, url);
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).not.toMatchObject({ code: 'unexpected' });
  }
  for (const product of products) {
    expect(Product.safeParse(product).error?.issues ?? []).toEqual([]);
    expect(new Set(product.variants.map(({ id }) => id)).size).toBe(product.variants.length);
    expect(product.variants.every(({ optionValues }) => optionValues.length === product.options.length)).toBe(
      true,
    );
  }
  return products;
}

/** Returns the values of a product that neither the valid page's product nor the markup itself contains. */
function inventedIn(product: Product, good: Product | undefined, html: string): string[] {
  const known = new Set([
    ...(good?.variants ?? []).flatMap(({ price, compareAtPrice, sku, barcode }) => [
      price,
      compareAtPrice,
      sku,
      barcode,
    ]),
    ...(good?.images ?? []).map(({ url }) => url),
    good?.title,
    good?.currency,
  ]);
  const stated = [
    product.title,
    product.currency,
    ...product.variants.flatMap(({ price, compareAtPrice, barcode }) => [price, compareAtPrice, barcode]),
    ...product.images.map(({ url }) => url),
  ];
  return stated.filter(
    (text): text is string => text !== null && !known.has(text) && !isStatedBy(html, text),
  );
}

/** Reports whether the markup contains a text: a price in whatever form, an address by its name, words one by one. */
function isStatedBy(html: string, text: string): boolean {
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    const [units = '', parts = ''] = text.split('.');
    const minor = `${units}${parts.padEnd(2, '0')}`.replace(/^0+(?=\d)/, '');
    const forms = [text, String(Number(text)), minor, `${units},${parts}`, Number(text).toLocaleString('en')];
    return forms.some((form) => html.includes(form));
  }
  const words = URL.canParse(text)
    ? [new URL(text).pathname.split('/').at(-1) ?? '']
    : text.split(/[^a-z0-9]+/i);
  return words.every((word) => html.toLowerCase().includes(word.toLowerCase()));
}

function timeOf(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
