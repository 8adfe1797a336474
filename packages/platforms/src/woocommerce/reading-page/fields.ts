import { plainText } from '../../html-text.ts';
import { textOf } from '../../unread.ts';
import type { PageForm, Told } from './forms.ts';
import { currencyTold } from './one-variant.ts';
import type { OwnMarkup } from './own-markup.ts';
import type { TableRow } from './shown-attributes.ts';
import { shownDescription } from './shown-description.ts';
import { shownPrice } from './shown-price.ts';
import { linkedCrumbs, shownCrumbs, shownTerms } from './shown-terms.ts';

/** A value and the form that told it. */
export interface ToldBy<Value> {
  value: Value;
  form: PageForm;
}

/** The title as shoppers read it; where a theme writes more into its heading, as linked data tell it. */
export function titleOf(forms: readonly Told[], heading: string | null): ToldBy<string> | null {
  const [told] = forms.flatMap(({ form, found }) => {
    const value = plainText(found.name);
    return value === '' ? [] : [{ value, form }];
  });
  return heading === null || (told !== undefined && heading.includes(told.value))
    ? (told ?? null)
    : { value: heading, form: 'markup' };
}

/** The currency of the page's amounts, as forms for machines tell it, else as the shop's scripts or the price itself do. */
export function currencyOnPage(
  forms: readonly Told[],
  markup: OwnMarkup,
  html: string,
): ToldBy<string> | null {
  const told = forms.find((one) => currencyTold([one]) !== null);
  const value = told === undefined ? null : currencyTold([told]);
  if (told !== undefined && value !== null) {
    return { value, form: told.form };
  }
  // WooCommerce's blocks are told the shop's settings in a script, encoded as in an address.
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

/** A product's description, and whether it is all of it. */
export interface Description {
  html: string;
  /** The short one, where there is a long one beside it. */
  short: string | null;
  form: PageForm | null;
  isWhole: boolean;
}

/** Linked data tell the short description, or the long one without its markup: so much longer, they tell more than is shown. */
const noLonger = 20;

/** The long description as the page shows it; the short one where that is all there is. */
export function descriptionOf(forms: readonly Told[], markup: OwnMarkup, base: URL): Description {
  const { long, short } = shownDescription(markup, base);
  if (long !== null) {
    return { html: long, short, form: 'markup', isWhole: true };
  }
  const told = forms.find(({ found }) => found.description !== '');
  const longer =
    told !== undefined && told.found.description.length > plainText(short ?? '').length + noLonger;
  if (short !== null && !longer) {
    const hasMore = markup.parts('description-tab').length > 0;
    return { html: short, short: null, form: 'markup', isWhole: markup.isWhole && !hasMore };
  }
  return told === undefined
    ? { html: '', short: null, form: null, isWhole: false }
    : { html: told.found.description, short, form: told.form, isWhole: false };
}

/** Where a product stands in its shop, and who made it. */
export interface Terms {
  categories: ToldBy<string[][]> | null;
  vendor: ToldBy<string> | null;
  tags: string[];
  areTagsTold: boolean;
}

const brandLabel = /^(?:brand|marke|marque|marca|品牌)$/i;

export function termsOf(
  forms: readonly Told[],
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
  const areTagsTold =
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
    areTagsTold,
  };
}

/** "Clothing &gt; Shirts", as plugins write a product's category into linked data. */
function categoryPath(forms: readonly Told[]): ToldBy<string[][]> | null {
  const told = forms.find(({ found }) => found.category !== null);
  const path = plainText(told?.found.category ?? '')
    .split('>')
    .map((name) => name.trim())
    .filter(Boolean);
  return told === undefined || path.length === 0 ? null : { value: [path], form: told.form };
}
