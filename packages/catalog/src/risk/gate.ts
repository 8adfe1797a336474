import { z } from 'zod/mini';
import { addPrices, comparePrices, dividePrice, marginPercent, multiplyPrice } from '../price.ts';
import type { Product, Variant } from '../product.ts';
import { readableText } from './text-of-html.ts';
import { wordFinder } from './words.ts';

/** What stops a product on its way into a store. */
export const riskCodes = [
  'risk.banned-word',
  'risk.brand',
  'risk.below-cost',
  'risk.margin',
  'risk.price-jump',
  'risk.empty-stock',
] as const;
export const RiskCode = z.enum(riskCodes);
export type RiskCode = z.infer<typeof RiskCode>;

const Percent = z.string().check(z.regex(/^\d{1,4}(\.\d{1,2})?$/));
const words = z._default(
  z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))).check(z.maxLength(5000)),
  [],
);

/** What a merchant wants checked before anything goes into a store. */
export const RiskSettings = z.object({
  /** Words and brands that must stand nowhere in a product; empty: nothing is sought. */
  bannedWords: words,
  brands: words,
  /** A price under the cost; of a product without one, under what its source takes for it. */
  belowCost: z._default(z.boolean(), true),
  /** The least that must be left of a price, in percent; null: not checked. */
  marginMin: z._default(z.nullable(Percent), null),
  /** How far a price may go from what is listed now, up or down, in percent; null: not checked. */
  jumpMax: z._default(z.nullable(Percent), '50'),
  /** A product that is not in the store yet and of which nothing is left. One that is there is always told its stock. */
  emptyStock: z._default(z.boolean(), true),
  /** What a person may let through for one run. */
  releasable: z._default(z.array(RiskCode), [
    'risk.below-cost',
    'risk.margin',
    'risk.price-jump',
    'risk.empty-stock',
  ]),
});
export type RiskSettings = z.infer<typeof RiskSettings>;

export const firstRiskSettings: RiskSettings = RiskSettings.parse({});

/** What is known of a product besides itself. */
export interface RiskFacts {
  /** Whether it is in the store already. */
  isThere: boolean;
  /** What its variants are listed at there, by their ids; null when we do not know. */
  listed: { currency: string | null; prices: Readonly<Record<string, string>> } | null;
  /** What its source takes for its variants, by their ids; null when we do not know. */
  source: { currency: string | null; prices: Readonly<Record<string, string>> } | null;
}

export const nothingKnown: RiskFacts = { isThere: false, listed: null, source: null };

/** Why a product is stopped, and the field of ours that it is about. */
export interface Risk {
  code: RiskCode;
  params: Record<string, string | number>;
  field: string;
}

/** The gate as these settings make it: everything that stops a product, in the order of `riskCodes`; [] lets it through. */
export function riskGate(settings: RiskSettings): (product: Product, facts: RiskFacts) => Risk[] {
  const findBanned = wordFinder(settings.bannedWords);
  const findBrand = wordFinder(settings.brands);
  return (product, facts) => {
    const texts = settings.bannedWords.length + settings.brands.length > 0 ? textsOf(product) : [];
    const found = [
      wordRisk('risk.banned-word', texts, findBanned),
      wordRisk('risk.brand', texts, findBrand),
      settings.belowCost ? belowCost(product, facts) : null,
      settings.marginMin === null ? null : thinMargin(product, facts, settings.marginMin),
      settings.jumpMax === null ? null : priceJump(product, facts, settings.jumpMax),
      settings.emptyStock && !facts.isThere && isEmpty(product) ? emptyStock : null,
    ];
    return found.filter((risk) => risk !== null);
  };
}

/** The risks that nobody let through. */
export function notReleased(
  risks: readonly Risk[],
  released: readonly string[],
  { releasable }: RiskSettings,
): Risk[] {
  return risks.filter(({ code }) => !(released.includes(code) && releasable.includes(code)));
}

const emptyStock: Risk = { code: 'risk.empty-stock', params: {}, field: 'variants' };

function wordRisk(
  code: RiskCode,
  texts: readonly (readonly [string, string])[],
  find: (text: string) => string | null,
): Risk | null {
  for (const [field, text] of texts) {
    const word = find(text);
    if (word !== null) {
      return { code, params: { word, field }, field };
    }
  }
  return null;
}

/** Every text that shoppers or search engines may read, by its field. */
function textsOf(product: Product): [string, string][] {
  const { vendor, productType, seo, tags, options, attributes, categories, pictures } = product;
  const lines = (texts: readonly string[]) => texts.join('\n');
  return [
    ['title', product.title],
    ['descriptionHtml', readableText(product.descriptionHtml)],
    ['vendor', vendor ?? ''],
    ['productType', productType ?? ''],
    ['tags', lines(tags)],
    ['options', lines(options.flatMap(({ name, values }) => [name, ...values]))],
    ['attributes', lines(attributes.flatMap(({ name, value }) => [name, value]))],
    ['categories', lines(categories.flat())],
    ['seo', lines([seo.title ?? '', seo.description ?? ''])],
    ['handle', product.handle],
    ['pictures', lines(pictures.map(({ alt }) => alt))],
  ];
}

/** What a variant costs in the product's currency; null when nobody knows. */
function costOf(variant: Variant, { currency }: Product, { source }: RiskFacts): string | null {
  if (variant.cost !== null && comparePrices(variant.cost, '0') > 0) {
    return variant.cost;
  }
  return source !== null && source.currency === currency ? (source.prices[variant.id] ?? null) : null;
}

function belowCost(product: Product, facts: RiskFacts): Risk | null {
  for (const [at, variant] of product.variants.entries()) {
    const cost = costOf(variant, product, facts);
    // A price of nothing is no price, and refused as such.
    if (cost !== null && comparePrices(variant.price, cost) < 0 && comparePrices(variant.price, '0') > 0) {
      const params = { price: variant.price, cost, currency: product.currency ?? '' };
      return { code: 'risk.below-cost', params, field: `variants.${at}.price` };
    }
  }
  return null;
}

function thinMargin(product: Product, facts: RiskFacts, least: string): Risk | null {
  for (const [at, variant] of product.variants.entries()) {
    const cost = costOf(variant, product, facts);
    const margin = cost === null ? null : marginPercent(variant.price, cost, 2);
    if (cost !== null && margin !== null && comparePrices(margin, least) < 0) {
      const params = {
        price: variant.price,
        cost,
        margin: marginPercent(variant.price, cost) ?? margin,
        min: least,
      };
      return { code: 'risk.margin', params, field: `variants.${at}.price` };
    }
  }
  return null;
}

function priceJump(product: Product, { listed }: RiskFacts, most: string): Risk | null {
  if (listed === null || listed.currency !== product.currency) {
    return null;
  }
  for (const [at, variant] of product.variants.entries()) {
    const from = listed.prices[variant.id];
    if (from === undefined || comparePrices(from, '0') === 0) {
      continue;
    }
    const change = addPrices(variant.price, multiplyPrice(from, '-1')).replace('-', '');
    const percent = dividePrice(multiplyPrice(change, '100'), from, 2);
    if (comparePrices(percent, most) > 0) {
      const params = {
        from,
        to: variant.price,
        percent: dividePrice(multiplyPrice(change, '100'), from, 0),
        max: most,
      };
      return { code: 'risk.price-jump', params, field: `variants.${at}.price` };
    }
  }
  return null;
}

/** Nothing of it can be bought: stock of nothing, or sold out where the stock is not told. */
function isEmpty({ variants }: Product): boolean {
  return variants.every(({ stock, available }) => (stock === null ? available === false : stock <= 0));
}
