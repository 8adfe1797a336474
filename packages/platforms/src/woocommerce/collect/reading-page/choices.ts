import type { Option, Product, Variant } from '@bowerbird/catalog/product';
import { parseBoundedJson } from '../../../reading/json/bounded-json.ts';
import { isObject, itemsOf } from '../../../reading/unread.ts';
import type { PageForm, Stated } from './forms.ts';
import { currencyStated, type OnePrice, onePrice, oneVariant } from './one-variant.ts';
import type { OwnMarkup } from './own-markup.ts';
import { pageVariants } from './page-variants.ts';
import { majorOf } from './row-variant.ts';
import { type TableRow, weightInTable } from './shown-attributes.ts';
import { keyOf, type ShownChoice, shownChoices } from './shown-choices.ts';
import { amountsOf, shownPrice } from './shown-price.ts';
import { withTableLabels } from './table-labels.ts';

/** What a page contains about options and variants. */
export interface PageChoices {
  options: Option[];
  variants: Variant[];
  attributes: Product['attributes'];
  /** The form that gave the variants, or their price where there are no options; null where none did. */
  form: PageForm | null;
  optionsBy: PageForm | null;
  areAll: boolean;
  areLabelled: boolean;
  /** The content of `extra.woocommerce`. */
  extra: Record<string, unknown>;
}

/** A page as it was read so far; `base` is its address, `id` and `slug` are the product's. */
export interface ReadSoFar {
  markup: OwnMarkup;
  forms: readonly Stated[];
  rows: readonly TableRow[];
  id: string;
  slug: string | null;
  currency: string | null;
  base: string;
}

/**
 * Returns the variants and options of the product. Where the page does not contain the variations of a product that has
 * some, one variant represents all of them, with a price only where all cost the same; the options are kept among the
 * attributes.
 */
export function choicesOnPage(requested: ReadSoFar): PageChoices {
  const { markup, forms, rows, id, slug } = requested;
  const weight = weightInTable(rows);
  const form = markup.parts('form').find(({ attributes }) => (attributes['data-product_id'] ?? id) === id);
  const shown = form === undefined ? new Map<string, ShownChoice>() : shownChoices(form);
  const sent = parsed(form?.attributes['data-product_variations']).filter(isObject);
  const isVariable = form !== undefined || markup.type?.startsWith('variable') === true;
  const labelOf = (key: string) => rows.find((row) => keyOf(row.key ?? '') === key)?.label ?? null;
  const offers = forms.find(({ found }) => found.variants.length > 0);
  const offer = offers?.found.variants[0];
  const type = markup.type ?? (isVariable ? 'variable' : null);
  const extra = { ...(type !== null && { type }), ...groupedIn(markup), ...externalIn(markup) };
  if (sent.length > 0) {
    const parent = {
      slug,
      sku: offer?.sku ?? null,
      currency: requested.currency,
      weight,
      base: requested.base,
    };
    const made = pageVariants(sent, withTableLabels(shown, rows, sent), labelOf, parent);
    const used = new Set(made.options.map(({ name }) => name));
    return {
      options: made.options,
      variants: made.variants,
      attributes: attributesIn(rows, shown, used),
      form: 'variants-json',
      optionsBy: made.options.length === 0 ? null : shown.size > 0 ? 'markup' : 'variants-json',
      areAll: made.areAll,
      areLabelled: made.areLabelled,
      extra: { ...extra, ...(made.expanded.length > 0 && { expandedVariations: made.expanded }) },
    };
  }
  const prices =
    isVariable || type === 'grouped' ? onlyPrice(forms, markup, type) : onePrice(forms, markup, slug);
  const isOne = type === null ? markup.isWhole && markup.parts('button').length > 0 : !isVariable;
  const one = oneVariant(id, prices, offer, markup);
  // The SKU, barcode and inventory of a product with options are not those of any one variant.
  const variant = { ...one, weight, ...(isVariable && { sku: null, barcode: null, stock: null }) };
  const choices = [...shown].map(([key, choice]) => ({
    name: choice.label ?? labelOf(key) ?? '',
    value: [...choice.values.values()].join(', '),
  }));
  const attributes = attributesIn(rows, new Map(), new Set());
  const held = new Set(attributes.map(({ name }) => name));
  return {
    options: [],
    variants: [variant],
    attributes: [
      ...choices.filter(({ name, value }) => name !== '' && value !== '' && !held.has(name)),
      ...attributes,
    ],
    form: prices.form ?? offers?.form ?? null,
    optionsBy: null,
    areAll: isOne,
    areLabelled: isOne,
    extra,
  };
}

/** Parses every variation in the attribute of the form; [] where it is left out (`false`) or broken. */
function parsed(text: string | undefined): readonly unknown[] {
  try {
    return itemsOf(parseBoundedJson(text ?? 'null'));
  } catch {
    return [];
  }
}

/** Returns what the product's table contains in addition to weight, size and options. */
function attributesIn(
  rows: readonly TableRow[],
  shown: ReadonlyMap<string, ShownChoice>,
  used: ReadonlySet<string>,
): Product['attributes'] {
  return rows
    .filter(({ key, label }) => {
      const isMeasure = key === 'weight' || key === 'dimensions';
      return !isMeasure && !used.has(label) && !shown.has(keyOf(key ?? '') ?? '');
    })
    .map(({ label, text }) => ({ name: label, value: text }));
}

/**
 * Returns the price of every variant where linked data has one price for all; a grouped product has none of its own.
 */
function onlyPrice(forms: readonly Stated[], markup: OwnMarkup, type: string | null): OnePrice {
  const stated = forms.find(({ form, found }) => form === 'linked-data' && found.variants.length > 0);
  const [offer, ...more] = stated?.found.variants ?? [];
  const isSure = stated !== undefined && !stated.isRange && more.length === 0 && type !== 'grouped';
  const currency = currencyStated(forms);
  const price = isSure ? majorOf(offer?.price, currency) : null;
  const [block] = markup.parts('price');
  const shown = block === undefined ? null : shownPrice(block);
  const isShown = block === undefined || (shown !== null && amountsOf(shown, price, currency) !== null);
  const isPriced = price !== null && Number(price) > 0 && isShown;
  return { price: isPriced ? price : null, compareAtPrice: null, form: isPriced ? 'linked-data' : null };
}

/** Returns the ids of the products that a grouped one combines. */
function groupedIn(markup: OwnMarkup): { groupedProducts?: string[] } {
  const [form] = markup.parts('grouped');
  const ids = [...(form?.inner.matchAll(/\sname=["']quantity\[(\d{1,16})\]/g) ?? [])].flatMap(
    ([, id]) => id ?? [],
  );
  return ids.length === 0 ? {} : { groupedProducts: [...new Set(ids)] };
}

/** Returns the address where a product of another shop is bought. */
function externalIn(markup: OwnMarkup): { externalUrl?: string } {
  const [button] = markup.type === 'external' ? markup.parts('button') : [];
  const url = button?.attributes.href;
  return url === undefined || !/^https?:\/\//i.test(url) ? {} : { externalUrl: url };
}
