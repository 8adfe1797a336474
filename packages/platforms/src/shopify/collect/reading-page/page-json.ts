import type { HtmlFacts } from '../../../reading/html/html-facts.ts';
import { parseBoundedJson } from '../../../reading/json/bounded-json.ts';
import { closingOf } from '../../../reading/json/embedded-json.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../../reading/unread.ts';

/** Largest number of positions in a page that are tried; each costs one pass over what follows it. */
const placesMax = 5;

/** Identity of a page's product. */
export interface Identity {
  /** Null where the page does not contain it. */
  id: string | null;
  /** The handle it was requested by, and those in the addresses that the page gives as its own. */
  handles: ReadonlySet<string>;
}

/** Returns the handle in a product's address, decoded; null where there is none. */
export function handleIn(address: unknown): string | null {
  const found = /\/products\/([^/?#]{1,500})/.exec(textOf(address) ?? '')?.[1];
  if (found === undefined) {
    return null;
  }
  try {
    return decodeURIComponent(found);
  } catch {
    return found;
  }
}

/** Returns the identity of a page's product that was requested by this handle. */
export function identityOn(page: HtmlFacts, id: string | null, handle: string): Identity {
  const own = [`/products/${handle}`, page.canonical, page.meta.get('og:url')].map(handleIn);
  return { id, handles: new Set([handle, ...own.filter((each) => each !== null)]) };
}

/**
 * Returns the product in `var meta = {"product":{"id":…`, which Shopify writes into every product page; null when there
 * is none.
 */
export function metaProduct(html: string): UnreadObject | null {
  for (const at of placesOf(html, 'var meta = ')) {
    const meta = jsonIn(html, at + 'var meta = '.length);
    if (isObject(meta) && isObject(meta.product)) {
      return meta.product;
    }
  }
  return null;
}

/** Returns the page's variants as Shopify passes them to tracking pixels (`initData: {"productVariants":[…]}`). */
export function pixelVariants(html: string, { id }: Identity): UnreadObject[] {
  const before = '"productVariants":';
  for (const at of placesOf(html, before)) {
    const rows = itemsOf(jsonIn(html, at + before.length)).filter(isObject);
    const own = rows.filter(({ product }) => isObject(product) && (id === null || idOf(product.id) === id));
    if (own.length > 0) {
      return own;
    }
  }
  return [];
}

/**
 * Returns every object on the page that describes this very product and its variants: JSON blocks, scripts and
 * attributes.
 */
export function productObjects(page: HtmlFacts, identity: Identity): UnreadObject[] {
  const blocks = page.json.flatMap(({ attributes, value }) => {
    const product = isObject(value) && isObject(value.product) ? value.product : value;
    const marked = 'data-product-json' in attributes || /product-?json/i.test(attributes.id ?? '');
    return isObject(product) && isThis(product, identity, marked) ? [product] : [];
  });
  const inside = blocks.some(isWhole)
    ? []
    : [...inScripts(page.html, identity), ...inAttributes(page.html, identity)];
  return [...blocks, ...inside].filter((product) => Array.isArray(product.variants));
}

/** Returns blocks that hold only the product's variants, as themes of the Dawn family write them; the first counts. */
export function variantLists(page: HtmlFacts, ids: ReadonlySet<string>): UnreadObject[] {
  for (const { value } of page.json) {
    const rows = itemsOf(value).filter(isObject);
    if (rows.length > 0 && rows.every((row) => ids.has(idOf(row.id) ?? '') && 'option1' in row)) {
      return rows;
    }
  }
  return [];
}

/**
 * Reports whether an object is the product as the platform itself writes it (`{{ product | json }}`), and not an
 * excerpt by an app.
 */
export function isWhole(product: UnreadObject): boolean {
  const first = itemsOf(product.variants)[0];
  const states = ['description', 'content', 'body_html', 'vendor', 'type', 'images'].filter(
    (key) => key in product,
  );
  return states.length >= 2 && isObject(first) && ('option1' in first || Array.isArray(first.options));
}

function isThis(product: UnreadObject, { id, handles }: Identity, marked: boolean): boolean {
  const own = idOf(product.id);
  if (id !== null && own !== null) {
    return own === id;
  }
  return handles.has(textOf(product.handle) ?? '') || marked;
}

/** Finds `{{ product | json }}` in a script: `new Shopify.OptionSelectors('x', { product: {"id":1,"title":…`. */
function inScripts(html: string, { id }: Identity): UnreadObject[] {
  const places = id === null ? [] : placesOf(html, `{"id":${id},"title":`);
  return places.map((at) => jsonIn(html, at)).filter(isObject);
}

/** Finds `data-product="{{ product | json | escape }}"`. */
function inAttributes(html: string, { id }: Identity): UnreadObject[] {
  const places = id === null ? [] : placesOf(html, `{&quot;id&quot;:${id},&quot;title&quot;:`);
  return places.map((at) => jsonIn(unescaped(html.slice(at, endOfAttribute(html, at))), 0)).filter(isObject);
}

function endOfAttribute(html: string, from: number): number {
  const mark = /["'<>]/g;
  mark.lastIndex = from;
  return mark.exec(html)?.index ?? html.length;
}

const marks: Record<string, string> = { quot: '"', '#34': '"', '#39': "'", lt: '<', gt: '>', amp: '&' };

function unescaped(text: string): string {
  return text.replaceAll(/&(quot|#34|#39|lt|gt|amp);/g, (whole, name: string) => marks[name] ?? whole);
}

function placesOf(html: string, text: string): number[] {
  const places: number[] = [];
  for (let at = html.indexOf(text); at !== -1 && places.length < placesMax; at = html.indexOf(text, at + 1)) {
    places.push(at);
  }
  return places;
}

/**
 * Returns the JSON that begins at this position; numbers with a leading zero, which JSON does not allow, are read as
 * text.
 */
function jsonIn(text: string, start: number): unknown {
  const end = closingOf(text, start);
  if (end === null) {
    return null;
  }
  const json = text.slice(start, end);
  for (const form of [json, json.replaceAll(/(?<=[:,[])0\d+(?=[,}\]])/g, '"$&"')]) {
    try {
      return parseBoundedJson(form);
    } catch {
      // Continue with the next form, if any.
    }
  }
  return null;
}
