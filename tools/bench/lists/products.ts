import type { Product, ProductStatus } from '@bowerbird/catalog/product';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';

/** Random numbers from 0 to 1 by a seed (mulberry32): the same on every machine. */
export function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const wordRandom = randomBy(1);
const syllables = 'ba ce do fi gu ha ki lo mu ne pa ra si to vu wa ya ze sha tri'.split(' ');
const latinWords = Array.from({ length: 3000 }, () =>
  Array.from({ length: 2 + Math.floor(wordRandom() * 2) }, () => pick(syllables, wordRandom)).join(''),
);
/** The commonest word of the Latin titles. */
export const commonWord = latinWords[0] ?? '';
const chineseWords = Array.from({ length: 2000 }, () =>
  String.fromCodePoint(...[0, 0].map(() => 0x4e00 + Math.floor(wordRandom() ** 2 * 3000))),
);
/** The commonest word of the Chinese titles. */
export const commonChinese = chineseWords[0] ?? '';

/** Source shops, of which the last have a handful of products. */
export const sourceCount = 60;
const platforms = ['shopify', 'woocommerce', 'shopline', 'shoplazza', 'wordpress'];

/**
 * Creates one invented product, the same for the same seed and place among all: titles in Latin letters or Chinese,
 * prices from cents to thousands, and values of which few are common and many are rare. Products of one source mostly
 * follow each other, as they are claimed.
 */
export function productAt(seed: number, at: number, all: number): Product {
  const random = randomBy(seed * 7_919 + at);
  const source = sourceAt(at / all, random);
  const chinese = source % 3 === 1;
  const title = chinese ? chineseTitle(random) : latinTitle(random);
  const rare = at % 20_011 === 7 ? ' zx' : '';
  const low = Math.exp(1 + random() * 5.5);
  const cost = random() < 0.6 ? (low * (0.3 + random() * 0.65)).toFixed(2) : null;
  const stocked = random() < 0.7;
  const sizes = random() < 0.4 ? ['S', 'M', 'L'] : ['One'];
  const images = random() < 0.03 ? 0 : 1 + Math.floor(random() * 8);
  return productWith({
    title: `${title}${rare}`,
    handle: `product-${at}`,
    descriptionHtml: `<p>${Array.from({ length: 60 }, () => pick(latinWords, random)).join(' ')}</p>`,
    vendor: random() < 0.1 ? null : `Vendor ${common(500, random)}`,
    productType: `Type ${common(60, random)}`,
    tags: [...new Set([common(3000, random), common(3000, random), common(200, random)])].map(
      (tag) => `tag-${tag}`,
    ),
    categories: [[`Area ${common(8, random)}`, `Shelf ${common(80, random)}`]],
    status: statusBy(random()),
    options: [{ name: 'Size', values: sizes }],
    images: Array.from({ length: images }, (_, image) => ({
      url: `https://images.example/${at}/${image}.jpg`,
      alt: '',
      width: 800,
      height: 800,
    })),
    variants: sizes.map((size, place) =>
      variantWith({
        id: `v${place + 1}`,
        optionValues: [size],
        sku: `K${at}-${size}`,
        price: (low * (1 + place * 0.1)).toFixed(2),
        compareAtPrice: random() < 0.4 ? (low * 1.5).toFixed(2) : null,
        cost,
        stock: stocked ? Math.floor(random() ** 2 * 500) - 10 : null,
      }),
    ),
    source: {
      platform: platforms[source % platforms.length] ?? 'shopify',
      shop: `source-${source}.example`,
      id: String(at),
      url: `https://source-${source}.example/products/product-${at}`,
      storeName: null,
    },
  });
}

/** The sources one after the other, each smaller than the one before; one in twenty products is of any of them. */
function sourceAt(share: number, random: () => number): number {
  return random() < 0.05
    ? Math.floor(random() * sourceCount)
    : Math.min(sourceCount - 1, Math.floor(sourceCount * (1 - (1 - share) ** 0.4)));
}

function statusBy(share: number): ProductStatus {
  return share < 0.7 ? 'draft' : share < 0.97 ? 'active' : 'archived';
}

function latinTitle(random: () => number): string {
  return Array.from({ length: 5 + Math.floor(random() * 4) }, () => {
    const word = latinWords[common(latinWords.length, random)] ?? '';
    return word.slice(0, 1).toUpperCase() + word.slice(1);
  }).join(' ');
}

function chineseTitle(random: () => number): string {
  const words = Array.from(
    { length: 6 + Math.floor(random() * 6) },
    () => chineseWords[common(chineseWords.length, random)] ?? '',
  );
  return random() < 0.3 ? `${words.join('')} ${pick(latinWords, random)}` : words.join('');
}

/** A number below `count`; small ones are much commoner. */
function common(count: number, random: () => number): number {
  return Math.floor(count * random() ** 3);
}

function pick<Value>(values: readonly Value[], random: () => number): Value {
  // Within the list.
  return values[Math.floor(random() * values.length)] as Value;
}
