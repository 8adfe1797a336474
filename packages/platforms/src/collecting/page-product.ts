import type { Product } from '@bowerbird/catalog/product';
import { withAbsoluteAddresses } from '../addresses.ts';
import type { HtmlFacts } from '../html-facts.ts';
import { plainText } from '../html-text.ts';
import type { PageProduct } from '../linked-data.ts';
import { type FieldsTold, withFieldsTold, withUntold } from '../page-fields.ts';
import { itemsOf, textOf, type UnreadObject } from '../unread.ts';
import { readGallery } from './gallery.ts';
import { noProductOn } from './no-product.ts';
import { completed, formsOn, type PageForm, type ToldInForm } from './page-forms.ts';
import { unreadable } from './unreadable.ts';
import { currencyOf, type RowDialect, readVariants } from './variant-rows.ts';

/** Where a page's product belongs. */
export interface PageSource {
  platform: string;
  shop: string;
  /** The source's own id of the product, or what stands for it where the page tells none. */
  id: string;
  handle: string;
  url: URL;
  /** What the forms on the page tell, where it is known already. */
  forms?: readonly ToldInForm[];
}

const rows: RowDialect = {
  stockOf: () => null,
  weightOf: () => null,
  hasNoChoice: (product) => itemsOf(product.options).length === 0,
};

/**
 * The product that a page tells of itself in forms meant for machines: linked data, microdata, Open Graph. The surest form
 * tells name, price and choice; what it leaves out is taken from the next. `extra.page` says which form told each field, and
 * what none told. Throws what `noProductOn` names where there is no form.
 */
export function productFromPage(page: HtmlFacts, source: PageSource): Product {
  const { product, told } = readFromPage(page, source);
  return withUntold(withFieldsTold(product, told), told.way, { lacks: untoldByForms });
}

/** What these forms leave out of variants and images (schema.org has no word for most of it). */
const untoldByForms = ['stock', 'availability', 'weight', 'barcode', 'sku', 'pictureUrl', 'alt'] as const;

/** The same product, with what the page told of it beside it. */
export function readFromPage(
  page: HtmlFacts,
  source: PageSource,
): { product: Product; told: FieldsTold<PageForm> } {
  const told = completed(source.forms ?? formsOn(page));
  if (told === null) {
    throw noProductOn(page.html, source.url);
  }
  const { found, way, fields, inPart } = told;
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
    pictures: gallery.all,
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
  return { product, told: { way, fields, inPart } };
}

/** A page's product in the rows that `readVariants` and `readGallery` read. */
export function rowsOfPage(page: PageProduct): UnreadObject {
  const several = page.variants.length > 1;
  // Many variants and no names for their options: one option that tells them apart by their SKU, else by their place; an id is no value.
  const optionNames = several && page.optionNames.length === 0 ? ['Variant'] : page.optionNames;
  return {
    title: page.name,
    body_html: page.description,
    vendor: page.brand,
    product_type: page.category,
    options: optionNames.map((name) => ({ name })),
    images: page.pictures.map((src) => ({ src })),
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
        featured_image: variant.picture === null ? null : { src: variant.picture },
        option1: values[0],
        option2: values[1],
        option3: values[2],
      };
    }),
  };
}
