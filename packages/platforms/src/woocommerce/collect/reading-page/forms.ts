import { openGraphProduct } from '../../../collecting/pages/page-forms.ts';
import { decodedSlug } from '../../../collecting/wordpress/rest.ts';
import type { HtmlFacts } from '../../../reading/html/html-facts.ts';
import { plainText } from '../../../reading/html/html-text.ts';
import { productInMicrodata } from '../../../reading/html/microdata.ts';
import { type PageProduct, productInLinkedData } from '../../../reading/json/linked-data.ts';
import { isObject, itemsOf, textOf, type UnreadObject } from '../../../reading/unread.ts';

/** Forms in which a WooCommerce page describes its product. */
export type PageForm =
  | 'variants-json'
  | 'linked-data'
  | 'microdata'
  | 'open-graph'
  | 'shop-script'
  | 'markup';

/** What one machine-readable form contains about the page's product. */
export interface Stated {
  form: PageForm;
  found: PageProduct;
  /** Whether its price is the lowest of several. */
  isRange: boolean;
}

const blocksMax = 100;

/**
 * Returns what the page contains in machine-readable forms, the most reliable first; other products on the page are
 * left out.
 */
export function formsOn(
  page: HtmlFacts,
  slug: string | null,
  heading: string | null,
  isWhole: boolean,
): Stated[] {
  const linked = linkedProducts(page, slug, heading);
  // On a truncated page the last form may be incomplete. Microdata takes another pass, and repeats what linked data
  // contains.
  const microdata = isWhole && linked.length === 0 ? productInMicrodata(page.html) : null;
  const openGraph = openGraphProduct(page) ?? openGraphWords(page);
  return [
    ...linked,
    ...(microdata === null ? [] : [{ form: 'microdata' as const, found: microdata, isRange: false }]),
    ...(openGraph === null ? [] : [{ form: 'open-graph' as const, found: openGraph, isRange: false }]),
  ];
}

/**
 * Returns the linked-data products that belong to this page: by their address, else by its heading, else where there is
 * only one.
 */
function linkedProducts({ linkedData }: HtmlFacts, slug: string | null, heading: string | null): Stated[] {
  // Some plugins write the product as the page's main entity.
  const blocks = linkedData.flatMap((block) => (isObject(block) ? [block, block.mainEntity] : []));
  const products = blocks.slice(0, blocksMax).flatMap((block) => {
    const found = isObject(block) ? productInLinkedData([block]) : null;
    return found === null || !isObject(block)
      ? []
      : [
          {
            slugs: slugsIn(block),
            stated: { form: 'linked-data' as const, found, isRange: hasRange(block) },
          },
        ];
  });
  const own = products.filter(({ slugs }) => slug !== null && slugs.includes(slug));
  const unnamed = products.filter(({ slugs }) => slugs.length === 0 || slug === null);
  const similar = unnamed.filter(({ stated }) => plainText(stated.found.name) === heading);
  const chosen = own.length > 0 ? own : similar.length > 0 ? similar : products.length === 1 ? unnamed : [];
  return chosen.map(({ stated }) => stated);
}

/** Returns the slugs of the product pages that a linked-data product names as its own. */
function slugsIn(block: UnreadObject): string[] {
  return [block.url, block['@id'], block.mainEntityOfPage].flatMap((address) => {
    const url = URL.parse(textOf(address) ?? textOf(isObject(address) ? address['@id'] : null) ?? '');
    const slug = url === null ? null : slugOf(url);
    return slug === null ? [] : [slug];
  });
}

/** Returns the slug in the address of a product's page; null for a site's front page. */
export function slugOf(url: URL): string | null {
  const last = url.pathname.split('/').findLast((part) => part !== '' && part !== 'index.html');
  return last === undefined ? null : decodedSlug(last);
}

/** Reports whether a product has only the ends of a price range. */
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

/** Open Graph without a price still has texts and an image. */
function openGraphWords({ meta }: HtmlFacts): PageProduct | null {
  const name = textOf(meta.get('og:title'));
  const image = textOf(meta.get('og:image:secure_url') ?? meta.get('og:image'));
  return name === null
    ? null
    : {
        name,
        description: meta.get('og:description') ?? '',
        brand: null,
        category: null,
        images: image === null ? [] : [image],
        optionNames: [],
        variants: [],
      };
}
