import { comparePrices } from '@bowerbird/catalog/pricing/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { uploadedImageAt } from '@bowerbird/catalog/stored/uploaded-image';
import type { ListingKey } from '../../listing/product-seen.ts';
import { sentPrice } from '../../listing/sent-price.ts';
import { sha256 } from '../../listing/store/client.ts';
import type { StoredImage } from '../../listing/stored-image.ts';
import type { ToCreate, WriteOptions } from '../../listing/writes.ts';

/** The key and the attempt are attributes of the box around the whole post, which any role may write. */
const marker =
  /<div class="bowerbird-product" data-bowerbird="(bb-[a-z2-7]{16})" data-attempt="([\da-f-]{36})">/;

/** Returns our key in a text and the attempt that wrote it last; null for any other post. */
export function markIn(content: string): { key: ListingKey; attemptId: string } | null {
  const [, key, attemptId] = marker.exec(content) ?? [];
  return key === undefined || attemptId === undefined ? null : { key, attemptId };
}

/** Returns the post of a product: its images, its text, its price and options, and where it can be bought. */
export function postContent({ key, attemptId, product, options, library }: ToCreate): string {
  const parts = [
    gallery(product, library ?? new Map()),
    product.descriptionHtml,
    priceLine(product),
    choices(product),
    attributes(product),
    buyLink(product, options),
  ];
  return `<div class="bowerbird-product" data-bowerbird="${key}" data-attempt="${attemptId}">\n${parts
    .filter((part) => part !== '')
    .join('\n')}\n</div>`;
}

/** Returns the hash of what we would send: the same for the same content, whichever attempt carries it. */
export function hashSent(product: Product, options: WriteOptions): Promise<string> {
  const { source: _source, extra: _extra, status: _status, ...sent } = product;
  return sha256(JSON.stringify([sent, options.status, options.buyLink ?? null]));
}

/** Returns the gallery: the first image is the featured one; the others are in the text. */
function gallery({ images, title }: Product, library: ReadonlyMap<string, StoredImage>): string {
  return (
    images
      .slice(1)
      // An uploaded image is shown only from the media library: its own address is not public.
      .filter(({ url }) => library.has(url) || uploadedImageAt(url) === null)
      .map(({ url, alt }) => {
        const stored = library.get(url);
        const mark = stored === undefined ? '' : ` class="wp-image-${stored.id}"`;
        return `<figure class="wp-block-image"><img src="${text(stored?.address ?? url)}" alt="${text(alt || title)}"${mark}></figure>`;
      })
      .join('\n')
  );
}

function priceLine({ variants, currency }: Product): string {
  const prices = variants.map(sentPrice).sort(comparePrices);
  const [low = '0', high = low] = [prices[0], prices.at(-1)];
  const shown = low === high ? money(low, currency) : `${money(low, currency)} – ${money(high, currency)}`;
  const former = variants.length === 1 ? (variants[0]?.compareAtPrice ?? null) : null;
  const struck = former === null ? '' : `<del>${money(former, currency)}</del> `;
  return `<p class="bowerbird-price">${struck}<strong>${shown}</strong></p>`;
}

function money(amount: string, currency: string | null): string {
  return currency === null ? amount : `${amount} ${currency}`;
}

function choices({ options, variants, currency }: Product): string {
  if (options.length === 0) {
    return '';
  }
  const head = [...options.map(({ name }) => name), ''].map((name) => `<th>${text(name)}</th>`).join('');
  const rows = variants.map(
    (variant: Variant) =>
      `<tr>${[...variant.optionValues, money(sentPrice(variant), currency)].map((value) => `<td>${text(value)}</td>`).join('')}</tr>`,
  );
  return `<table class="bowerbird-choices"><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function attributes({ attributes: given }: Product): string {
  const rows = given.map(({ name, value }) => `<tr><th>${text(name)}</th><td>${text(value)}</td></tr>`);
  return rows.length === 0
    ? ''
    : `<table class="bowerbird-attributes"><tbody>${rows.join('')}</tbody></table>`;
}

/** Returns the buy link from the merchant's own template: `{handle}` and `{sku}` stand for the product's. */
function buyLink({ handle, variants }: Product, { buyLink: template }: WriteOptions): string {
  if (!template) {
    return '';
  }
  const address = template
    .replaceAll('{handle}', encodeURIComponent(handle))
    .replaceAll('{sku}', encodeURIComponent(variants[0]?.sku ?? ''));
  return `<p><a class="wp-block-button__link" href="${text(address)}" rel="nofollow">${text(new URL(address).host)}</a></p>`;
}

function text(words: string): string {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
