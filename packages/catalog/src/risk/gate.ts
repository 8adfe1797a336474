import { z } from 'zod/mini';
import type { Product } from '../product.ts';
import { wordFinder } from './banned-words.ts';
import { lowMargin, notAboveCost, priceDrop, priceJump, unknownMargin } from './prices.ts';
import { type Risk, RiskCode, type RiskFacts } from './risks.ts';
import { readableText } from './text-of-html.ts';

const Percent = z.string().check(z.regex(/^\d{1,4}(\.\d{1,2})?$/));
const words = z._default(
  z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))).check(z.maxLength(5000)),
  [],
);

/** What a merchant wants checked before anything is sent to a store. */
export const RiskSettings = z.object({
  /** Words and brands that must not occur anywhere in a product; empty: no check. */
  bannedWords: words,
  brands: words,
  /**
   * Stops a price at or below the cost, that is, a margin of 0 % or less. Without a cost, the source's price is used.
   */
  belowCost: z._default(z.boolean(), true),
  /** Lowest allowed margin, in percent; null: not checked. */
  marginMin: z._default(z.nullable(Percent), null),
  /**
   * Largest allowed change of a price from what is listed now, up or down, and largest amount by which a store's rules
   * may put a price below the product's own; both in percent. Null: neither is checked.
   */
  jumpMax: z._default(z.nullable(Percent), '50'),
  /**
   * Stops a product that is not in the store yet and is out of stock. For a product that is already there, the stock is
   * always sent.
   */
  emptyStock: z._default(z.boolean(), true),
  /** Risks that a person may release for one run. */
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

/**
 * Creates the risk check for these settings. It returns everything that stops a product, in the order of `riskCodes`;
 * [] lets the product pass.
 */
export function riskCheck(settings: RiskSettings): (product: Product, facts: RiskFacts) => Risk[] {
  const findBanned = wordFinder(settings.bannedWords);
  const findBrand = wordFinder(settings.brands);
  return (product, facts) => {
    const texts = settings.bannedWords.length + settings.brands.length > 0 ? textsOf(product) : [];
    const found = [
      wordRisk('risk.banned-word', texts, findBanned),
      wordRisk('risk.brand', texts, findBrand),
      settings.belowCost ? notAboveCost(product, facts) : null,
      settings.marginMin === null ? null : lowMargin(product, facts, settings.marginMin),
      // A product that is already in the store has a price that somebody chose; `risk.price-jump` checks its changes.
      facts.isThere || !needsMargin(settings) ? null : unknownMargin(product, facts),
      settings.jumpMax === null ? null : priceDrop(product, facts, settings.jumpMax),
      settings.jumpMax === null ? null : priceJump(product, facts, settings.jumpMax),
      settings.emptyStock && !facts.isThere && isEmpty(product) ? emptyStock : null,
    ];
    return found.filter((risk) => risk !== null);
  };
}

/** When the merchant checks no margin at all, costs are not needed either. */
function needsMargin({ belowCost, marginMin }: RiskSettings): boolean {
  return belowCost || marginMin !== null;
}

/** Returns the risks that were not released. */
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

/** Returns every text that shoppers or search engines may read, with its field. */
function textsOf(product: Product): [string, string][] {
  const { vendor, productType, seo, tags, options, attributes, categories, images } = product;
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
    ['images', lines(images.map(({ alt }) => alt))],
  ];
}

/** Reports whether no variant can be bought: its stock is zero or less, or it is sold out and its stock is unknown. */
function isEmpty({ variants }: Product): boolean {
  return variants.every(({ stock, available }) => (stock === null ? available === false : stock <= 0));
}
