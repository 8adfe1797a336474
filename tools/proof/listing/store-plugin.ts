import type { Product } from '@bowerbird/catalog/product';
import { changedLister } from '@bowerbird/platforms/listing/changed-lister';
import type { SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import type { Reader } from '@bowerbird/platforms/listing/reader';
import type { Outcome, StoreFault, ToCreate } from '@bowerbird/platforms/listing/writes';
import type { Platform } from '@bowerbird/platforms/platform';
import type { KeyRegister } from './key-book.ts';

/** What the store reports of every product that it keeps otherwise. */
const differs: StoreFault = {
  code: 'store.field-not-kept',
  params: { field: 'title' },
  field: 'title',
  said: 'title: stored with another ending',
};

/**
 * A plugin of the store that rewrites some products whatever is sent of them. Such a product is never whole, however
 * often it is written, as WooCommerce reports it; everything else is the simulated store's own.
 */
export class StorePlugin {
  readonly #rewrites = new Map<string, (product: Product) => Product>();
  readonly #keys: Pick<KeyRegister, 'productOf'>;

  constructor(keys: Pick<KeyRegister, 'productOf'>) {
    this.#keys = keys;
  }

  /** From now on, the store keeps this product of ours as `rewritten` returns it. */
  rewrite(productId: string, rewritten: (product: Product) => Product): void {
    this.#rewrites.set(productId, rewritten);
  }

  /** The merchant removes the plugin: what is written from now on is kept as it is sent. */
  remove(): void {
    this.#rewrites.clear();
  }

  /** Returns the platform as its stores are with the plugin. */
  in(platform: Platform): Platform {
    const { lister } = platform;
    return lister ? { ...platform, lister: changedLister(lister, (own) => this.#changesTo(own)) } : platform;
  }

  #changesTo({ writer, reader }: Parameters<Parameters<typeof changedLister>[1]>[0]) {
    const { publish } = writer;
    return {
      writer: {
        create: async (items, ...where) =>
          this.#answered(items, await writer.create(this.#kept(items), ...where)),
        update: async (items, ...where) =>
          this.#answered(items, await writer.update(this.#kept(items), ...where)),
        publish: publish && ((items, ...where) => publish(this.#kept(items), ...where)),
      } satisfies Partial<typeof writer>,
      reader: this.#reading(reader),
    };
  }

  #reading(reader: Reader) {
    const seen = <Seen extends SeenProduct | null>(product: Seen): Seen =>
      product && this.#of(product.key) ? { ...product, partial: true as const } : product;
    return {
      look: async (...given) => (await reader.look(...given)).map((found) => found.map(seen)),
      lookByIds: async (...given) => (await reader.lookByIds(...given)).map(seen),
      async *fullScan(...given) {
        for await (const page of reader.fullScan(...given)) {
          yield page.map(seen);
        }
      },
    } satisfies Partial<Reader>;
  }

  #of(key: string | null): ((product: Product) => Product) | undefined {
    return this.#rewrites.get((key && this.#keys.productOf(key)) ?? '');
  }

  #kept<Item extends ToCreate>(items: readonly Item[]): Item[] {
    return items.map((item) => ({ ...item, product: this.#of(item.key)?.(item.product) ?? item.product }));
  }

  #answered(items: readonly ToCreate[], outcomes: readonly Outcome[]): Outcome[] {
    return outcomes.map((outcome, at) =>
      outcome.outcome === 'applied' && this.#of(items[at]?.key ?? null)
        ? { ...outcome, partial: outcome.partial ?? { step: 'the same', differs: [differs] } }
        : outcome,
    );
  }
}
