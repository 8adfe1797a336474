import { picturePath, shortHash } from './fingerprint.ts';
import { bigramsOf, foldText } from './search-words.ts';

/** How two collected products are alike, the surest first. */
export const likenesses = ['source', 'title-picture', 'picture', 'title', 'similar-title'] as const;
export type Likeness = (typeof likenesses)[number];

/** What is compared of a product. */
export interface Compared {
  title: string;
  /** The address of its first picture. */
  pictureUrl: string | null;
  url: string;
  /** The host it was read at. */
  shop: string;
}

/** Titles shorter than this are alike by chance; a sign of Chinese, Japanese or Korean says as much as two letters. */
const shortestTitle = 10;
/** From this share of common pieces on, two titles of two sources tell of one thing. */
const similarFrom = 0.72;
/** A file is named like this by everybody: it tells nothing. */
const namelessPicture =
  /(?:^|\/)(?:no[-_]?(?:image|photo|picture)|placeholder|default|image|img|photo|main|blank|logo|\d{1,4})$/;

/**
 * Short texts by which products that may be alike find each other: two that are alike share one, nearly always; two that
 * share one may still differ, which `likenessOf` tells. The same on every machine.
 */
export function likenessKeys(product: Compared): string[] {
  const title = letters(product.title);
  const picture = pictureOf(product);
  return [
    `u${shortHash(placeOf(product.url))}`,
    ...(picture === null ? [] : [`p${shortHash(picture)}`]),
    ...(isShort(title) ? [] : [`t${shortHash(title)}`, ...bandsOf(product.title)]),
  ];
}

/**
 * How two products are alike; null when they are not. Within one shop it takes the same page, or both title and picture: a
 * shop's own goods often share the one or the other.
 */
export function likenessOf(one: Compared, other: Compared): Likeness | null {
  if (placeOf(one.url) === placeOf(other.url)) {
    return 'source';
  }
  const [first, second] = [letters(one.title), letters(other.title)];
  const sameTitle = first === second && first !== '';
  const picture = pictureOf(one);
  const samePicture = picture !== null && picture === pictureOf(other);
  if (sameTitle && samePicture) {
    return 'title-picture';
  }
  if (one.shop === other.shop) {
    return null;
  }
  if (samePicture) {
    return 'picture';
  }
  if (isShort(first) || isShort(second)) {
    return null;
  }
  if (sameTitle) {
    return 'title';
  }
  return similarity(one.title, other.title) >= similarFrom ? 'similar-title' : null;
}

/** The share of pieces that two titles have in common, 0 to 1; 0 where their numbers differ: a size or a model is no detail. */
export function similarity(one: string, other: string): number {
  if (numbersOf(one) !== numbersOf(other)) {
    return 0;
  }
  const [first, second] = [piecesOf(one), piecesOf(other)];
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

/** The numbers of a title in order of size; words with digits in them count whole. */
function numbersOf(title: string): string {
  return (foldText(title).match(/(?<![\p{L}\p{N}])\p{L}*\p{N}[\p{L}\p{N}]*/gu) ?? []).sort().join(' ');
}

/** Words cut into runs of three signs, as PostgreSQL's trigrams are; pairs where words are written without spaces. */
function piecesOf(title: string): Set<string> {
  const folded = foldText(title);
  const pieces = new Set(bigramsOf(folded));
  for (const word of folded.match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) {
      pieces.add(padded.slice(at, at + 3));
    }
  }
  return pieces;
}

const seeds = [
  0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1, 0xd3a2646d, 0xfd7046c5, 0xb55a4f09, 0x7feb352d,
  0x846ca68b,
];

/** The smallest sums of a title's pieces in several orders, two by two: titles with most pieces in common share a pair. */
function bandsOf(title: string): string[] {
  const sums = seeds.map(() => 0xffffffff);
  for (const piece of piecesOf(title)) {
    const sum = sumOf(piece);
    for (let at = 0; at < seeds.length; at += 1) {
      const mixed = Math.imul(sum ^ (sum >>> 15), seeds[at] ?? 1);
      sums[at] = Math.min(sums[at] ?? 0, (mixed ^ (mixed >>> 13)) >>> 0);
    }
  }
  const numbers = numbersOf(title);
  return [0, 2, 4, 6, 8].map((at) => `w${shortHash(`${at} ${sums[at]} ${sums[at + 1]} ${numbers}`)}`);
}

function sumOf(piece: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < piece.length; at += 1) {
    sum = Math.imul(sum ^ piece.charCodeAt(at), 0x01000193);
  }
  return sum;
}

function pictureOf({ pictureUrl }: Compared): string | null {
  const path = picturePath(pictureUrl ?? '');
  const name = path.split('/').at(-1) ?? '';
  return name.length < 5 || namelessPicture.test(path) ? null : path;
}

/** Where a product stands, without what follows a visitor around; a query counts where it alone names the product. */
function placeOf(url: string): string {
  const [, host = '', path = '', query = ''] =
    /^[a-z]+:\/\/(?:www\.)?([^/?#]*)([^?#]*)(\?[^#]*)?/i.exec(url) ?? [];
  const plain = path.replace(/\/$/, '');
  return `${host}${plain}${plain === '' || /\.php$/.test(plain) ? query : ''}`.toLowerCase();
}
