import type { Product } from './product.ts';
import { foldText } from './search-words.ts';

/**
 * A short text that two collected products share when they are likely the same thing sold twice: built of the letters
 * and digits of the title and the path of the first picture, without host, version and size. Sixteen hexadecimal
 * digits, the same on every machine. For finding duplicates to show, never to decide anything alone.
 */
export function fingerprintOf(product: Pick<Product, 'title' | 'pictures'>): string {
  const title = foldText(product.title).replace(/[^\p{L}\p{N}]+/gu, '');
  return shortHash(`${title}\n${picturePath(product.pictures[0]?.url ?? '')}`);
}

// How shops name the smaller copies of a picture: photo_925x.jpg, photo_100x100_crop_center@2x.jpg, photo_grande.jpg
// (Shopify), photo-300x300.jpg (WordPress), photo.jpg_640x640q90.jpg (AliExpress).
const sizes = [
  /\.(?:jpe?g|png|webp|gif|avif)(?=_\d+x\d+[^/]*$).*$/,
  /(?:@\dx)?\.(?:jpe?g|png|webp|gif|avif)$/,
  /_(?:pico|icon|thumb|small|compact|medium|large|grande|original|master)$/,
  /(?:_(?:\d+x\d*|x\d+)(?:_crop_\w+)?|-\d+x\d+)$/,
];

/** A path in which sizes are looked for is no longer, in UTF-16 units: shops name none so long, and the patterns step back. */
const sizedMax = 2000;

/** The path of a picture, lower case, without host, query, size and ending: the same for every copy of it. */
export function picturePath(url: string): string {
  const path = url
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
    .replace(/[?#].*$/s, '')
    .toLowerCase();
  return path.length > sizedMax ? path : sizes.reduce((shorter, size) => shorter.replace(size, ''), path);
}

/** Sixteen hexadecimal digits of a text: two 32-bit FNV-1a sums that start apart and multiply apart, over UTF-16 units. */
export function shortHash(text: string): string {
  let first = 0x811c9dc5;
  let second = 0x9747b28c;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul((second ^ unit) + (second >>> 15), 0x85ebca6b);
  }
  return hex(first) + hex(second ^ (second >>> 13));
}

function hex(sum: number): string {
  return (sum >>> 0).toString(16).padStart(8, '0');
}
