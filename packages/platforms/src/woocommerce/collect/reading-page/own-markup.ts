import { elementCollector, type PageElement } from '../../../reading/html/page-elements.ts';
import type { MarkupHandler } from '../../../reading/html/walk-markup.ts';
import { isOfOthers, type Part, partOf } from './parts.ts';

/** What the markup of a product page contains about the product, without other products on the page. */
export interface OwnMarkup {
  /** Whether WordPress marks the page as a product page. */
  isProductPage: boolean;
  /** The product's id in WordPress; null where the page does not contain it. */
  id: string | null;
  /** `simple`, `variable`, `grouped`, `external` or a plugin's own type; null where the page does not contain it. */
  type: string | null;
  /** Whether the product can be bought at all, whatever is in stock; null where the page does not say so. */
  purchasable: boolean | null;
  inStock: boolean | null;
  isVirtual: boolean;
  /** Whether the product has tags; null where the page does not say so. */
  hasTags: boolean | null;
  /** Whether the page was read to its end. */
  isWhole: boolean;
  parts(part: Part): readonly PageElement[];
}

/** How WordPress marks the element of a product: its id, and classes for its state (`post_class`). */
interface Mark {
  id: string | null;
  classes: readonly string[];
}

/** What the page's elements show: whether it is a product page, its id, the element of its product. */
interface Marks {
  isSingle: boolean;
  page: string | null;
  own: Mark | null;
}

/** Reads a page's markup while it is parsed: pass `handler` to the parser, then call `markup`. */
export function ownMarkupReader(html: string): { handler: MarkupHandler; markup(): OwnMarkup } {
  const marks: Marks = { isSingle: false, page: null, own: null };
  const { handler, found } = elementCollector<Part>(html, (name, attributes, classes) => {
    if (name === 'body') {
      marks.isSingle = classes.includes('single-product');
      marks.page = numberIn(classes, /^postid-(\d{1,16})$/);
      marks.own = classes.includes('type-product') ? { id: marks.page, classes } : null;
      return null;
    }
    if (isOfOthers(name, classes)) {
      return 'skip';
    }
    if (!classes.includes('type-product')) {
      return partOf(name, attributes, classes);
    }
    const id =
      numberIn(classes, /^post-(\d{1,16})$/) ?? numberIn([attributes.id ?? ''], /^product-(\d{1,16})$/);
    const known = marks.page ?? marks.own?.id ?? null;
    if (name === 'li' || (id !== null && known !== null && id !== known)) {
      return 'skip';
    }
    marks.own ??= { id, classes };
    return 'product';
  });
  return { handler, markup: () => markupOf(html, marks, (part) => found.get(part) ?? []) };
}

function markupOf(html: string, marks: Marks, parts: OwnMarkup['parts']): OwnMarkup {
  const [form] = parts('form');
  const own = new Set(marks.own?.classes);
  const type = [...own].find((one) => one.startsWith('product-type-'))?.slice('product-type-'.length) ?? null;
  const buttons = parts('button').filter(({ name }) => name === 'button');
  const canBuy = own.has('purchasable') || buttons.length > 0;
  return {
    isProductPage: marks.isSingle,
    id:
      marks.page ??
      marks.own?.id ??
      digitsIn(form?.attributes['data-product_id']) ??
      buttons.map(({ attributes }) => digitsIn(attributes.value)).find((id) => id !== null) ??
      linkedId(html),
    type: type ?? (form ? 'variable' : parts('grouped').length > 0 ? 'grouped' : null),
    purchasable: canBuy ? true : type === null ? null : false,
    inStock: own.has('instock') || own.has('onbackorder') ? true : own.has('outofstock') ? false : null,
    isVirtual: own.has('virtual'),
    hasTags: type === null ? null : [...own].some((one) => one.startsWith('product_tag-')),
    isWhole: /<\/(?:body|html)\s*>/i.test(html.slice(-50_000)),
    parts,
  };
}

/** Returns the id in the page's address in WordPress's own API, which the page links to. */
function linkedId(html: string): string | null {
  return /<link\s[^<>]{0,300}\/wp\/v2\/product\/(\d{1,16})["']/.exec(html)?.[1] ?? null;
}

function numberIn(classes: readonly string[], form: RegExp): string | null {
  return classes.map((one) => form.exec(one)?.[1]).find((number) => number !== undefined) ?? null;
}

function digitsIn(text: string | undefined): string | null {
  return text !== undefined && /^\d{1,16}$/.test(text) ? text : null;
}
