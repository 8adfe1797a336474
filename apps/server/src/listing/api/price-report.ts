import { createHash } from 'node:crypto';
import { addPrices, comparePrices, dividePrice, multiplyPrice } from '@bowerbird/catalog/pricing/price';
import type { Product } from '@bowerbird/catalog/product';
import { leastMargin, marginsOf, type VariantMargin } from '@bowerbird/catalog/risk/margins';
import type { RiskFacts } from '@bowerbird/catalog/risk/risks';
import { type PriceSample, priceSampleMax, type StorePrices } from '@bowerbird/contract/listing/prices';
import type { StoredProduct } from '../../products/list/selection.ts';
import { Best } from './best-price.ts';

/** The most products sampled to show how much their price changes. */
const changesMax = 3;

/** Collects at what prices products would go into one store; holds no more products than it shows. */
export class PriceReport {
  readonly #spans = new Map<string | null, { min: string; max: string; count: number }>();
  readonly #before: number[] = [];
  readonly #after: number[] = [];
  #unknown = 0;
  readonly #cheapest = new Best<PriceSample>(1);
  readonly #dearest = new Best<PriceSample>(1);
  readonly #lowestMargin = new Best<PriceSample>(1);
  readonly #changes = new Best<PriceSample>(changesMax);
  readonly #others = new Best<PriceSample>(priceSampleMax);

  /** Adds a product that goes into the store: as the merchant has it, and as the store would receive it. */
  add({ id, product: own }: StoredProduct, product: Product, facts: RiskFacts): void {
    const margins = marginsOf(product, facts);
    const least = leastMargin(margins);
    if (least === null) {
      return;
    }
    const [min, max] = this.#span(product.currency, margins);
    if (least.cost === null) {
      this.#unknown += 1;
    }
    if (least.marginBefore !== null) {
      this.#before.push(Number(least.marginBefore));
    }
    if (least.marginAfter !== null) {
      this.#after.push(Number(least.marginAfter));
    }
    const sample = () => sampleOf(id, own, product, least, facts);
    this.#cheapest.offer(`-${min}`, id, sample);
    this.#dearest.offer(max, id, sample);
    if (least.marginAfter !== null) {
      this.#lowestMargin.offer(negative(least.marginAfter), id, sample);
    }
    const change = changeOf(least);
    if (comparePrices(change, '0') > 0) {
      this.#changes.offer(change, id, sample);
    }
    // Ranked by a hash of the id: spread over all products, and the same ones each time.
    this.#others.offer(String(createHash('sha256').update(id).digest().readUInt32BE()), id, sample);
  }

  answer(): StorePrices {
    const ranked = [this.#cheapest, this.#dearest, this.#lowestMargin, this.#changes, this.#others];
    const sample = new Map(ranked.flatMap((best) => best.items()).map((each) => [each.productId, each]));
    return {
      spans: [...this.#spans]
        .map(([currency, span]) => ({ currency, ...span }))
        .sort((one, other) => other.count - one.count),
      marginBefore: median(this.#before),
      marginAfter: median(this.#after),
      marginUnknown: this.#unknown,
      sample: [...sample.values()].slice(0, priceSampleMax),
    };
  }

  /** Returns the lowest and the highest price of one product, after counting them into those of the store. */
  #span(currency: string | null, margins: readonly VariantMargin[]): [string, string] {
    const prices = margins.flatMap(({ price }) => price ?? []);
    const [first = '0'] = prices;
    const min = prices.reduce((one, other) => (comparePrices(other, one) < 0 ? other : one), first);
    const max = prices.reduce((one, other) => (comparePrices(other, one) > 0 ? other : one), first);
    const held = this.#spans.get(currency);
    this.#spans.set(currency, {
      min: held && comparePrices(held.min, min) < 0 ? held.min : min,
      max: held && comparePrices(held.max, max) > 0 ? held.max : max,
      count: (held?.count ?? 0) + 1,
    });
    return [min, max];
  }
}

function sampleOf(
  productId: string,
  own: Product,
  product: Product,
  margin: VariantMargin,
  { listed }: RiskFacts,
): PriceSample {
  const variant = product.variants.find(({ id }) => id === margin.variantId);
  const price = listed?.prices[margin.variantId];
  return {
    productId,
    title: own.title,
    imageUrl: own.images[0]?.url ?? null,
    variant: variant?.optionValues.join(' / ') ?? '',
    ...margin,
    currency: product.currency,
    listed: price === undefined || price === null || !listed ? null : { price, currency: listed.currency },
  };
}

/** Returns by how many percent a price changes on its way into the store, up or down. */
function changeOf({ ownPrice, price }: VariantMargin): string {
  if (ownPrice === null || price === null || comparePrices(ownPrice, '0') === 0) {
    return '0';
  }
  const change = addPrices(price, multiplyPrice(ownPrice, '-1')).replace('-', '');
  return dividePrice(multiplyPrice(change, '100'), ownPrice, 2);
}

function negative(decimal: string): string {
  return decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`;
}

/** Returns the median of whole percents; of two middle values the lower one. */
function median(percents: readonly number[]): string | null {
  const middle = percents.toSorted((one, other) => one - other)[Math.floor((percents.length - 1) / 2)];
  return middle === undefined ? null : String(middle);
}
