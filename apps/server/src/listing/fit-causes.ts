import { remedyFor } from '@bowerbird/catalog/listing-rules/remedies';
import type { checkListing } from '@bowerbird/contract/listing';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { ForShop } from '../rules/ruling.ts';

type FitCause = AnswerOf<typeof checkListing>['causes'][number];
type Found = Pick<FitCause, 'kind' | 'code' | 'params' | 'mended' | 'released'>;

/** A cause while products are added. */
interface Counted extends FitCause {
  /** The product added last. */
  lastId: string;
  byStore: Map<string, number>;
}

/** Products named with a cause; its count tells of all. */
const namedMax = 100;

/**
 * Collects why products do not go into their stores as they are, by cause over all stores: a product is counted once for each
 * cause, however many stores it concerns. Products come one after another, each with all of its stores.
 */
export class FitCauses {
  readonly #causes = new Map<string, Counted>();

  /** Adds what one store makes of a product. */
  add(
    storeId: string,
    productId: string,
    { risks, stopped, unfit, mended }: Pick<ForShop, 'risks' | 'stopped' | 'unfit' | 'mended'>,
  ): void {
    const found: Found[] = [
      ...risks.map((risk) => ({
        kind: 'stopped' as const,
        code: risk.code,
        params: risk.params,
        mended: false,
        released: !stopped.includes(risk),
      })),
      ...unfit.map(({ kind, code, params }) => ({ kind, code, params, mended: false, released: false })),
      ...mended.map(({ kind, code, params }) => ({ kind, code, params, mended: true, released: false })),
    ];
    for (const each of found) {
      this.#addOne(storeId, productId, each);
    }
  }

  /** The causes, each kind's most frequent first. */
  answer(): FitCause[] {
    return [...this.#causes.values()]
      .map(({ lastId: _lastId, byStore, ...cause }) => ({
        ...cause,
        stores: [...byStore].map(([storeId, count]) => ({ storeId, count })),
      }))
      .sort((one, other) => other.products - one.products);
  }

  #addOne(storeId: string, productId: string, found: Found): void {
    const { kind, code, params, mended, released } = found;
    // What the limit of a risk is may differ by product: it is one cause all the same.
    const name = [kind, code, kind === 'stopped' ? '' : (params.field ?? ''), mended, released].join(' ');
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
