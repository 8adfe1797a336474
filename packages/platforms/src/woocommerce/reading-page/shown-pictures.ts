import type { Picture } from '@bowerbird/catalog/product';
import { absoluteAddress, withoutQuery } from '../../addresses.ts';
import type { PageElement } from '../../page-elements.ts';
import { wholeOf } from '../../unread.ts';
import { walkMarkup } from '../../walk-markup.ts';

const picturesMax = 500;
const ofPicture = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)$/i;

/** The pictures of the product's gallery at their full size, in order. */
export function shownPictures(galleries: readonly PageElement[], base: string): Picture[] {
  const pictures = new Map<string, Picture>();
  for (const { inner } of galleries) {
    let linked: string | null = null;
    walkMarkup(inner, {
      onopentag(name, attributes) {
        if (name === 'a') {
          linked = ofPicture.test(withoutQuery(attributes.href ?? '')) ? (attributes.href ?? null) : null;
        }
        const large = name === 'img' ? attributes['data-large_image'] || linked : null;
        const url = large === null ? null : absoluteAddress(large, base);
        if (url !== null && pictures.size < picturesMax && !pictures.has(fileOf(url))) {
          pictures.set(fileOf(url), {
            url,
            alt: attributes.alt?.trim() ?? '',
            width: wholeOf(attributes['data-large_image_width']),
            height: wholeOf(attributes['data-large_image_height']),
          });
        }
      },
      onclosetag(name) {
        linked = name === 'a' ? null : linked;
      },
    });
  }
  return [...pictures.values()];
}

/** The gallery's pictures, and of these addresses those that it does not show. */
export function withPictures(
  gallery: readonly Picture[],
  addresses: readonly string[],
  base: string,
): Picture[] {
  const all = new Map(gallery.map((picture) => [fileOf(picture.url), picture]));
  for (const address of addresses) {
    const url = absoluteAddress(address, base);
    if (url !== null && !all.has(fileOf(url))) {
      all.set(fileOf(url), { url, alt: '', width: null, height: null });
    }
  }
  return [...all.values()];
}

/** One file has one path: pages name it by http and by https, and with a version behind it. */
export function fileOf(url: string): string {
  return withoutQuery(url).replace(/^https?:\/\/(?:www\.)?/i, '');
}
