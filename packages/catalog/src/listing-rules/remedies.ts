import { z } from 'zod/mini';
import { cutAtWord } from '../edits/text/cut.ts';
import { escapeHtml } from '../edits/text/replace.ts';
import { mergeVariants } from '../edits/variants/merge.ts';
import { withFields } from '../merge/same.ts';
import { isPriced } from '../pricing/price.ts';
import type { Product, Variant } from '../product.ts';
import { foldText } from '../similar/search-words.ts';

/**
 * Fixes for a product that a store would refuse or truncate. They only change what the store gets; the merchant's own
 * product is unchanged.
 */
export const remedyKinds = [
  /** Merges the surplus options into the last one that fits: nothing is lost. */
  'merge-options',
  /** Lists only the first variants. */
  'first-variants',
  /** Leaves out variants without a price, where others have one. */
  'drop-unpriced',
  /** Keeps the first of several identical variants. */
  'merge-same',
  /** Adds a number to a duplicate SKU. */
  'number-skus',
  /** Cuts a text at the end of a word. */
  'shorten',
  /** Writes fields that the store does not support below the description. */
  'attributes-table',
  'tiers-table',
] as const;
export const RemedyKind = z.enum(remedyKinds);
export type RemedyKind = z.infer<typeof RemedyKind>;

/** A problem as reported by a store's check. */
export interface FitProblem {
  code: string;
  params: Readonly<Record<string, string | number>>;
}

const byCode: Readonly<Record<string, RemedyKind>> = {
  'store.too-many-options': 'merge-options',
  'store.too-many-variants': 'first-variants',
  'listing.price-missing': 'drop-unpriced',
  'fit.variants-similar': 'merge-same',
  'fit.skus-similar': 'number-skus',
  'fit.title-cut': 'shorten',
  'fit.attributes-lost': 'attributes-table',
  'fit.price-tiers-lost': 'tiers-table',
};
/** Fields whose text may be cut. A SKU or an address must not be cut: it would become a different one. */
const shortened = new Set(['title', 'vendor', 'productType', 'tags', 'seo']);

/** Returns the fix for a problem; null where only the merchant can fix it. */
export function remedyFor({ code, params }: FitProblem): RemedyKind | null {
  return code === 'fit.too-long'
    ? shortened.has(String(params.field))
      ? 'shorten'
      : null
    : (byCode[code] ?? null);
}

/** Returns the product with one problem fixed; the same object where the fix cannot be applied. */
export function repair(product: Product, problem: FitProblem): Product {
  const { max } = problem.params;
  const most = typeof max === 'number' ? max : 0;
  switch (remedyFor(problem)) {
    case 'merge-options':
      return most > 0 ? mergeOptions(product, most) : product;
    case 'first-variants':
      return most > 0 ? withVariants(product, product.variants.slice(0, most)) : product;
    case 'drop-unpriced':
      return withVariants(
        product,
        product.variants.filter(({ price }) => isPriced(price)),
      );
    case 'merge-same':
      return mergeSame(product);
    case 'number-skus':
      return numberSkus(product);
    case 'shorten':
      return most > 0 ? shorten(product, String(problem.params.field ?? 'title'), most) : product;
    case 'attributes-table': {
      const rows = product.attributes.map(({ name, value }) => [name, value]);
      return withTable({ ...product, attributes: [] }, product, rows);
    }
    case 'tiers-table': {
      const { priceTiers, currency } = product;
      const rows = priceTiers.map(({ minimumQuantity, price }) => [
        `${minimumQuantity}+`,
        `${price} ${currency ?? ''}`.trim(),
      ]);
      return withTable({ ...product, priceTiers: [] }, product, rows);
    }
    case null:
      return product;
  }
}

const joint = ' / ';

/** Merges all options after the last one that fits into it: "Width / Insole" with values "Wide / Wool". */
function mergeOptions(product: Product, most: number): Product {
  const rest = product.options.slice(most - 1);
  if (rest.length < 2) {
    return product;
  }
  const variants = product.variants.map((variant) => ({
    ...variant,
    optionValues: [
      ...variant.optionValues.slice(0, most - 1),
      variant.optionValues.slice(most - 1).join(joint),
    ],
  }));
  const values = [...new Set(variants.map(({ optionValues }) => optionValues.at(-1) ?? ''))];
  const merged = { name: rest.map(({ name }) => name).join(joint), values };
  const options = [...product.options.slice(0, most - 1), merged];
  const names = new Set(options.map(({ name }) => name.trim().toLowerCase()));
  return names.size < options.length
    ? product
    : withFields(product, { options, variants: mergeVariants(variants) });
}

/**
 * Returns the product with only these variants and only the option values that they use. Returns the product unchanged
 * when no variant would remain.
 */
function withVariants(product: Product, variants: Variant[]): Product {
  if (variants.length === 0 || variants.length === product.variants.length) {
    return product;
  }
  const options = product.options.map(({ name, values }, at) => {
    const held = new Set(variants.map(({ optionValues }) => optionValues[at]));
    return { name, values: values.filter((value) => held.has(value)) };
  });
  return withFields(product, { options, variants });
}

function mergeSame(product: Product): Product {
  const seen = new Set<string>();
  const variants = product.variants.filter(({ optionValues }) => {
    const key = JSON.stringify(optionValues.map((value) => foldText(value).trim()));
    return seen.has(key) ? false : seen.add(key);
  });
  return withVariants(product, variants);
}

function numberSkus(product: Product): Product {
  const taken = new Set(product.variants.flatMap(({ sku }) => sku ?? []));
  const seen = new Set<string>();
  const variants = product.variants.map((variant) => {
    const { sku } = variant;
    if (sku === null || !seen.has(sku)) {
      seen.add(sku ?? '');
      return variant;
    }
    let number = 2;
    while (taken.has(`${sku}-${number}`)) {
      number += 1;
    }
    taken.add(`${sku}-${number}`);
    return { ...variant, sku: `${sku}-${number}` };
  });
  return withFields(product, { variants });
}

function shorten(product: Product, field: string, most: number): Product {
  const cut = (text: string | null) => (text === null ? null : cutAtWord(text, most));
  switch (field) {
    case 'title':
      return withFields(product, { title: cutAtWord(product.title, most) || product.title });
    case 'vendor':
      return withFields(product, { vendor: cut(product.vendor) });
    case 'productType':
      return withFields(product, { productType: cut(product.productType) });
    case 'tags':
      return withFields(product, {
        tags: [...new Set(product.tags.map((tag) => cutAtWord(tag, most) || tag))],
      });
    case 'seo': {
      const { title, description } = product.seo;
      return withFields(product, { seo: { title: cut(title), description: cut(description) } });
    }
    default:
      return product;
  }
}

function withTable(without: Product, product: Product, rows: readonly (readonly string[])[]): Product {
  if (rows.length === 0) {
    return product;
  }
  const cells = (row: readonly string[]) => row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('');
  const table = `<table><tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table>`;
  return { ...without, descriptionHtml: `${product.descriptionHtml}\n${table}` };
}

/** A fixed product, with the problems that were fixed. */
export interface Repaired<Problem extends FitProblem> {
  product: Product;
  repaired: Problem[];
}

/**
 * Applies the fixes problem by problem, as reported by the store's own check. A problem that the check still reports
 * afterwards was not fixed.
 */
export function applyRemedies<Problem extends FitProblem>(
  given: Product,
  accepted: readonly RemedyKind[],
  check: (product: Product) => readonly Problem[],
): Repaired<Problem> {
  const meant = (problem: Problem) => {
    const remedy = remedyFor(problem);
    return remedy !== null && accepted.includes(remedy);
  };
  const found = accepted.length === 0 ? [] : check(given).filter(meant);
  if (found.length === 0) {
    return { product: given, repaired: [] };
  }
  const product = found.reduce(repair, given);
  const left = new Set(check(product).map(nameOf));
  return { product, repaired: found.filter((problem) => !left.has(nameOf(problem))) };
}

function nameOf({ code, params }: FitProblem): string {
  return `${code} ${params.field ?? ''}`;
}
