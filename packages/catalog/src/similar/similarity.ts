import { hashSums, imagePath } from '../stored/fingerprint.ts';
import { bigramsOf, foldText } from './search-words.ts';

/** The ways in which two collected products match, the most certain first. */
export const similarities = ['source', 'title-image', 'image', 'title', 'similar-title'] as const;
export type Similarity = (typeof similarities)[number];

/** The fields of a product that are compared. */
export interface Compared {
  title: string;
  /** URL of its first image. */
  imageUrl: string | null;
  url: string;
  /** Host where the product was read. */
  shop: string;
}

/** Titles shorter than this match by chance. A Chinese, Japanese or Korean character counts as two letters. */
const shortestTitle = 10;
/** From this share of common pieces on, two titles of two sources describe the same product. */
const similarFrom = 0.72;
/** File names that everyone uses, so they say nothing about the image. */
const namelessImage =
  /(?:^|\/)(?:no[-_]?(?:image|photo|picture)|placeholder|default|image|img|photo|main|blank|logo|\d{1,4})$/;

/** A key of a product: of its address (`u`), its image (`p`), its title (`t`), or of one part of its title's words (`w`). */
export interface SimilarityKey {
  kind: 'u' | 'p' | 't' | 'w';
  /** The two halves of its hash, 32 bits with a sign each. */
  sums: readonly [number, number];
}

/**
 * Returns short keys by which possibly similar products are found: two similar products nearly always share a key. Two
 * products that share a key may still differ, which `similarityOf` decides. The keys are the same on every machine.
 */
export function similarityKeys(product: Compared): SimilarityKey[] {
  const title = letters(product.title);
  const image = imageOf(product);
  const keys: SimilarityKey[] = [{ kind: 'u', sums: hashSums(placeOf(product.url)) }];
  if (image !== null) {
    keys.push({ kind: 'p', sums: hashSums(image) });
  }
  if (!isShort(title)) {
    keys.push({ kind: 't', sums: hashSums(title) }, ...bandsOf(product.title));
  }
  return keys;
}

/** What `similarityOf` compares of a product, computed once. */
export interface Comparable {
  title: string;
  shop: string;
  place: string;
  image: string | null;
  letters: string;
}

/** Prepares a product that is compared with several others. */
export function comparable({ title, shop, url, imageUrl }: Compared): Comparable {
  return { title, shop, place: placeOf(url), image: imageOf({ imageUrl }), letters: letters(title) };
}

/** Returns how two products match; null when they do not: as `matchOf`. */
export function similarityOf(one: Compared, other: Compared): Similarity | null {
  return matchOf(comparable(one), comparable(other));
}

/**
 * Returns how two products match; null when they do not. Within one shop, a match requires the same page or both title
 * and image, because products of one shop often share one of them.
 */
export function matchOf(one: Comparable, other: Comparable): Similarity | null {
  if (one.place === other.place) {
    return 'source';
  }
  const [first, second] = [one.letters, other.letters];
  const sameTitle = first === second && first !== '';
  const sameImage = one.image !== null && one.image === other.image;
  if (sameTitle && sameImage) {
    return 'title-image';
  }
  if (one.shop === other.shop) {
    return null;
  }
  if (sameImage) {
    return 'image';
  }
  if (isShort(first) || isShort(second)) {
    return null;
  }
  if (sameTitle) {
    return 'title';
  }
  return similarity(one.title, other.title) >= similarFrom ? 'similar-title' : null;
}

/**
 * Returns the share of pieces that two titles have in common, 0 to 1. It is 0 when their numbers differ, because a size
 * or a model number is essential.
 */
export function similarity(one: string, other: string): number {
  if (numbersOf(one) !== numbersOf(other)) {
    return 0;
  }
  const [first, second] = [new Set(piecesOf(one)), new Set(piecesOf(other))];
  if (first.size === 0 || second.size === 0) {
    return 0;
  }
  const [fewer, more] = first.size < second.size ? [first, second] : [second, first];
  let common = 0;
  for (const piece of fewer) {
    common += more.has(piece) ? 1 : 0;
  }
  return (2 * common) / (first.size + second.size);
}

function isShort(title: string): boolean {
  return (
    title.length +
      (title.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ??
        0) <
    shortestTitle
  );
}

function letters(title: string): string {
  return foldText(title).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Returns the numbers of a title, sorted; words that contain digits count as a whole. */
function numbersOf(title: string): string {
  return (foldText(title).match(/(?<![\p{L}\p{N}])\p{L}*\p{N}[\p{L}\p{N}]*/gu) ?? []).sort().join(' ');
}

/**
 * Returns the pieces of a title, some more than once: words cut into runs of three characters, as PostgreSQL's trigrams
 * are, and pairs of characters for scripts without spaces.
 */
function piecesOf(title: string): string[] {
  const folded = foldText(title);
  const pieces = bigramsOf(folded);
  for (const word of folded.match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) {
      pieces.push(padded.slice(at, at + 3));
    }
  }
  return pieces;
}

const seeds = [
  0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1, 0xd3a2646d, 0xfd7046c5, 0xb55a4f09, 0x7feb352d,
  0x846ca68b,
];

/**
 * Returns the minimum hashes of a title's pieces under several hash functions, in pairs (MinHash bands): titles that
 * have most pieces in common share a pair.
 */
function bandsOf(title: string): SimilarityKey[] {
  const sums = seeds.map(() => 0xffffffff);
  for (const piece of piecesOf(title)) {
    const sum = sumOf(piece);
    for (let at = 0; at < seeds.length; at += 1) {
      const mixed = Math.imul(sum ^ (sum >>> 15), seeds[at] ?? 1);
      sums[at] = Math.min(sums[at] ?? 0, (mixed ^ (mixed >>> 13)) >>> 0);
    }
  }
  const numbers = numbersOf(title);
  return [0, 2, 4, 6, 8].map((at) => ({
    kind: 'w',
    sums: hashSums(`${at} ${sums[at]} ${sums[at + 1]} ${numbers}`),
  }));
}

function sumOf(piece: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < piece.length; at += 1) {
    sum = Math.imul(sum ^ piece.charCodeAt(at), 0x01000193);
  }
  return sum;
}

function imageOf({ imageUrl }: Pick<Compared, 'imageUrl'>): string | null {
  const path = imagePath(imageUrl ?? '');
  const name = path.split('/').at(-1) ?? '';
  return name.length < 5 || namelessImage.test(path) ? null : path;
}

/**
 * Returns the address of a product's page without tracking parameters. A query is kept where it alone identifies the
 * product.
 */
function placeOf(url: string): string {
  const [, host = '', path = '', query = ''] =
    /^[a-z]+:\/\/(?:www\.)?([^/?#]*)([^?#]*)(\?[^#]*)?/i.exec(url) ?? [];
  const plain = path.replace(/\/$/, '');
  return `${host}${plain}${plain === '' || /\.php$/.test(plain) ? query : ''}`.toLowerCase();
}
