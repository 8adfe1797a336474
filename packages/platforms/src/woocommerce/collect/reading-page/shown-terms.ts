import { plainText } from '../../../reading/html/html-text.ts';
import { elementsIn, type PageElement } from '../../../reading/html/page-elements.ts';
import { isObject, itemsOf, textOf, wholeOf } from '../../../reading/unread.ts';
import { readAddress } from '../address.ts';

/** A link of a page with its text; `url` is null for an entry that is no link. */
interface Link {
  name: string;
  url: URL | null;
}

/** Categories, tags and brand of a product in its shop, as its page shows them. */
export interface ShownTerms {
  /** Paths from the root. */
  categories: string[][];
  tags: string[];
  brand: string | null;
}

const termsMax = 100;
const nameMax = 300;
const brandLink = /\/(?:product[_-])?(?:brands?|marken?|marcas?|marques?|hersteller|manufacturer)\//i;

/**
 * Returns the categories, tags and brand of the product. A breadcrumb gives one path; every category in it has its path
 * from there, the others only have their names.
 */
export function shownTerms(
  posted: readonly PageElement[],
  tagged: readonly PageElement[],
  crumbs: readonly Link[],
  base: URL,
): ShownTerms {
  const linked = posted.flatMap((element) => linksIn(element, base));
  const brands = linked.filter(({ url }) => url !== null && brandLink.test(url.pathname));
  const named = linked.filter((link) => !brands.includes(link));
  const names = new Set(named.map(({ name }) => name));
  const paths = named.flatMap(({ url }) => (url === null ? [] : [url.pathname]));
  const path = crumbs
    .filter(({ name, url }, at) => names.has(name) || isCategory(url) || (at > 0 && isAbove(url, paths)))
    .map(({ name }) => name);
  const categories = [...names].map((name) => {
    const at = path.indexOf(name);
    return at === -1 ? [name] : path.slice(0, at + 1);
  });
  return {
    categories: categories.length > 0 || path.length === 0 ? categories : [path],
    tags: [...new Set(tagged.flatMap((element) => linksIn(element, base).map(({ name }) => name)))],
    brand: brands[0]?.name ?? null,
  };
}

/** Returns the entries of the page's breadcrumb that lead elsewhere. */
export function shownCrumbs(elements: readonly PageElement[], base: URL): Link[] {
  const [first] = elements.map((element) => linksIn(element, base)).filter(({ length }) => length > 0);
  return (first ?? []).filter(({ url }) => url?.pathname !== base.pathname);
}

/** Returns the entries of a `BreadcrumbList` of linked data that lead elsewhere, in order. */
export function linkedCrumbs(blocks: readonly unknown[], base: URL): Link[] {
  const lists = blocks.filter(isObject).filter((block) => block['@type'] === 'BreadcrumbList');
  const [entries] = lists
    .map(({ itemListElement }) => itemsOf(itemListElement).filter(isObject))
    .filter(({ length }) => length > 0);
  return (entries ?? [])
    .slice(0, termsMax)
    .toSorted((one, other) => (wholeOf(one.position) ?? 0) - (wholeOf(other.position) ?? 0))
    .flatMap(({ item, name }) => {
      const held = isObject(item) ? item : {};
      // WooCommerce encodes these names twice.
      const words = plainText(plainText(textOf(held.name) ?? textOf(name) ?? '')).slice(0, nameMax);
      const url = addressOf(textOf(held['@id']) ?? textOf(held.url) ?? textOf(item), base);
      return words === '' || url === null || url.pathname === base.pathname ? [] : [{ name: words, url }];
    });
}

function isCategory(url: URL | null): boolean {
  return url !== null && readAddress(url).scope === 'category';
}

/**
 * Reports whether a category is in the folder of this address: shops choose their own paths. Their first folder is no
 * category.
 */
function isAbove(url: URL | null, paths: readonly string[]): boolean {
  const folder = url?.pathname.replace(/\/?$/, '/') ?? '/';
  return folder.split('/').length > 3 && paths.some((path) => path.startsWith(folder));
}

function linksIn({ inner }: PageElement, base: URL): Link[] {
  const links = elementsIn<'a'>(inner, (name) => (name === 'a' ? 'a' : null)).get('a') ?? [];
  return links.slice(0, termsMax).flatMap(({ inner: words, attributes }) => {
    const name = plainText(words.slice(0, 10 * nameMax)).slice(0, nameMax);
    return name === '' ? [] : [{ name, url: addressOf(attributes.href ?? null, base) }];
  });
}

/** Copies of a site name each page's file. */
function addressOf(address: string | null, base: URL): URL | null {
  const url = address === null ? null : URL.parse(address, base);
  if (url !== null) {
    url.pathname = url.pathname.replace(/\/index\.html$/, '/');
  }
  return url;
}
