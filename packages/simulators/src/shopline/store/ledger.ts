import { keyOf, type StoredProduct } from './record.ts';

/**
 * What a store does with a handle that another product has; it is not documented (`shopline/readme.md`, Uniqueness).
 */
export type HandleRule = 'refused' | 'suffixed' | 'doubled';

export interface StoredCollection {
  number: number;
  title: string;
  handle: string;
  products: number[];
}

/** State of one simulated store: products, manual collections, and the inventory of each variant at each location. */
export class ShoplineLedger {
  readonly products = new Map<number, StoredProduct>();
  readonly collections = new Map<number, StoredCollection>();
  /** Inventory, by `variant at location`. */
  readonly levels = new Map<string, number>();
  readonly history: {
    action: 'create' | 'update' | 'remove';
    number: number;
    key: string | null;
    at: number;
  }[] = [];
  /** Changes whenever the state does. */
  version = 0;
  #late: { at: number; work: (at: number) => void }[] = [];
  #last = 900_000_000;

  nextNumber(): number {
    this.#last += 1;
    return this.#last;
  }

  put(product: StoredProduct, now: number): StoredProduct {
    const action = this.products.has(product.number) ? 'update' : 'create';
    this.products.set(product.number, product);
    this.history.push({ action, number: product.number, key: keyOf(product), at: now });
    this.version += 1;
    return product;
  }

  remove(product: StoredProduct, now: number): void {
    this.products.delete(product.number);
    for (const collection of this.collections.values()) {
      collection.products = collection.products.filter((number) => number !== product.number);
    }
    this.history.push({ action: 'remove', number: product.number, key: keyOf(product), at: now });
    this.version += 1;
  }

  /** Returns the handle that a product gets; null when the store refuses one that is taken. */
  handleFor(wanted: string, except: number, rule: HandleRule): string | null {
    const isHeld = (handle: string) =>
      [...this.products.values()].some((each) => each.handle === handle && each.number !== except);
    if (!isHeld(wanted) || rule === 'doubled') {
      return wanted;
    }
    let number = 1;
    while (isHeld(`${wanted}-${number}`)) {
      number += 1;
    }
    return rule === 'refused' ? null : `${wanted}-${number}`;
  }

  addCollection(title: string, handle: string): StoredCollection {
    const collection = { number: this.nextNumber(), title, handle, products: [] };
    this.collections.set(collection.number, collection);
    this.version += 1;
    return collection;
  }

  addToCollection(collection: StoredCollection, product: number): void {
    collection.products = [...new Set([...collection.products, product])];
    this.version += 1;
  }

  takeFromCollection(collection: StoredCollection, product: number): void {
    collection.products = collection.products.filter((number) => number !== product);
    this.version += 1;
  }

  setLevel(variant: number, location: string, inventory: number): void {
    this.levels.set(`${variant} at ${location}`, inventory);
    this.version += 1;
  }

  /** Returns a variant's inventory at all locations. */
  inventoryOf(variant: number): number {
    let inventory = 0;
    for (const [place, count] of this.levels) {
      inventory += place.startsWith(`${variant} at `) ? count : 0;
    }
    return inventory;
  }

  /** Schedules work for a later time: a request that arrived but is applied late. */
  later(at: number, work: (at: number) => void): void {
    this.#late.push({ at, work });
    this.#late.sort((one, other) => one.at - other.at);
  }

  /** Runs all work that is due by now. Called before every request and every inspection. */
  catchUp(now: number): void {
    for (let due = this.#late[0]; due && due.at <= now; due = this.#late[0]) {
      this.#late.shift();
      due.work(due.at);
    }
  }
}
