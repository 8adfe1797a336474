import type { HtmlFacts } from '../../../reading/html/html-facts.ts';
import { shownDescription } from '../../../reading/html/shown-description.ts';
import { isObject, itemsOf, textOf } from '../../../reading/unread.ts';
import type { MergedVariants } from './merge.ts';
import { pageCurrency } from './session-currency.ts';
import { type PageForm, type Stated, statesAllVariants } from './stated.ts';

/** A value and the form that gave it. */
export interface StatedBy<Value> {
  value: Value;
  form: PageForm;
}

/** Returns the field from the first form that has a value for it; a list with items or a text. */
export function firstStating(forms: readonly Stated[], key: string): StatedBy<unknown> | null {
  const stated = forms.find(
    ({ product }) => textOf(product[key]) !== null || itemsOf(product[key]).length > 0,
  );
  return stated === undefined ? null : { value: stated.product[key], form: stated.form };
}

/**
 * Returns the shop's own product type. Linked data has a different one (the shop's category), which is used only when
 * there is no other.
 */
export function productTypeOf(forms: readonly Stated[]): StatedBy<unknown> | null {
  const own = forms.filter(
    (stated) => statesAllVariants(stated) && stated.product.product_type !== undefined,
  );
  const [first] = own;
  return (
    firstStating(own, 'product_type') ??
    (first === undefined ? firstStating(forms, 'product_type') : { value: '', form: first.form })
  );
}

/** Returns the description with its markup where the theme's data or the page itself has it; else the longest text. */
export function descriptionOf(forms: readonly Stated[], page: HtmlFacts): StatedBy<string> | null {
  const theme = forms.find(({ form, product }) => form === 'theme-json' && product.body_html !== undefined);
  if (theme !== undefined) {
    return { value: String(theme.product.body_html ?? ''), form: theme.form };
  }
  // For a product without a description, Open Graph contains the shop's own text; where linked data exists, Open Graph
  // adds nothing.
  const isLinked = forms.some(
    ({ form, product }) => form === 'linked-data' && product.body_html !== undefined,
  );
  const texts = forms.flatMap(({ form, product }) => {
    const text = product.body_html;
    return typeof text !== 'string' || (isLinked && form === 'open-graph') || (!isLinked && text === '')
      ? []
      : [{ value: text, form }];
  });
  const [longest] = texts.toSorted((one, other) => other.value.length - one.value.length);
  const plain = longest?.value ?? textOf(page.meta.get('og:description') ?? page.meta.get('description'));
  const shown = plain === null ? null : shownDescription(page.html, plain);
  return shown === null ? (longest ?? null) : { value: shown, form: 'markup' };
}

/** Returns the image list of the first form that has one, except a list that the variants' own images complete. */
export function imagesOf(forms: readonly Stated[], variants: MergedVariants): StatedBy<unknown[]> | null {
  const lists = forms.flatMap(({ form, product }) => {
    const images = itemsOf(product.images);
    return images.length === 0 ? [] : [{ value: [...images], form }];
  });
  const [first] = lists;
  const isSized = first?.form === 'microdata' || first?.form === 'open-graph';
  const ofVariants = variants.rows.some(({ featured_image }) => isObject(featured_image));
  return first === undefined || (isSized && ofVariants) ? null : first;
}

/** Returns the currency of the form that gave the prices; else the page's own, else that of the next form. */
export function currencyIn(
  forms: readonly Stated[],
  { pricesBy }: MergedVariants,
  html: string,
): StatedBy<string> | null {
  const own = pageCurrency(html);
  const next = forms.find(({ currency }) => currency !== null);
  if (pricesBy.currency !== null) {
    return { value: pricesBy.currency, form: pricesBy.form };
  }
  return own !== null
    ? { value: own, form: 'shop-script' }
    : next === undefined || next.currency === null
      ? null
      : { value: next.currency, form: next.form };
}
