import type { HtmlFacts } from '../../html-facts.ts';
import { shownDescription } from '../../shown-description.ts';
import { isObject, itemsOf, textOf } from '../../unread.ts';
import type { MergedVariants } from './merge.ts';
import { pageCurrency } from './session-currency.ts';
import { type PageForm, type Told, tellsAllVariants } from './told.ts';

/** A value and the form that told it. */
export interface ToldBy<Value> {
  value: Value;
  form: PageForm;
}

/** What the first form tells that says anything of a field; a list with items or a text. */
export function firstTelling(forms: readonly Told[], key: string): ToldBy<unknown> | null {
  const told = forms.find(({ product }) => textOf(product[key]) !== null || itemsOf(product[key]).length > 0);
  return told === undefined ? null : { value: told.product[key], form: told.form };
}

/** The shop's own product type; linked data tells another one (the shop's category), which counts only by itself. */
export function productTypeOf(forms: readonly Told[]): ToldBy<unknown> | null {
  const own = forms.filter((told) => tellsAllVariants(told) && told.product.product_type !== undefined);
  const [first] = own;
  return (
    firstTelling(own, 'product_type') ??
    (first === undefined ? firstTelling(forms, 'product_type') : { value: '', form: first.form })
  );
}

/** With its markup where the theme's data or the page itself has it; else the longest text. */
export function descriptionOf(forms: readonly Told[], page: HtmlFacts): ToldBy<string> | null {
  const theme = forms.find(({ form, product }) => form === 'theme-json' && product.body_html !== undefined);
  if (theme !== undefined) {
    return { value: String(theme.product.body_html ?? ''), form: theme.form };
  }
  // Open Graph tells the shop's own words where a product has none: beside linked data it says nothing more.
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

/** The list of the first form that has one, but for a list that variants' own images make good. */
export function imagesOf(forms: readonly Told[], variants: MergedVariants): ToldBy<unknown[]> | null {
  const lists = forms.flatMap(({ form, product }) => {
    const images = itemsOf(product.images);
    return images.length === 0 ? [] : [{ value: [...images], form }];
  });
  const [first] = lists;
  const isSized = first?.form === 'microdata' || first?.form === 'open-graph';
  const ofVariants = variants.rows.some(({ featured_image }) => isObject(featured_image));
  return first === undefined || (isSized && ofVariants) ? null : first;
}

/** Of the form that told the prices; else as the page says it of itself, else of the next form. */
export function currencyIn(
  forms: readonly Told[],
  { pricesBy }: MergedVariants,
  html: string,
): ToldBy<string> | null {
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
