import type { Product, ProductField } from '@bowerbird/catalog/product';
import { noProductOn } from '../collecting/no-product.ts';
import { openGraphProduct, productFromPage, withPriceFrom } from '../collecting/page-product.ts';
import { type HtmlFacts, readHtmlFacts } from '../html-facts.ts';
import { type PageProduct, productInLinkedData } from '../linked-data.ts';
import { productInMicrodata } from '../microdata.ts';
import { isObject, itemsOf, shown } from '../unread.ts';

/** Forms in which a page tells of its product to machines, the surest first. */
export type PageForm = 'linked-data' | 'microdata' | 'open-graph';
/** Where a field of a page's product came from; `address` where nothing but the page's place tells it. */
export type FieldForm = PageForm | 'address';

/** What each form on a page tells, the surest first. */
export function formsOn(page: HtmlFacts): { form: PageForm; found: PageProduct }[] {
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

/**
 * The product of a page, whatever the shop; its path is what it is known by. The surest form tells name, price and choice;
 * what it leaves out is taken from the next, and `extra.page` says for each field which one told it. A price that is the
 * lowest of a range says so.
 */
export function productOnPage(html: string, url: URL, shop: string): Product {
  const page = readHtmlFacts(html);
  const forms = formsOn(page);
  const [first] = forms;
  if (first === undefined) {
    throw noProductOn(html, url);
  }
  const canonical =
    page.canonical !== null && URL.canParse(page.canonical, url) ? new URL(page.canonical, url) : url;
  const last = canonical.pathname.split('/').findLast(Boolean) ?? canonical.host;
  const { fields, found } = completed(forms);
  const product = productFromPage(page, {
    platform: 'unknown',
    shop,
    id: canonical.pathname + canonical.search,
    handle: decoded(last.replace(/\.(html?|php|aspx?)$/i, '')),
    url,
    found: { product: found, way: first.form },
  });
  return {
    ...product,
    extra: { page: { way: first.form, fields, ...(hasRange(page) && { priceIs: 'lowest' }) } },
  };
}

/** What one form leaves out and the next tells. Prices are one form's alone: two sources of them are two opinions. */
function completed(forms: readonly { form: PageForm; found: PageProduct }[]): {
  found: PageProduct;
  fields: Partial<Record<ProductField, FieldForm>>;
} {
  const [surest, ...rest] = forms;
  const first = surest && {
    ...surest,
    found: withPriceFrom(
      surest.found,
      rest.map(({ found }) => found),
    ),
  };
  const form = first?.form ?? 'open-graph';
  const fields: Partial<Record<ProductField, FieldForm>> = { title: form, handle: 'address', variants: form };
  const teller = (tells: (found: PageProduct) => boolean) => forms.find(({ found }) => tells(found));
  const vendor = teller(({ brand }) => brand !== null);
  const type = teller(({ category }) => category !== null);
  const words = teller(({ description }) => description !== '');
  const pictures = teller((found) => found.pictures.length > 0);
  const [variant, ...others] = first?.found.variants ?? [];
  const currency = teller(({ variants }) => variants[0]?.currency != null);
  const told = { vendor, productType: type, descriptionHtml: words, pictures, currency };
  for (const [field, one] of Object.entries(told)) {
    if (one !== undefined) {
      fields[field as keyof typeof told] = one.form;
    }
  }
  if ((first?.found.variants.length ?? 0) > 1) {
    fields.options = form;
  }
  return {
    fields,
    found: {
      name: first?.found.name ?? rest[0]?.found.name ?? '',
      optionNames: first?.found.optionNames ?? [],
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

/** Whether a page tells the ends of a range only: `AggregateOffer` without the offers in it. */
function hasRange({ linkedData }: HtmlFacts): boolean {
  return linkedData
    .filter(isObject)
    .flatMap(({ offers }) => (Array.isArray(offers) ? offers : [offers]))
    .filter(isObject)
    .some(
      ({ lowPrice, highPrice, offers }) =>
        highPrice !== undefined && shown(lowPrice) !== shown(highPrice) && itemsOf(offers).length === 0,
    );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
