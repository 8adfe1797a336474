import type {
  LedgerEntry,
  StoredCollection,
  StoredDefinition,
  StoredMedia,
  StoredProduct,
  Write,
  Writer,
} from '../admin/record.ts';
import { BulkState } from '../bulk/bulk-state.ts';

const firstId = 9_000_000_000_001;

/** An asynchronous write, and its result once it was applied. */
interface SetOperation {
  begun: number;
  ended: { productId: number | null; userErrors: unknown[] } | null;
}

/**
 * The state of one store, with the indexes that make a handle and a unique metafield value unique. Every change is
 * reported to `onChange` before the write is answered, so that a file of entries survives whatever kills the process.
 */
export class Ledger {
  readonly products = new Map<number, StoredProduct>();
  readonly media = new Map<number, StoredMedia>();
  readonly collections = new Map<number, StoredCollection>();
  readonly definitions = new Map<number, StoredDefinition>();
  readonly history: Write[] = [];
  /** Asynchronous writes and how each ended; not kept over a restart. */
  readonly operations = new Map<string, SetOperation>();
  readonly bulk = new BulkState();
  readonly idempotent = new Map<string, { requested: string; answer: unknown }>();
  onChange: (entry: LedgerEntry) => void;
  /** Increases with every change. */
  version = 0;
  /** How many variants the store holds. */
  variantCount = 0;
  #nextId = firstId;
  readonly #idByHandle = new Map<string, number>();
  readonly #idByUniqueValue = new Map<string, number>();
  readonly #idByVariant = new Map<number, number>();
  readonly #mediaByName = new Map<string, number>();
  #late: { at: number; work: (at: number) => void }[] = [];

  constructor(onChange: (entry: LedgerEntry) => void = () => {}) {
    this.onChange = onChange;
  }

  /** Restores entries written earlier, without reporting them again. */
  restore(entries: Iterable<LedgerEntry>): void {
    const stated = this.onChange;
    this.onChange = () => {};
    for (const entry of entries) {
      this.#take(entry);
    }
    this.onChange = stated;
  }

  newId(): number {
    this.#nextId += 1;
    return this.#nextId;
  }

  byHandle(handle: string): StoredProduct | null {
    return this.#found(this.#idByHandle.get(handle));
  }

  byUniqueValue(namespace: string, key: string, value: string): StoredProduct | null {
    return this.#found(this.#idByUniqueValue.get(uniqueName(namespace, key, value)));
  }

  /** Returns the product that has a variant, or a variant's inventory item, of this id. */
  productOfVariant(variantOrItemId: number): StoredProduct | null {
    return this.#found(this.#idByVariant.get(variantOrItemId));
  }

  variantsMadeSince(at: number): number {
    let made = 0;
    for (const product of this.products.values()) {
      made += product.variants.filter(({ createdAt }) => createdAt >= at).length;
    }
    return made;
  }

  mediaNamed(filename: string): StoredMedia | null {
    return this.media.get(this.#mediaByName.get(filename) ?? -1) ?? null;
  }

  definition(namespace: string, key: string): StoredDefinition | null {
    for (const definition of this.definitions.values()) {
      if (definition.namespace === namespace && definition.key === key) {
        return definition;
      }
    }
    return null;
  }

  /** Returns the value of the product's first unique metafield: the key it was listed under. */
  keyOf(product: StoredProduct): string | null {
    const keyed = product.metafields.find(
      ({ namespace, key }) => this.definition(namespace, key)?.uniqueValues,
    );
    return keyed?.value ?? null;
  }

  save(product: StoredProduct, by: Writer, action: Write['action'], at: number): void {
    this.#change({ kind: 'product', product });
    this.#stated(product, by, action, at);
  }

  remove(product: StoredProduct, by: Writer, at: number): void {
    this.#stated(product, by, 'delete', at);
    this.#change({ kind: 'product-gone', id: product.id });
  }

  saveMedia(media: StoredMedia): void {
    this.#change({ kind: 'media', media });
  }

  saveCollection(collection: StoredCollection): void {
    this.#change({ kind: 'collection', collection });
  }

  saveDefinition(definition: StoredDefinition): void {
    this.#change({ kind: 'definition', definition });
  }

  saveIdempotent(key: string, requested: string, answer: unknown): void {
    this.#change({ kind: 'idempotent', key, requested, answer });
  }

  /** Schedules work for a later time: a request that arrived but is applied late. */
  later(at: number, work: (at: number) => void): void {
    this.#late.push({ at, work });
    this.#late.sort((one, other) => one.at - other.at);
  }

  /** Applies what is due by now. Called before every request and every read from outside. */
  catchUp(now: number): void {
    for (let due = this.#late[0]; due && due.at <= now; due = this.#late[0]) {
      this.#late.shift();
      due.work(due.at);
    }
  }

  #change(entry: LedgerEntry): void {
    this.#take(entry);
    this.onChange(entry);
  }

  #stated({ id, handle }: StoredProduct, by: Writer, action: Write['action'], at: number): void {
    const product = this.products.get(id);
    const key = product ? this.keyOf(product) : null;
    this.#change({ kind: 'write', write: { at, by, action, productId: id, handle, key } });
  }

  #take(entry: LedgerEntry): void {
    this.version += 1;
    switch (entry.kind) {
      case 'product':
        this.#unindex(entry.product.id);
        this.products.set(entry.product.id, entry.product);
        this.#index(entry.product);
        break;
      case 'product-gone':
        this.#unindex(entry.id);
        this.products.delete(entry.id);
        break;
      case 'media':
        this.media.set(entry.media.id, entry.media);
        this.#mediaByName.set(entry.media.filename, entry.media.id);
        this.#seen(entry.media.id);
        break;
      case 'collection':
        this.collections.set(entry.collection.id, entry.collection);
        this.#seen(entry.collection.id);
        break;
      case 'definition':
        this.definitions.set(entry.definition.id, entry.definition);
        this.#seen(entry.definition.id);
        break;
      case 'write':
        this.history.push(entry.write);
        this.#seen(entry.write.productId);
        break;
      case 'idempotent':
        this.idempotent.set(entry.key, { requested: entry.requested, answer: entry.answer });
        break;
    }
  }

  #index(product: StoredProduct): void {
    this.#idByHandle.set(product.handle, product.id);
    for (const name of this.#uniqueNames(product)) {
      // A merchant's copy carries the same value; look-ups still find the first holder.
      if (!this.#idByUniqueValue.has(name)) {
        this.#idByUniqueValue.set(name, product.id);
      }
    }
    this.variantCount += product.variants.length;
    for (const { id, itemId } of product.variants) {
      this.#idByVariant.set(id, product.id);
      this.#idByVariant.set(itemId, product.id);
    }
    const inside = [
      product.id,
      ...product.options.flatMap((option) => [option.id, ...option.values.map((value) => value.id)]),
      ...product.variants.flatMap((variant) => [
        variant.id,
        variant.itemId,
        ...variant.metafields.map(({ id }) => id),
      ]),
      ...product.metafields.map(({ id }) => id),
    ];
    for (const id of inside) {
      this.#seen(id);
    }
  }

  #unindex(id: number): void {
    const former = this.products.get(id);
    if (!former) {
      return;
    }
    this.#idByHandle.delete(former.handle);
    this.variantCount -= former.variants.length;
    for (const { id: variantId, itemId } of former.variants) {
      this.#idByVariant.delete(variantId);
      this.#idByVariant.delete(itemId);
    }
    for (const name of this.#uniqueNames(former)) {
      if (this.#idByUniqueValue.get(name) === id) {
        this.#idByUniqueValue.delete(name);
      }
    }
  }

  #uniqueNames(product: StoredProduct): string[] {
    return product.metafields
      .filter(({ namespace, key }) => this.definition(namespace, key)?.uniqueValues)
      .map(({ namespace, key, value }) => uniqueName(namespace, key, value));
  }

  #found(id: number | undefined): StoredProduct | null {
    return id === undefined ? null : (this.products.get(id) ?? null);
  }

  #seen(id: number): void {
    this.#nextId = Math.max(this.#nextId, id);
  }
}

function uniqueName(namespace: string, key: string, value: string): string {
  return `${namespace}.${key}=${value}`;
}
