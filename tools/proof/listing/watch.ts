import type { Product } from '@bowerbird/catalog/product';
import type { Fault, FaultKind } from '@bowerbird/platforms/simulation-faults';
import { differing, type Field } from './fields/field.ts';
import { mayBeCalled, mayHoldFormer, mayLackImages } from './lenient.ts';
import type { PlayedPlatform, PlayedProduct, PlayedStore } from './played-view.ts';

/** What a watch knows of what is wanted. */
export interface Wanted {
  /** Our product that is listed under this key; null for a key that nothing is listed under (yet). */
  productOf(key: string): string | null;
  /** Every edition of a product so far, the newest first. */
  editionsOf(productId: string): readonly Product[];
}

interface Seen {
  key: string | null;
  isShown: boolean;
}

/**
 * Looks at a store whenever a request has been applied to it, whatever became of its answer and however late it came: never may
 * shoppers see two of one product of ours, and never one that is not whole. Requests that are applied to more than one product count
 * as one.
 */
export class StoreWatch {
  /** One sentence for each thing that shoppers ever saw and were never to see. */
  readonly wrong = new Set<string>();
  /** How many states of the store were looked at. */
  looks = 0;
  /**
   * Our database forgot what it had sent: where nothing is hidden first and no key is kept, such a product stays as a second one, is seen,
   * and is told by the certificate (`docs/proofs.md`).
   */
  isForgetful = false;
  readonly #played: PlayedPlatform;
  readonly #store: PlayedStore;
  readonly #wanted: Wanted;
  readonly #seen = new Map<string, Seen>();
  readonly #changed = new Set<string>();
  /** Copies that stood beside another; looked at again, each is the same copy. */
  readonly #doubles = new Set<string>();
  #isDue = false;

  constructor(played: PlayedPlatform, store: PlayedStore, wanted: Wanted) {
    this.#played = played;
    this.#store = store;
    this.#wanted = wanted;
    store.watch((id) => {
      this.#changed.add(id);
      if (!this.#isDue) {
        this.#isDue = true;
        queueMicrotask(() => this.look());
      }
    });
    // Whatever is applied next, the state before it is looked at first.
    const { faults } = store.simulation;
    const strike = faults.strike.bind(faults);
    faults.strike = (kind: FaultKind, text?: string): Fault | null => {
      this.look();
      return strike(kind, text);
    };
  }

  /** Looks at what was changed since the last look. */
  look(): void {
    this.#isDue = false;
    if (this.#changed.size === 0) {
      return;
    }
    this.looks += 1;
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const id of changed) {
      this.#lookAt(id);
    }
    for (const id of changed) {
      this.#countShown(id);
    }
  }

  #lookAt(id: string): void {
    const product = this.#store.standing(id);
    const before = this.#seen.get(id);
    const isOurs = product?.by === 'us' && product.key !== null;
    const isShown = isOurs && product.state === 'shown';
    this.#seen.set(id, { key: isOurs ? product.key : null, isShown });
    if (isShown) {
      this.#judgeWhole(product, before?.isShown !== true);
    }
  }

  #countShown(id: string): void {
    const { key = null, isShown = false } = this.#seen.get(id) ?? {};
    const shown = [...this.#seen].filter(([, seen]) => seen.isShown && seen.key === key);
    if (key !== null && isShown && shown.length > 1) {
      // Where the store takes a key twice and nothing is hidden first, its own second copy is repaired, and not prevented.
      this.#doubles.add(shown.map(([one]) => one).join());
      if (this.#doubles.size > this.#allowedDoubles()) {
        this.wrong.add(
          `shoppers saw ${shown.length} of ${key} at once: ${shown.map(([one]) => one).join(', ')}`,
        );
      }
    }
  }

  #allowedDoubles(): number {
    const { lister } = this.#played.platform;
    const isKept = lister?.storeSideKey || lister?.hiddenFirst;
    if (!isKept && this.isForgetful) {
      return Number.POSITIVE_INFINITY;
    }
    return isKept ? 0 : (this.#store.simulation.faults.hits.get('twice') ?? 0);
  }

  #judgeWhole(product: PlayedProduct, isNew: boolean): void {
    const { fields, platform } = this.#played;
    const { faults } = this.#store.simulation;
    const { hits } = faults;
    const productId = this.#wanted.productOf(product.key ?? '');
    const editions = productId === null ? [] : this.#wanted.editionsOf(productId);
    const isHalf = (hits.get('half-made') ?? 0) > 0 && !platform.lister?.hiddenFirst;
    if (editions.length === 0 || isHalf) {
      return;
    }
    const wanted = editions.map((edition) => fields.wanted(edition));
    const isFree = (field: Field) =>
      !isNew && (fields.between.includes(field) || mayHoldFormer(field, faults));
    // Field by field, as the store's own copy of an older request may have landed on a newer one.
    const strange = fields.compared.filter(
      (field) =>
        !isFree(field) &&
        !wanted.some((one) => !differing(product.content, [one, ...wanted], fields).includes(field)) &&
        !mayBeCalled(field, product, wanted, hits) &&
        !mayLackImages(field, product.content, wanted, this.#store, hits),
    );
    for (const field of strange) {
      this.wrong.add(
        `shoppers saw "${product.title}" (${product.id}) with ${field} ${shortened(product.content[field])}, and that was never wanted but ${shortened(wanted[0]?.[field])}`,
      );
    }
  }
}

/** A text that is not too long for a line. */
export function shortened(text: string | undefined): string {
  return text === undefined ? 'nothing' : text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
