import type { Image } from '@bowerbird/catalog/product';
import { absoluteAddress, withoutQuery } from '../../../net/addresses.ts';
import type { PageElement } from '../../../reading/html/page-elements.ts';
import { walkMarkup } from '../../../reading/html/walk-markup.ts';
import { wholeOf } from '../../../reading/unread.ts';

const imagesMax = 500;
const ofImage = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)$/i;

/** Returns the images of the product's gallery at their full size, in order. */
export function shownImages(galleries: readonly PageElement[], base: string): Image[] {
  const images = new Map<string, Image>();
  for (const { inner } of galleries) {
    let linked: string | null = null;
    walkMarkup(inner, {
      onopentag(name, attributes) {
        if (name === 'a') {
          linked = ofImage.test(withoutQuery(attributes.href ?? '')) ? (attributes.href ?? null) : null;
        }
        const large = name === 'img' ? attributes['data-large_image'] || linked : null;
        const url = large === null ? null : absoluteAddress(large, base);
        if (url !== null && images.size < imagesMax && !images.has(fileOf(url))) {
          images.set(fileOf(url), {
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
  return [...images.values()];
}

/** Returns the gallery's images, and those of these addresses that it does not show. */
export function withImages(gallery: readonly Image[], addresses: readonly string[], base: string): Image[] {
  const all = new Map(gallery.map((image) => [fileOf(image.url), image]));
  for (const address of addresses) {
    const url = absoluteAddress(address, base);
    if (url !== null && !all.has(fileOf(url))) {
      all.set(fileOf(url), { url, alt: '', width: null, height: null });
    }
  }
  return [...all.values()];
}

/** Returns one path for one file: pages name it by http and by https, and with a version appended. */
export function fileOf(url: string): string {
  return withoutQuery(url).replace(/^https?:\/\/(?:www\.)?/i, '');
}
