import { keyOf, type StoredProduct } from './record.ts';

/** What a store makes of a handle that another product holds; nobody wrote which it is (`readme.md`, Uniqueness). */
export type HandleRule = 'refused' | 'suffixed' | 'doubled';

export interface StoredCollection {
  number: number;
  title: string;
  handle: string;
  products: number[];
}

/** The books of one store: products, manual collections, and the pieces of each variant at each location. */
export class ShoplineLedger {
  readonly products = new Map<number, StoredProduct>();
  readonly collections = new Map<number, StoredCollection>();
  /** Pieces, by `variant at location`. */
  readonly levels = new Map<string, number>();
  readonly history: {
    action: 'create' | 'update' | 'remove';
    number: number;
    key: string | null;
    at: number;
  }[] = [];
  /** Changes whenever the books do. */
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

  /** The handle that a product gets; null where its store refuses one that is held. */
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

  setLevel(variant: number, location: string, pieces: number): void {
    this.levels.set(`${variant} at ${location}`, pieces);
    this.version += 1;
  }

  /** Pieces of a variant at all locations. */
  piecesOf(variant: number): number {
    let pieces = 0;
    for (const [place, count] of this.levels) {
      pieces += place.startsWith(`${variant} at `) ? count : 0;
    }
    return pieces;
  }

  /** Has work done at a later time: a request that arrived but is applied late. */
  later(at: number, work: (at: number) => void): void {
    this.#late.push({ at, work });
    this.#late.sort((one, other) => one.at - other.at);
  }

  /** Does what was due by now. Asked before every request and every look from outside. */
  catchUp(now: number): void {
    for (let due = this.#late[0]; due && due.at <= now; due = this.#late[0]) {
      this.#late.shift();
      due.work(due.at);
    }
  }
}
