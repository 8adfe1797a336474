import { z } from 'zod/mini';
import type { Product } from '../product.ts';
import { lowMargin, notAboveCost, priceDrop, priceJump, unknownMargin } from './prices.ts';
import { readableText } from './text-of-html.ts';
import { wordFinder } from './words.ts';

/** What stops a product on its way into a store. */
export const riskCodes = [
  'risk.banned-word',
  'risk.brand',
  'risk.below-cost',
  'risk.margin',
  'risk.margin-unknown',
  'risk.price-drop',
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
  /** A price at the cost or below it, so a margin of 0 % or less; without a cost, at or below what its source takes for it. */
  belowCost: z._default(z.boolean(), true),
  /** The least that must be left of a price, in percent; null: not checked. */
  marginMin: z._default(z.nullable(Percent), null),
  /**
   * How far a price may go from what is listed now, up or down, and how far a store's rules may put a price below the
   * product's own, in percent; null: neither is checked.
   */
  jumpMax: z._default(z.nullable(Percent), '50'),
  /** A product that is not in the store yet and of which nothing is left. One that is there is always told its stock. */
  emptyStock: z._default(z.boolean(), true),
  /** What a person may let through for one run. */
  releasable: z._default(z.array(RiskCode), [
    'risk.below-cost',
    'risk.margin',
    'risk.margin-unknown',
    'risk.price-drop',
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
  listed: KnownPrices | null;
  /** What its source takes for its variants, by their ids; null when we do not know. */
  source: KnownPrices | null;
  /** The merchant's own prices of its variants before the store's rules, by their ids; null where no rules were applied. */
  own: KnownPrices | null;
  /** The variants whose cost a rule only assumed, by their ids. */
  assumedCosts: ReadonlySet<string>;
}

/** Prices of one product's variants, by their ids. */
export interface KnownPrices {
  currency: string | null;
  /** Null: that variant has none. */
  prices: Readonly<Record<string, string | null>>;
}

export const nothingKnown: RiskFacts = {
  isThere: false,
  listed: null,
  source: null,
  own: null,
  assumedCosts: new Set(),
};

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
      settings.belowCost ? notAboveCost(product, facts) : null,
      settings.marginMin === null ? null : lowMargin(product, facts, settings.marginMin),
      // What is in the store already has a price that somebody chose; `risk.price-jump` watches over its changes.
      facts.isThere || !asksMargin(settings) ? null : unknownMargin(product, facts),
      settings.jumpMax === null ? null : priceDrop(product, facts, settings.jumpMax),
      settings.jumpMax === null ? null : priceJump(product, facts, settings.jumpMax),
      settings.emptyStock && !facts.isThere && isEmpty(product) ? emptyStock : null,
    ];
    return found.filter((risk) => risk !== null);
  };
}

/** A merchant who checks no margin at all is not asked for costs either. */
function asksMargin({ belowCost, marginMin }: RiskSettings): boolean {
  return belowCost || marginMin !== null;
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

/** Nothing of it can be bought: stock of nothing, or sold out where the stock is not told. */
function isEmpty({ variants }: Product): boolean {
  return variants.every(({ stock, available }) => (stock === null ? available === false : stock <= 0));
}
