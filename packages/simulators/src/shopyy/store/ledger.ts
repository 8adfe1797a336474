import { freeSlug } from '../../store/wordpress-slug.ts';
import { keyIn, type StoredCollection, type StoredProduct, type Writer } from './record.ts';

/** The written part of a product; the store adds its numbers and its times. */
export type ProductChange = Omit<StoredProduct, 'id' | 'createdAt' | 'updatedAt' | 'by'>;

export interface HistoryEntry {
  action: 'create' | 'update' | 'remove';
  id: number;
  by: Writer;
  key: string | null;
  at: number;
}

const firstProduct = 10_300_000;

/**
 * State of one Shopyy shop: products and collections, with its rules for handles (`shopyy/readme.md`, Writing products;
 * Uniqueness).
 */
export class ShopyyLedger {
  readonly products = new Map<number, StoredProduct>();
  readonly collections = new Map<number, StoredCollection>();
  readonly history: HistoryEntry[] = [];
  /** Changes when the stored data change. */
  version = 0;
  #late: { at: number; work: (at: number) => void }[] = [];
  #lastProduct = firstProduct;
  #lastPart = 79_000_000;

  /** Returns a number for an option, a value, a variant or an image. */
  newPart(): number {
    this.#lastPart += 1;
    return this.#lastPart;
  }

  /** Creates a product. Never refuses a handle: one that is taken gets a suffix (`shopyy/readme.md`, Uniqueness). */
  create(change: ProductChange, by: Writer, now: number): StoredProduct {
    // Ids rise with gaps: the numbers are shared by all stores (fixtures).
    this.#lastProduct += 1 + ((this.#lastProduct * 7) % 40);
    const id = this.#lastProduct;
    const handle = this.#freeHandle(change.handle, id);
    return this.#save({ ...change, id, handle, createdAt: now, updatedAt: now, by }, 'create', by, now);
  }

  update(product: StoredProduct, change: ProductChange, by: Writer, now: number): StoredProduct {
    const handle = this.#freeHandle(change.handle, product.id);
    return this.#save({ ...product, ...change, handle, updatedAt: now }, 'update', by, now);
  }

  /** Deletes permanently: there is no trash (`shopyy/readme.md`, Writing products). */
  remove(product: StoredProduct, by: Writer, now: number): void {
    this.products.delete(product.id);
    this.#note('remove', product, by, now);
  }

  addCollection(title: string): StoredCollection {
    const id = 506_000 + this.collections.size + 1;
    const handle = title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
    const collection = { id, title, handle };
    this.collections.set(id, collection);
    this.version += 1;
    return collection;
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

  #freeHandle(handle: string, except: number): string {
    const held = (one: string) =>
      [...this.products.values()].some((other) => other.id !== except && other.handle === one);
    return freeSlug(handle, held, 1);
  }

  #save(product: StoredProduct, action: 'create' | 'update', by: Writer, now: number): StoredProduct {
    this.products.set(product.id, product);
    this.#note(action, product, by, now);
    return product;
  }

  #note(action: HistoryEntry['action'], product: StoredProduct, by: Writer, at: number): void {
    this.version += 1;
    this.history.push({ action, id: product.id, by, key: keyIn(product), at });
  }
}
