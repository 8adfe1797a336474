import { openGraphProduct } from '../../collecting/page-forms.ts';
import { decodedSlug } from '../../collecting/wordpress-rest.ts';
import type { HtmlFacts } from '../../html-facts.ts';
import { plainText } from '../../html-text.ts';
import { type PageProduct, productInLinkedData } from '../../linked-data.ts';
import { productInMicrodata } from '../../microdata.ts';
import { isObject, itemsOf, textOf, type UnreadObject } from '../../unread.ts';

/** Forms in which a WooCommerce page tells of its product. */
export type PageForm =
  | 'variants-json'
  | 'linked-data'
  | 'microdata'
  | 'open-graph'
  | 'shop-script'
  | 'markup';

/** What one form for machines tells of the page's product. */
export interface Told {
  form: PageForm;
  found: PageProduct;
  /** Whether its price is the lowest of several. */
  isRange: boolean;
}

const blocksMax = 100;

/** What the page tells in forms meant for machines, the surest first; products beside the page's own are left out. */
export function formsOn(
  page: HtmlFacts,
  slug: string | null,
  heading: string | null,
  isWhole: boolean,
): Told[] {
  const linked = linkedProducts(page, slug, heading);
  // What a page that is cut off tells last is told in part. Microdata take another pass, and repeat what linked data tell.
  const microdata = isWhole && linked.length === 0 ? productInMicrodata(page.html) : null;
  const openGraph = openGraphProduct(page) ?? openGraphWords(page);
  return [
    ...linked,
    ...(microdata === null ? [] : [{ form: 'microdata' as const, found: microdata, isRange: false }]),
    ...(openGraph === null ? [] : [{ form: 'open-graph' as const, found: openGraph, isRange: false }]),
  ];
}

/** The products of linked data that are this page's: by their address, else by its heading, else where there is only one. */
function linkedProducts({ linkedData }: HtmlFacts, slug: string | null, heading: string | null): Told[] {
  // Some plugins tell the product as what a page is about.
  const blocks = linkedData.flatMap((block) => (isObject(block) ? [block, block.mainEntity] : []));
  const products = blocks.slice(0, blocksMax).flatMap((block) => {
    const found = isObject(block) ? productInLinkedData([block]) : null;
    return found === null || !isObject(block)
      ? []
      : [{ slugs: slugsIn(block), told: { form: 'linked-data' as const, found, isRange: hasRange(block) } }];
  });
  const own = products.filter(({ slugs }) => slug !== null && slugs.includes(slug));
  const unnamed = products.filter(({ slugs }) => slugs.length === 0 || slug === null);
  const alike = unnamed.filter(({ told }) => plainText(told.found.name) === heading);
  const chosen = own.length > 0 ? own : alike.length > 0 ? alike : products.length === 1 ? unnamed : [];
  return chosen.map(({ told }) => told);
}

/** The slugs of the product pages that a product of linked data names as its own. */
function slugsIn(block: UnreadObject): string[] {
  return [block.url, block['@id'], block.mainEntityOfPage].flatMap((address) => {
    const url = URL.parse(textOf(address) ?? textOf(isObject(address) ? address['@id'] : null) ?? '');
    const slug = url === null ? null : slugOf(url);
    return slug === null ? [] : [slug];
  });
}

/** The slug in the address of a product's page; null for a site's front page. */
export function slugOf(url: URL): string | null {
  const last = url.pathname.split('/').findLast((part) => part !== '' && part !== 'index.html');
  return last === undefined ? null : decodedSlug(last);
}

/** Whether a product tells the ends of a range only. */
function hasRange({ offers }: UnreadObject): boolean {
  return (Array.isArray(offers) ? offers : [offers])
    .filter(isObject)
    .some(
      ({ price, lowPrice, highPrice, offers: inner }) =>
        price === undefined &&
        lowPrice !== undefined &&
        Number(lowPrice) !== Number(highPrice) &&
        itemsOf(inner).length === 0,
    );
}

/** Open Graph without a price still tells words and a picture. */
function openGraphWords({ meta }: HtmlFacts): PageProduct | null {
  const name = textOf(meta.get('og:title'));
  const picture = textOf(meta.get('og:image:secure_url') ?? meta.get('og:image'));
  return name === null
    ? null
    : {
        name,
        description: meta.get('og:description') ?? '',
        brand: null,
        category: null,
        pictures: picture === null ? [] : [picture],
        optionNames: [],
        variants: [],
      };
}
