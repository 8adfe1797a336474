import { plainText } from '../../../reading/html/html-text.ts';
import { textOf } from '../../../reading/unread.ts';
import type { PageForm, Stated } from './forms.ts';
import { currencyStated } from './one-variant.ts';
import type { OwnMarkup } from './own-markup.ts';
import type { TableRow } from './shown-attributes.ts';
import { shownDescription } from './shown-description.ts';
import { shownPrice } from './shown-price.ts';
import { linkedCrumbs, shownCrumbs, shownTerms } from './shown-terms.ts';

/** A value and the form that gave it. */
export interface StatedBy<Value> {
  value: Value;
  form: PageForm;
}

/** Returns the title as shoppers read it; where a theme writes more into its heading, the title of the linked data. */
export function titleOf(forms: readonly Stated[], heading: string | null): StatedBy<string> | null {
  const [stated] = forms.flatMap(({ form, found }) => {
    const value = plainText(found.name);
    return value === '' ? [] : [{ value, form }];
  });
  return heading === null || (stated !== undefined && heading.includes(stated.value))
    ? (stated ?? null)
    : { value: heading, form: 'markup' };
}

/**
 * Returns the currency of the page's amounts, from machine-readable forms, else from the shop's scripts or the price
 * itself.
 */
export function currencyOnPage(
  forms: readonly Stated[],
  markup: OwnMarkup,
  html: string,
): StatedBy<string> | null {
  const stated = forms.find((one) => currencyStated([one]) !== null);
  const value = stated === undefined ? null : currencyStated([stated]);
  if (stated !== undefined && value !== null) {
    return { value, form: stated.form };
  }
  // A script passes the shop's settings to WooCommerce's blocks, percent-encoded.
  const setting = /%22currency%22%3A%7B%22code%22%3A%22([A-Z]{3})%22/.exec(html)?.[1];
  const shown = markup
    .parts('price')
    .map((part) => shownPrice(part)?.currency ?? null)
    .find((one) => one !== null);
  return setting !== undefined
    ? { value: setting, form: 'shop-script' }
    : shown == null
      ? null
      : { value: shown, form: 'markup' };
}

/** A product's description, and whether it is complete. */
export interface Description {
  html: string;
  /** The short description, where there is a long one as well. */
  short: string | null;
  form: PageForm | null;
  isWhole: boolean;
}

/**
 * Linked data has the short description, or the long one without its markup: a text longer by more than this contains
 * more than is shown.
 */
const noLonger = 20;

/** Returns the long description as the page shows it; the short one where that is all there is. */
export function descriptionOf(forms: readonly Stated[], markup: OwnMarkup, base: URL): Description {
  const { long, short } = shownDescription(markup, base);
  if (long !== null) {
    return { html: long, short, form: 'markup', isWhole: true };
  }
  const stated = forms.find(({ found }) => found.description !== '');
  const longer =
    stated !== undefined && stated.found.description.length > plainText(short ?? '').length + noLonger;
  if (short !== null && !longer) {
    const hasMore = markup.parts('description-tab').length > 0;
    return { html: short, short: null, form: 'markup', isWhole: markup.isWhole && !hasMore };
  }
  return stated === undefined
    ? { html: '', short: null, form: null, isWhole: false }
    : { html: stated.found.description, short, form: stated.form, isWhole: false };
}

/** A product's categories, tags and brand in its shop. */
export interface Terms {
  categories: StatedBy<string[][]> | null;
  vendor: StatedBy<string> | null;
  tags: string[];
  areTagsStated: boolean;
}

const brandLabel = /^(?:brand|marke|marque|marca|品牌)$/i;

export function termsOf(
  forms: readonly Stated[],
  markup: OwnMarkup,
  rows: readonly TableRow[],
  linkedData: readonly unknown[],
  base: URL,
): Terms {
  const visible = shownCrumbs(markup.parts('crumbs'), base);
  const crumbs = visible.length > 0 ? visible : linkedCrumbs(linkedData, base);
  const posted = markup.parts('categories');
  const shown = shownTerms(posted, markup.parts('tags'), crumbs, base);
  const named = forms.find(({ found }) => found.brand !== null);
  const brand = shown.brand ?? rows.find(({ label }) => brandLabel.test(label))?.text ?? null;
  const areTagsStated =
    shown.tags.length > 0 ||
    (markup.isWhole && (markup.hasTags === false || (markup.hasTags === null && posted.length > 0)));
  const categoriesBy = posted.length > 0 || visible.length > 0 ? 'markup' : 'linked-data';
  const path = categoryPath(forms);
  return {
    categories: shown.categories.length > 0 ? { value: shown.categories, form: categoriesBy } : path,
    vendor:
      textOf(named?.found.brand) !== null && named !== undefined
        ? { value: plainText(named.found.brand ?? ''), form: named.form }
        : brand === null
          ? null
          : { value: brand, form: 'markup' },
    tags: shown.tags,
    areTagsStated,
  };
}

/** "Clothing &gt; Shirts", as plugins write a product's category into linked data. */
function categoryPath(forms: readonly Stated[]): StatedBy<string[][]> | null {
  const stated = forms.find(({ found }) => found.category !== null);
  const path = plainText(stated?.found.category ?? '')
    .split('>')
    .map((name) => name.trim())
    .filter(Boolean);
  return stated === undefined || path.length === 0 ? null : { value: [path], form: stated.form };
}
