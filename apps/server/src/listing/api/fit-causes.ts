import { remedyFor } from '@bowerbird/catalog/listing-rules/remedies';
import type { checkListing } from '@bowerbird/contract/listing/listing';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { ForShop } from '../../rules/ruling.ts';

type FitCause = AnswerOf<typeof checkListing>['causes'][number];
type Found = Pick<FitCause, 'kind' | 'code' | 'params' | 'repaired' | 'released'>;

/** A cause while products are added. */
interface Counted extends FitCause {
  /** The product added last. */
  lastId: string;
  byStore: Map<string, number>;
}

/** The most products named with a cause; its count covers all. */
const namedMax = 100;

/**
 * Collects why products do not go into their stores as they are, by cause over all stores: a product is counted once
 * for each cause, no matter how many stores it concerns. Products are added one after another, each with all of its
 * stores.
 */
export class FitCauses {
  readonly #causes = new Map<string, Counted>();

  /** Adds the result of one store for a product. */
  add(
    storeId: string,
    productId: string,
    { risks, stopped, unfit, repaired }: Pick<ForShop, 'risks' | 'stopped' | 'unfit' | 'repaired'>,
  ): void {
    const found: Found[] = [
      ...risks.map((risk) => ({
        kind: 'stopped' as const,
        code: risk.code,
        params: risk.params,
        repaired: false,
        released: !stopped.includes(risk),
      })),
      ...unfit.map(({ kind, code, params }) => ({ kind, code, params, repaired: false, released: false })),
      ...repaired.map(({ kind, code, params }) => ({ kind, code, params, repaired: true, released: false })),
    ];
    for (const each of found) {
      this.#addOne(storeId, productId, each);
    }
  }

  /** Returns the causes, each kind's most frequent first. */
  answer(): FitCause[] {
    return [...this.#causes.values()]
      .map(({ lastId: _lastId, byStore, ...cause }) => ({
        ...cause,
        stores: [...byStore].map(([storeId, count]) => ({ storeId, count })),
      }))
      .sort((one, other) => other.products - one.products);
  }

  #addOne(storeId: string, productId: string, found: Found): void {
    const { kind, code, params, repaired, released } = found;
    // The limit of a risk may differ by product: it is still one cause.
    const name = [kind, code, kind === 'stopped' ? '' : (params.field ?? ''), repaired, released].join(' ');
    const cause: Counted = this.#causes.get(name) ?? {
      ...found,
      products: 0,
      productIds: [],
      stores: [],
      remedy: kind === 'stopped' ? null : remedyFor({ code, params }),
      lastId: '',
      byStore: new Map(),
    };
    this.#causes.set(name, cause);
    cause.byStore.set(storeId, (cause.byStore.get(storeId) ?? 0) + 1);
    if (cause.lastId !== productId) {
      cause.lastId = productId;
      cause.products += 1;
      if (cause.productIds.length < namedMax) {
        cause.productIds.push(productId);
      }
    }
  }
}
