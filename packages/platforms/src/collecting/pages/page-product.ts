import type { Product } from '@bowerbird/catalog/product';
import { withAbsoluteAddresses } from '../../net/addresses.ts';
import type { HtmlFacts } from '../../reading/html/html-facts.ts';
import { plainText } from '../../reading/html/html-text.ts';
import type { PageProduct } from '../../reading/json/linked-data.ts';
import { type FieldsStated, withFieldsStated, withUnstated } from '../../reading/page-fields.ts';
import { itemsOf, textOf, type UnreadObject } from '../../reading/unread.ts';
import { readGallery } from './gallery.ts';
import { noProductOn } from './no-product.ts';
import { completed, formsOn, type PageForm, type StatedInForm } from './page-forms.ts';
import { unreadable } from './unreadable.ts';
import { currencyOf, type RowDialect, readVariants } from './variant-rows.ts';

/** The shop and product that a page belongs to. */
export interface PageSource {
  platform: string;
  shop: string;
  /** The source's own product id, or a replacement when the page gives none. */
  id: string;
  handle: string;
  url: URL;
  /** Content of the page's formats, when already read. */
  forms?: readonly StatedInForm[];
}

const rows: RowDialect = {
  stockOf: () => null,
  weightOf: () => null,
  hasNoChoice: (product) => itemsOf(product.options).length === 0,
};

/**
 * Returns the product that a page describes in machine-readable formats: linked data, microdata, Open Graph. The most
 * reliable format gives name, price and choices; missing fields come from the next. `extra.page` records which format
 * gave each field and which fields none gave. Throws the error of `noProductOn` when there is no format.
 */
export function productFromPage(page: HtmlFacts, source: PageSource): Product {
  const { product, stated } = readFromPage(page, source);
  return withUnstated(withFieldsStated(product, stated), stated.way, { lacks: unstatedByForms });
}

/** Variant and image fields that these formats leave out (schema.org has no term for most of them). */
const unstatedByForms = ['stock', 'availability', 'weight', 'barcode', 'sku', 'imageUrl', 'alt'] as const;

/** Returns the same product, together with the page's own data about it. */
export function readFromPage(
  page: HtmlFacts,
  source: PageSource,
): { product: Product; stated: FieldsStated<PageForm> } {
  const stated = completed(source.forms ?? formsOn(page));
  if (stated === null) {
    throw noProductOn(page.html, source.url);
  }
  const { found, way, fields, inPart } = stated;
  const title = plainText(found.name);
  if (title === '') {
    throw unreadable('title', source.handle);
  }
  const base = source.url.href;
  const sent = rowsOfPage(found);
  const gallery = readGallery(sent, base);
  const { options, variants } = readVariants(sent, source.handle, gallery, rows);
  const { platform, shop, id } = source;
  const product: Product = {
    title,
    handle: source.handle,
    descriptionHtml: withAbsoluteAddresses(found.description, base),
    vendor: found.brand,
    productType: found.category,
    tags: [],
    options,
    variants,
    images: gallery.all,
    categories: [],
    seo: { title: page.title, description: textOf(page.meta.get('description')) },
    status: 'active',
    currency: currencyOf(found.variants[0]?.currency),
    attributes: [],
    priceTiers: [],
    source: {
      platform,
      shop,
      id,
      url:
        page.canonical !== null && URL.canParse(page.canonical, base)
          ? new URL(page.canonical, base).href
          : base,
      storeName: textOf(page.meta.get('og:site_name')),
    },
    extra: {},
  };
  return { product, stated: { way, fields, inPart } };
}

/** Returns a page's product as rows for `readVariants` and `readGallery`. */
export function rowsOfPage(page: PageProduct): UnreadObject {
  const several = page.variants.length > 1;
  // Many variants without option names: one option distinguishes them by their SKU, otherwise by position; an id is not
  // used as a value.
  const optionNames = several && page.optionNames.length === 0 ? ['Variant'] : page.optionNames;
  return {
    title: page.name,
    body_html: page.description,
    vendor: page.brand,
    product_type: page.category,
    options: optionNames.map((name) => ({ name })),
    images: page.images.map((src) => ({ src })),
    variants: page.variants.map((variant, at) => {
      const values =
        several && page.optionNames.length === 0
          ? [variant.sku === null || variant.sku === variant.id ? `${at + 1}` : variant.sku]
          : variant.optionValues;
      return {
        id: variant.id,
        sku: variant.sku,
        barcode: variant.barcode,
        price: variant.price,
        compare_at_price: variant.listPrice ?? null,
        available: variant.available,
        featured_image: variant.image === null ? null : { src: variant.image },
        option1: values[0],
        option2: values[1],
        option3: values[2],
      };
    }),
  };
}
