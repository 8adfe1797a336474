import { z } from 'zod/mini';
import { mergeVariants } from '../edits/merge.ts';
import { escapeHtml } from '../edits/replace.ts';
import { isPriced } from '../price.ts';
import type { Product, Variant } from '../product.ts';
import { withFields } from '../same.ts';
import { foldText } from '../search-words.ts';
import { cutAtWord } from './texts.ts';

/** What can be done to a product on its way into a store that would refuse or cut it; the merchant's own stays as it is. */
export const remedyKinds = [
  /** The options that are too many become one with the last that fits: nothing is lost. */
  'merge-options',
  /** Only the first variants go along. */
  'first-variants',
  /** Variants without a price stay out, where others have one. */
  'drop-unpriced',
  /** Of variants that are the same the first goes along. */
  'merge-alike',
  /** A code that stands twice gets a number. */
  'number-skus',
  /** A text is cut where a word ends. */
  'shorten',
  /** What the store has no place for is written below the description. */
  'attributes-table',
  'tiers-table',
] as const;
export const RemedyKind = z.enum(remedyKinds);
export type RemedyKind = z.infer<typeof RemedyKind>;

/** A problem as a store's check tells it. */
export interface FitProblem {
  code: string;
  params: Readonly<Record<string, string | number>>;
}

const byCode: Readonly<Record<string, RemedyKind>> = {
  'store.too-many-options': 'merge-options',
  'store.too-many-variants': 'first-variants',
  'listing.price-missing': 'drop-unpriced',
  'fit.variants-alike': 'merge-alike',
  'fit.skus-alike': 'number-skus',
  'fit.title-cut': 'shorten',
  'fit.attributes-lost': 'attributes-table',
  'fit.price-tiers-lost': 'tiers-table',
};
/** Fields whose text may be cut: a cut code or address would be another one. */
const shortened = new Set(['title', 'vendor', 'productType', 'tags', 'seo']);

/** What mends a problem; null where only the merchant can. */
export function remedyFor({ code, params }: FitProblem): RemedyKind | null {
  return code === 'fit.too-long'
    ? shortened.has(String(params.field))
      ? 'shorten'
      : null
    : (byCode[code] ?? null);
}

/** The product with one problem mended; the very product where that cannot be done to it. */
export function mend(product: Product, problem: FitProblem): Product {
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
    case 'merge-alike':
      return mergeAlike(product);
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

/** The last option that fits takes all behind it: "Width / Insole" with values "Wide / Wool". */
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

/** With these variants alone, and of the options only the values they have. None is no product. */
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

function mergeAlike(product: Product): Product {
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

/** A product mended, with the problems that it has no more. */
export interface Mended<Problem extends FitProblem> {
  product: Product;
  mended: Problem[];
}

/**
 * Mends what these remedies can, problem by problem, as the store's own check tells them; what it still tells afterwards was
 * not mended.
 */
export function applyRemedies<Problem extends FitProblem>(
  given: Product,
  accepted: readonly RemedyKind[],
  check: (product: Product) => readonly Problem[],
): Mended<Problem> {
  const meant = (problem: Problem) => {
    const remedy = remedyFor(problem);
    return remedy !== null && accepted.includes(remedy);
  };
  const found = accepted.length === 0 ? [] : check(given).filter(meant);
  if (found.length === 0) {
    return { product: given, mended: [] };
  }
  const product = found.reduce(mend, given);
  const left = new Set(check(product).map(nameOf));
  return { product, mended: found.filter((problem) => !left.has(nameOf(problem))) };
}

function nameOf({ code, params }: FitProblem): string {
  return `${code} ${params.field ?? ''}`;
}
