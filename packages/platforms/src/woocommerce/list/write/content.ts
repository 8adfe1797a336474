import type { Product } from '@bowerbird/catalog/product';
import { termName } from '../../../listing/dependencies.ts';
import type { StoreAccess } from '../../../listing/store/access.ts';
import { sha256 } from '../../../listing/store/client.ts';
import type { ToCreate, WriteOptions } from '../../../listing/writes.ts';
import { amountsOf, barcodeOf, weightIn } from '../amounts.ts';
import { termsOf } from '../attributes/terms.ts';
import { attributesOf, isVariable, type SharedIds } from '../choices.ts';

/** Returns the hash of what we would send: the same for the same content, whichever attempt carries it. */
export function hashSent(product: Product, options: WriteOptions): Promise<string> {
  const { source: _source, extra: _extra, status: _status, ...sent } = product;
  return sha256(JSON.stringify([sent, options.status]));
}

/** Returns a product without its slug, status, images, marks and variations. */
export function productBody(
  item: Pick<ToCreate, 'product' | 'terms'>,
  shared: SharedIds,
  store: StoreAccess,
): Record<string, unknown> {
  const { product, terms } = item;
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
    attributes: attributesOf(item, shared, store),
    tags: terms === undefined ? product.tags.map((name) => ({ name })) : ids('tag'),
    // The store silently ignores an id that does not exist, so only terms that were found or created are named.
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

/**
 * Returns fields written in addition to the marks: the source, and what search engines read where a plugin for it is
 * installed.
 */
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
