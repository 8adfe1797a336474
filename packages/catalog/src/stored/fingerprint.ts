import type { Product } from '../product.ts';
import { foldText } from '../similar/search-words.ts';

/**
 * Returns a short text that two collected products share when they are probably the same product sold twice. It is
 * computed from the letters and digits of the title and from the path of the first image, without host, version and
 * size: sixteen hexadecimal digits, the same on every machine. It is for showing possible duplicates, never for
 * deciding anything alone.
 */
export function fingerprintOf(product: Pick<Product, 'title' | 'images'>): string {
  const title = foldText(product.title).replace(/[^\p{L}\p{N}]+/gu, '');
  return shortHash(`${title}\n${imagePath(product.images[0]?.origin?.url ?? product.images[0]?.url ?? '')}`);
}

// How shops name smaller copies of an image: photo_925x.jpg, photo_100x100_crop_center@2x.jpg, photo_grande.jpg
// (Shopify), photo-300x300.jpg (WordPress), photo.jpg_640x640q90.jpg (AliExpress).
const sizes = [
  /\.(?:jpe?g|png|webp|gif|avif)(?=_\d+x\d+[^/]*$).*$/,
  /(?:@\dx)?\.(?:jpe?g|png|webp|gif|avif)$/,
  /_(?:pico|icon|thumb|small|compact|medium|large|grande|original|master)$/,
  /(?:_(?:\d+x\d*|x\d+)(?:_crop_\w+)?|-\d+x\d+)$/,
];

/**
 * Longest path in which sizes are searched, in UTF-16 units: shops have no names that long, and the patterns backtrack.
 */
const sizedMax = 2000;

/**
 * Returns the path of an image in lower case, without host, query, size and file extension: the same for every copy of
 * the image.
 */
export function imagePath(url: string): string {
  const path = url
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
    .replace(/[?#].*$/s, '')
    .toLowerCase();
  return path.length > sizedMax ? path : sizes.reduce((shorter, size) => shorter.replace(size, ''), path);
}

/** Returns a hash of a text as sixteen hexadecimal digits: its `hashSums`. */
export function shortHash(text: string): string {
  const [first, second] = hashSums(text);
  return hex(first) + hex(second);
}

/**
 * Returns a hash of a text as two integers of 32 bits with a sign: FNV-1a sums over UTF-16 units, with different start
 * values and multipliers.
 */
export function hashSums(text: string): [number, number] {
  let first = 0x811c9dc5;
  let second = 0x9747b28c;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul((second ^ unit) + (second >>> 15), 0x85ebca6b);
  }
  return [first | 0, second ^ (second >>> 13)];
}

function hex(sum: number): string {
  return (sum >>> 0).toString(16).padStart(8, '0');
}
