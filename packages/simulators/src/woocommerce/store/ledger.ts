import { freeSlug, slugOf } from '../../store/wordpress-slug.ts';
import type {
  StoredAttribute,
  StoredFile,
  StoredProduct,
  StoredTerm,
  StoredValue,
  Taxonomy,
} from './record.ts';

/** The category of products without another one. */
export const uncategorised = 15;

/**
 * Returns the key of ours that a product carries, as its mark or, while it is a draft, as its slug; null for any other.
 */
export function keyOf({ meta, slug, parent }: StoredProduct): string | null {
  const mark = meta.find(({ key }) => key === '_bowerbird_key')?.value;
  const bySlug = /^(bb-[a-z2-7]{16})(?:-\d+)?(?:__trashed)?$/.exec(slug)?.[1];
  return parent !== 0 ? null : typeof mark === 'string' ? mark : (bySlug ?? null);
}

/** The state of one WooCommerce store. Products, variations and files take their ids from one sequence. */
export class WooLedger {
  readonly products = new Map<number, StoredProduct>();
  readonly files = new Map<number, StoredFile>();
  readonly attributes = new Map<number, StoredAttribute>();
  /** Values of those attributes. */
  readonly values = new Map<number, StoredValue>();
  readonly terms = new Map<number, StoredTerm>([
    [
      uncategorised,
      { id: uncategorised, taxonomy: 'product_cat', name: 'Uncategorized', slug: 'uncategorized', parent: 0 },
    ],
  ]);
  /** Everything that an app ever created or removed. */
  readonly history: { action: 'create' | 'remove'; id: number; key: string | null; at: number }[] = [];
  /** Changes with every write. */
  version = 0;
  #late: { at: number; work: (at: number) => void }[] = [];
  #last = 20;
  #lastMeta = 100;

  nextId(): number {
    this.version += 1;
    this.#last += 1;
    return this.#last;
  }

  nextMetaId(): number {
    this.#lastMeta += 1;
    return this.#lastMeta;
  }

  put(product: StoredProduct): void {
    this.version += 1;
    this.products.set(product.id, product);
  }

  /** Returns the variations outside the trash. */
  variationsOf(id: number): StoredProduct[] {
    return this.allVariationsOf(id).filter(({ status }) => status !== 'trash');
  }

  allVariationsOf(id: number): StoredProduct[] {
    return [...this.products.values()].filter(({ parent }) => parent === id);
  }

  /** Returns the holder of a SKU outside the trash; variations count (`woocommerce/readme.md`, Uniqueness). */
  holderOfSku(sku: string, except: number): StoredProduct | null {
    return this.#holder(({ id, sku: held }) => held === sku && id !== except, false);
  }

  holderOfGtin(gtin: string, except: number): StoredProduct | null {
    return this.#holder(({ id, gtin: held }) => held === gtin && id !== except, false);
  }

  /** A product in the trash keeps its line in the lookup table, and so its SKU. */
  trashedHolderOfSku(sku: string, except: number): StoredProduct | null {
    return this.#holder(({ id, sku: held }) => held === sku && id !== except, true);
  }

  /** Drafts keep the slug that they are given; a visible product gets a unique one. */
  slugFor(product: StoredProduct, wanted: string): string {
    const isHidden = ['draft', 'pending', 'auto-draft', 'trash'].includes(product.status);
    const slug = slugOf(wanted);
    if (isHidden) {
      return slug;
    }
    const held = (one: string) =>
      [...this.products.values()].some(
        ({ id, slug: other, parent }) => id !== product.id && parent === 0 && other === one,
      );
    return freeSlug(slug === '' ? slugOf(product.name) || String(product.id) : slug, held, 2);
  }

  /** Moves a product to the trash, with its variations (from memory: its `trash_post`), which can be switched. */
  trash(product: StoredProduct, now: number, { leavesVariations = false } = {}): void {
    for (const variation of leavesVariations ? [] : this.variationsOf(product.id)) {
      this.put({ ...variation, status: 'trash', modified: now });
    }
    const slug = product.slug === '' ? '' : `${product.slug.slice(0, 191)}__trashed`;
    this.put({ ...product, status: 'trash', slug, modified: now });
  }

  /** Deletes a product permanently, with its variations. */
  remove(product: StoredProduct, now: number): void {
    for (const variation of this.allVariationsOf(product.id)) {
      this.products.delete(variation.id);
    }
    this.products.delete(product.id);
    this.version += 1;
    this.history.push({ action: 'remove', id: product.id, key: keyOf(product), at: now });
  }

  /** Adds a file; a second one of the same name gets a number of its own (`woocommerce/readme.md`, Images). */
  addFile(name: string, title: string, alt: string, now: number, slug: string | null = null): StoredFile {
    const [, stem = name, ending = ''] = /^(.*?)(\.[a-z\d]+)?$/i.exec(name) ?? [];
    const taken = new Set([...this.files.values()].map((file) => file.name));
    const free = freeSlug(stem, (one) => taken.has(one + ending), 1);
    const file: StoredFile = {
      id: this.nextId(),
      name: free + ending,
      slug: slugOf(slug ?? free),
      title: title || free + ending,
      alt,
      created: now,
    };
    this.files.set(file.id, file);
    return file;
  }

  addTerm(taxonomy: Taxonomy, name: string, slug: string | null, parent: number): StoredTerm {
    const held = (one: string) =>
      [...this.terms.values()].some((term) => term.taxonomy === taxonomy && term.slug === one);
    const term: StoredTerm = {
      id: this.nextId(),
      taxonomy,
      name,
      slug: freeSlug(slugOf(slug ?? name), held, 2),
      parent,
    };
    this.terms.set(term.id, term);
    return term;
  }

  termNamed(taxonomy: Taxonomy, name: string, parent: number): StoredTerm | null {
    const found = [...this.terms.values()].find(
      (term) =>
        term.taxonomy === taxonomy &&
        term.name.toLowerCase() === name.toLowerCase() &&
        term.parent === parent,
    );
    return found ?? null;
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

  #holder(holds: (product: StoredProduct) => boolean, inTrash: boolean): StoredProduct | null {
    const isIn = ({ status, parent }: StoredProduct) =>
      status === 'trash' || this.products.get(parent)?.status === 'trash';
    return [...this.products.values()].find((one) => holds(one) && isIn(one) === inTrash) ?? null;
  }
}
