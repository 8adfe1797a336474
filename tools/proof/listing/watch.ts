import type { Product } from '@bowerbird/catalog/product';
import type { Fault, FaultKind } from '@bowerbird/simulators/simulation-faults';
import type { ProofClock } from './clock.ts';
import { differing, type Field } from './fields/field.ts';
import type { SimulatedPlatform, SimulatedProduct, SimulatedStore } from './judge/simulated-view.ts';
import { mayBeCalled, mayHoldFormer, mayLackImages } from './lenient.ts';

/** What a watch knows of the wanted state. */
export interface Wanted {
  /** Returns our product that is listed under this key; null for a key under which nothing is listed (yet). */
  productOf(key: string): string | null;
  /** Returns every edition of a product so far, newest first. */
  editionsOf(productId: string): readonly Product[];
}

interface Seen {
  key: string | null;
  isShown: boolean;
  /** When it became visible, by the round's monotonic clock; null while it is not. */
  shownAt: number | null;
}

/**
 * Checks a store whenever a request has been applied to it, whatever happened to its answer and however late it came:
 * shoppers may never see two copies of one product of ours, and never an incomplete one. A request that is applied to
 * several products counts as one.
 */
export class StoreWatch {
  /** One sentence for each thing that shoppers saw and should never have seen. */
  readonly wrong = new Set<string>();
  /** Number of store states checked. */
  looks = 0;
  /**
   * Our database forgot what it had sent: without draft-first and without a kept key, such a product remains as a
   * visible duplicate and is reported by the certificate (`docs/proofs.md`).
   */
  isForgetful = false;
  readonly #simulated: SimulatedPlatform;
  readonly #store: SimulatedStore;
  readonly #wanted: Wanted;
  readonly #clock: Pick<ProofClock, 'monotonic'>;
  readonly #seen = new Map<string, Seen>();
  readonly #changed = new Set<string>();
  /** Copies seen beside another; checked again, each is the same copy. */
  readonly #doubles = new Set<string>();
  /** By the store's id: the state that nothing may take the product out of, and why. */
  readonly #held = new Map<string, { state: SimulatedProduct['state']; because: string }>();
  #isDue = false;

  constructor(
    simulated: SimulatedPlatform,
    store: SimulatedStore,
    wanted: Wanted,
    clock: Pick<ProofClock, 'monotonic'>,
  ) {
    this.#clock = clock;
    this.#simulated = simulated;
    this.#store = store;
    this.#wanted = wanted;
    store.watch((id) => {
      this.#changed.add(id);
      if (!this.#isDue) {
        this.#isDue = true;
        queueMicrotask(() => this.look());
      }
    });
    // The state before the next application is checked first.
    const { faults } = store.simulation;
    const injectFault = faults.injectFault.bind(faults);
    faults.injectFault = (kind: FaultKind, text?: string): Fault | null => {
      this.look();
      return injectFault(kind, text);
    };
  }

  /** From now on, the product of this store id may be in no other state; `because` ends the sentence that reports it. */
  hold(id: string, state: SimulatedProduct['state'], because: string): void {
    this.look();
    this.#held.set(id, { state, because });
  }

  /** From now on, the product may be in any state again. */
  release(id: string): void {
    this.look();
    this.#held.delete(id);
  }

  /** Returns when shoppers began to see a product of ours, in milliseconds of the round's clock; null where they do not. */
  shownAt(id: string): number | null {
    this.look();
    return this.#seen.get(id)?.shownAt ?? null;
  }

  /** Checks what was changed since the last look. */
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
    const shownAt = isShown ? (before?.shownAt ?? this.#clock.monotonic()) : null;
    this.#seen.set(id, { key: isOurs ? product.key : null, isShown, shownAt });
    const held = this.#held.get(id);
    if (held && product?.state !== held.state) {
      this.wrong.add(
        `${id} became ${product?.state ?? 'lost'}, and was to stay ${held.state}: ${held.because}`,
      );
    }
    if (isShown) {
      this.#judgeWhole(product, before?.isShown !== true);
    }
  }

  #countShown(id: string): void {
    const { key = null, isShown = false } = this.#seen.get(id) ?? {};
    const shown = [...this.#seen].filter(([, seen]) => seen.isShown && seen.key === key);
    if (key !== null && isShown && shown.length > 1) {
      // If the store accepts a key twice and draft-first is off, the store's own duplicate is repaired, not prevented.
      this.#doubles.add(shown.map(([one]) => one).join());
      if (this.#doubles.size > this.#allowedDoubles()) {
        this.wrong.add(
          `shoppers saw ${shown.length} of ${key} at once: ${shown.map(([one]) => one).join(', ')}`,
        );
      }
    }
  }

  #allowedDoubles(): number {
    const { lister } = this.#simulated.platform;
    const isKept = lister?.features.storeSideKey || lister?.features.publication === 'draft-first';
    if (!isKept && this.isForgetful) {
      return Number.POSITIVE_INFINITY;
    }
    return isKept ? 0 : (this.#store.simulation.faults.hits.get('twice') ?? 0);
  }

  #judgeWhole(product: SimulatedProduct, isNew: boolean): void {
    const { fields, platform } = this.#simulated;
    const { faults } = this.#store.simulation;
    const { hits } = faults;
    const productId = this.#wanted.productOf(product.key ?? '');
    const editions = productId === null ? [] : this.#wanted.editionsOf(productId);
    const isPartial =
      (hits.get('partial') ?? 0) > 0 && platform.lister?.features.publication !== 'draft-first';
    if (editions.length === 0 || isPartial) {
      return;
    }
    const wanted = editions.map((edition) => fields.wanted(edition));
    const isFree = (field: Field) =>
      !isNew && (fields.between.includes(field) || mayHoldFormer(field, faults));
    // Compared field by field, because the store's own copy of an older request may have overwritten a newer one.
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

/** Returns a text that is short enough for a line. */
export function shortened(text: string | undefined): string {
  return text === undefined ? 'nothing' : text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
