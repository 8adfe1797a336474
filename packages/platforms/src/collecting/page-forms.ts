import type { ProductField } from '@bowerbird/catalog/product';
import type { HtmlFacts } from '../html-facts.ts';
import { type PageProduct, productInLinkedData } from '../linked-data.ts';
import { productInMicrodata } from '../microdata.ts';
import type { FieldForms } from '../page-fields.ts';

/** Forms in which a page of any shop tells of its product to machines, the surest first. */
export type PageForm = 'linked-data' | 'microdata' | 'open-graph';

/** What one form on a page tells. */
export interface ToldInForm {
  form: PageForm;
  found: PageProduct;
}

/** What each form on a page tells, the surest first. */
export function formsOn(page: HtmlFacts): ToldInForm[] {
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

/** A product made of several forms: which form told each field, and which fields were told in part. */
export interface Completed {
  found: PageProduct;
  way: PageForm;
  fields: FieldForms<PageForm>;
  inPart: ProductField[];
}

/**
 * What one form leaves out and the next tells; null where there is no form. Prices are one form's alone: two sources of them are two
 * opinions.
 */
export function completed(forms: readonly ToldInForm[]): Completed | null {
  const [surest, ...rest] = forms;
  if (surest === undefined) {
    return null;
  }
  const way = surest.form;
  const first = withPriceFrom(
    surest.found,
    rest.map(({ found }) => found),
  );
  const teller = (tells: (found: PageProduct) => boolean) => forms.find(({ found }) => tells(found));
  const vendor = teller(({ brand }) => brand !== null);
  const type = teller(({ category }) => category !== null);
  const words = teller(({ description }) => description !== '');
  const pictures = teller((found) => found.pictures.length > 0);
  const currency = teller(({ variants }) => variants[0]?.currency != null);
  const hasChoice = first.variants.length > 1 || first.optionNames.length > 0;
  const told = { vendor, productType: type, descriptionHtml: words, pictures, currency };
  const fields: FieldForms<PageForm> = {
    title: way,
    handle: 'address',
    variants: way,
    ...Object.fromEntries(
      Object.entries(told).flatMap(([field, one]) => (one === undefined ? [] : [[field, one.form]])),
    ),
    ...(hasChoice && { options: way }),
  };
  const [variant, ...others] = first.variants;
  return {
    way,
    fields,
    inPart: [
      // One offer may be that of one variant among many.
      ...(hasChoice ? [] : (['variants'] as const)),
      ...(first.optionNames.length > 0 ? [] : (['options'] as const)),
      ...(words?.form === 'open-graph' ? (['descriptionHtml'] as const) : []),
      ...((pictures?.found.pictures.length ?? 0) > 1 ? [] : (['pictures'] as const)),
    ],
    found: {
      name: first.name,
      optionNames: first.optionNames,
      brand: vendor?.found.brand ?? null,
      category: type?.found.category ?? null,
      description: words?.found.description ?? '',
      pictures: pictures?.found.pictures ?? [],
      variants:
        variant === undefined
          ? []
          : [{ ...variant, currency: currency?.found.variants[0]?.currency ?? null }, ...others],
    },
  };
}

/** The same; where it tells no price for its one variant, with that of the first of the others that has one variant too. */
function withPriceFrom(found: PageProduct, others: readonly PageProduct[]): PageProduct {
  const [variant] = found.variants;
  if (variant === undefined || variant.price !== null || found.variants.length > 1) {
    return found;
  }
  const other = others.find(({ variants }) => variants.length === 1 && variants[0]?.price != null);
  const { price = null, currency = null } = other?.variants[0] ?? {};
  return price === null ? found : { ...found, variants: [{ ...variant, price, currency }] };
}

/** The product that a page's Open Graph tags tell: one variant; null without a name and a price. */
export function openGraphProduct(page: HtmlFacts): PageProduct | null {
  const name = page.meta.get('og:title')?.trim();
  const price = page.meta.get('og:price:amount') ?? page.meta.get('product:price:amount');
  if (!name || price === undefined) {
    return null;
  }
  const picture = page.meta.get('og:image:secure_url') ?? page.meta.get('og:image');
  return {
    name,
    description: page.meta.get('og:description') ?? '',
    brand: page.meta.get('og:brand') ?? null,
    category: null,
    pictures: picture ? [picture] : [],
    optionNames: [],
    variants: [
      {
        id: null,
        sku: null,
        barcode: null,
        price,
        currency: page.meta.get('og:price:currency') ?? page.meta.get('product:price:currency') ?? null,
        available: null,
        picture: null,
        optionValues: [],
      },
    ],
  };
}
