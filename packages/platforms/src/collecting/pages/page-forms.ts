import type { ProductField } from '@bowerbird/catalog/product';
import type { HtmlFacts } from '../../reading/html/html-facts.ts';
import { productInMicrodata } from '../../reading/html/microdata.ts';
import { type PageProduct, productInLinkedData } from '../../reading/json/linked-data.ts';
import type { FieldForms } from '../../reading/page-fields.ts';

/** Machine-readable formats in which any shop's page describes its product, the most reliable first. */
export type PageForm = 'linked-data' | 'microdata' | 'open-graph';

/** Content of one format on a page. */
export interface StatedInForm {
  form: PageForm;
  found: PageProduct;
}

/** Returns the content of each format on a page, the most reliable first. */
export function formsOn(page: HtmlFacts): StatedInForm[] {
  const linked = productInLinkedData(page.linkedData);
  const microdata = productInMicrodata(page.html);
  const openGraph = openGraphProduct(page);
  return [
    ...(linked !== null && linked.variants.length > 0
      ? [{ form: 'linked-data' as const, found: linked }]
      : []),
    ...(microdata === null ? [] : [{ form: 'microdata' as const, found: microdata }]),
    ...(openGraph === null ? [] : [{ form: 'open-graph' as const, found: openGraph }]),
  ];
}

/** A product combined from several formats: which format gave each field, and which fields were given only in part. */
export interface Completed {
  found: PageProduct;
  way: PageForm;
  fields: FieldForms<PageForm>;
  inPart: ProductField[];
}

/**
 * Combines the formats: a field that one leaves out comes from the next; returns null when there is no format. Prices
 * come from one format only, because two sources may disagree.
 */
export function completed(forms: readonly StatedInForm[]): Completed | null {
  const [surest, ...rest] = forms;
  if (surest === undefined) {
    return null;
  }
  const way = surest.form;
  const first = withPriceFrom(
    surest.found,
    rest.map(({ found }) => found),
  );
  const reporter = (states: (found: PageProduct) => boolean) => forms.find(({ found }) => states(found));
  const vendor = reporter(({ brand }) => brand !== null);
  const type = reporter(({ category }) => category !== null);
  const words = reporter(({ description }) => description !== '');
  const images = reporter((found) => found.images.length > 0);
  const currency = reporter(({ variants }) => variants[0]?.currency != null);
  const hasChoice = first.variants.length > 1 || first.optionNames.length > 0;
  const stated = { vendor, productType: type, descriptionHtml: words, images, currency };
  const fields: FieldForms<PageForm> = {
    title: way,
    handle: 'address',
    variants: way,
    ...Object.fromEntries(
      Object.entries(stated).flatMap(([field, one]) => (one === undefined ? [] : [[field, one.form]])),
    ),
    ...(hasChoice && { options: way }),
  };
  const [variant, ...others] = first.variants;
  return {
    way,
    fields,
    inPart: [
      // A single offer may belong to one variant of many.
      ...(hasChoice ? [] : (['variants'] as const)),
      ...(first.optionNames.length > 0 ? [] : (['options'] as const)),
      ...(words?.form === 'open-graph' ? (['descriptionHtml'] as const) : []),
      ...((images?.found.images.length ?? 0) > 1 ? [] : (['images'] as const)),
    ],
    found: {
      name: first.name,
      optionNames: first.optionNames,
      brand: vendor?.found.brand ?? null,
      category: type?.found.category ?? null,
      description: words?.found.description ?? '',
      images: images?.found.images ?? [],
      variants:
        variant === undefined
          ? []
          : [{ ...variant, currency: currency?.found.variants[0]?.currency ?? null }, ...others],
    },
  };
}

/**
 * Returns the product; when its single variant has no price, with the price of the first other format that also has a
 * single variant.
 */
function withPriceFrom(found: PageProduct, others: readonly PageProduct[]): PageProduct {
  const [variant] = found.variants;
  if (variant === undefined || variant.price !== null || found.variants.length > 1) {
    return found;
  }
  const other = others.find(({ variants }) => variants.length === 1 && variants[0]?.price != null);
  const { price = null, currency = null } = other?.variants[0] ?? {};
  return price === null ? found : { ...found, variants: [{ ...variant, price, currency }] };
}

/** Returns the product in a page's Open Graph tags, with one variant; null without a name and a price. */
export function openGraphProduct(page: HtmlFacts): PageProduct | null {
  const name = page.meta.get('og:title')?.trim();
  const price = page.meta.get('og:price:amount') ?? page.meta.get('product:price:amount');
  if (!name || price === undefined) {
    return null;
  }
  const image = page.meta.get('og:image:secure_url') ?? page.meta.get('og:image');
  return {
    name,
    description: page.meta.get('og:description') ?? '',
    brand: page.meta.get('og:brand') ?? null,
    category: null,
    images: image ? [image] : [],
    optionNames: [],
    variants: [
      {
        id: null,
        sku: null,
        barcode: null,
        price,
        currency: page.meta.get('og:price:currency') ?? page.meta.get('product:price:currency') ?? null,
        available: null,
        image: null,
        optionValues: [],
      },
    ],
  };
}
