import type { Product } from '@bowerbird/catalog/product';
import { termName } from '../../listing/besides.ts';
import type { StoreAccess } from '../../listing/store.ts';
import { sha256 } from '../../listing/store-client.ts';
import type { ToCreate, WriteOptions } from '../../listing/writes.ts';
import { amountsOf, barcodeOf, weightIn } from './amounts.ts';
import { attributesOf, isVariable } from './choices.ts';
import { termsOf } from './terms.ts';

/** Pictures by their addresses are fetched within the request, so that only a few go along (platform notes 3.4). */
const fetchedAtFirst = 1;
const fetchedLater = 3;

/** The hash of what we would send: the same for the same content, whichever attempt carries it. */
export function hashSent(product: Product, options: WriteOptions): Promise<string> {
  const { source: _source, extra: _extra, status: _status, ...sent } = product;
  return sha256(JSON.stringify([sent, options.status]));
}

/** What a product holds of pictures: numbers of ours by their names, and the merchant's own. */
export interface HeldPictures {
  byName: ReadonlyMap<string, number>;
  others: readonly number[];
}

/** The pictures that one request sends, and how many are left for the next. */
export interface SentPictures {
  images: object[];
  left: number;
}

/**
 * The pictures of a product: from the store's own library by their numbers, else by their addresses under names by which
 * they are known again, for each address that is sent twice is stored twice. What the merchant added stays, at the end.
 */
export async function picturesOf(
  { product, library }: Pick<ToCreate, 'product' | 'library'>,
  held: HeldPictures | null,
): Promise<SentPictures> {
  const images: object[] = [];
  let left = 0;
  let room = held === null ? fetchedAtFirst : fetchedLater;
  for (const { url, alt } of product.pictures) {
    const name = await pictureName(url);
    const id = library ? Number(library.get(url)?.id) : held?.byName.get(name);
    if (id !== undefined && id > 0) {
      images.push({ id, ...(alt !== '' && { alt }) });
    } else if (!library && room > 0) {
      room -= 1;
      images.push({ src: url, name, alt });
    } else if (!library) {
      left += 1;
    }
  }
  return { images: [...images, ...(held?.others ?? []).map((id) => ({ id }))], left };
}

/** The name under which the picture of an address stands in the store. */
export async function pictureName(url: string): Promise<string> {
  return `bb-${(await sha256(url)).slice(0, 16)}`;
}

export function isOurPicture(name: string): boolean {
  return /^bb-[\da-f]{16}/.test(name);
}

/** What a product is, without its slug, its status, its pictures, its marks and its variations. */
export function productBody({ product, terms }: ToCreate, store: StoreAccess): Record<string, unknown> {
  const variable = isVariable(product);
  const [first] = product.variants;
  const ids = (kind: 'category' | 'tag') =>
    termsOf(product)
      .filter((term) => term.kind === kind)
      .flatMap((term) => terms?.get(termName(term)) ?? [])
      .map((id) => ({ id: Number(id) }));
  return {
    name: product.title,
    type: variable ? 'variable' : 'simple',
    description: product.descriptionHtml,
    attributes: attributesOf(product, terms),
    tags: terms === undefined ? product.tags.map((name) => ({ name })) : ids('tag'),
    // A number that is not there is passed over in silence, so only what was found or made is named.
    ...(terms !== undefined && { categories: ids('category') }),
    ...(!variable &&
      first && {
        ...amountsOf(first),
        sku: first.sku ?? '',
        weight: weightIn(first, store),
        global_unique_id: barcodeOf(first),
        virtual: !first.requiresShipping,
        tax_status: first.taxable ? 'taxable' : 'none',
      }),
    ...(variable && { tax_status: product.variants.some(({ taxable }) => taxable) ? 'taxable' : 'none' }),
  };
}

/** Fields that stand beside the marks: where it came from, and what search engines read where a plugin for it is there. */
export function extraMeta({ source, seo }: Product, { prepared }: StoreAccess): object[] {
  const yoast = prepared.yoast === true;
  return [
    ...(source === null
      ? []
      : [
          { key: '_bowerbird_source_id', value: `${source.platform}:${source.id}` },
          { key: '_bowerbird_source_url', value: source.url },
        ]),
    ...(yoast && seo.title !== null ? [{ key: '_yoast_wpseo_title', value: seo.title }] : []),
    ...(yoast && seo.description !== null ? [{ key: '_yoast_wpseo_metadesc', value: seo.description }] : []),
  ];
}
