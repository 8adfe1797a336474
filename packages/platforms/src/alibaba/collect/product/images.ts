import { withoutQuery } from '../../../net/addresses.ts';

/** Base of relative image names on 1688. */
const imageRoot = 'https://cbu01.alicdn.com/';

/**
 * Returns the full-size address of an image. Thumbnails carry their size after the name ("a.jpg_250x250.jpg",
 * "a.jpg_.webp") or, on 1688, inside it ("a.310x310.jpg", "a.search.jpg"). Source: `readme.md`, Alibaba.com: addresses;
 * 1688: addresses.
 */
export function fullSize(address: string): string {
  const whole = /^img\/ibank\//.test(address) ? imageRoot + address : address;
  if (!/^(?:https?:)?\/\//.test(whole) || whole.length > 2000) {
    return whole;
  }
  const path = withoutQuery(whole);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const full = name
    .replace(/(\.(?:jpe?g|png|gif|webp|bmp))_[^/]*$/i, '$1')
    .replace(/\.(?:\d{2,4}x\d{2,4}|search|summ)(\.(?:jpe?g|png|gif|webp|bmp))$/i, '$1');
  // On other hosts a query may be part of the image's name.
  return full === name && !/\.(?:alicdn|alibaba|1688)\.com\//.test(path)
    ? whole
    : path.slice(0, path.lastIndexOf('/') + 1) + full;
}
