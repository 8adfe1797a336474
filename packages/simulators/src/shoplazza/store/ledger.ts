/** Who wrote a product. */
export type Writer = 'app' | 'merchant' | 'unmanaged';

/** A product as the store keeps it; times in milliseconds since 1970. */
export interface StoredProduct {
  id: number;
  title: string;
  brief: string;
  description: string;
  published: boolean;
  requiresShipping: boolean;
  taxable: boolean;
  tags: string[];
  vendor: string;
  productType: string;
  note: string;
  seo: { title: string; description: string; keywords: string[] };
  handle: string;
  onlyDefaultVariant: boolean;
  needVariantImage: boolean;
  inventoryTracking: boolean;
  inventoryPolicy: string;
  spu: string;
  options: { id: number; name: string; values: string[] }[];
  images: StoredImage[];
  variants: StoredVariant[];
  collections: number[];
  /** Token with which the creating request was sent. */
  token: string | null;
  by: Writer;
  createdAt: number;
  updatedAt: number;
  publishedAt: number | null;
}

export interface StoredImage {
  id: number;
  /** The address it was fetched from. */
  source: string;
  alt: string;
}

export interface StoredVariant {
  id: number;
  /** One value per option. */
  values: string[];
  price: string;
  compareAtPrice: string;
  cost: string;
  sku: string;
  barcode: string;
  quantity: number;
  weight: string;
  weightUnit: string;
  /** Address of its own image. */
  image: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface StoredCollection {
  id: number;
  title: string;
  handle: string;
  createdAt: number;
}

/** One write as the store received it. */
export interface Write {
  at: number;
  by: Writer;
  action: 'create' | 'update' | 'delete';
  productId: number;
  key: string | null;
}

/** Larger than every number of the practice products. */
const firstId = 8_200_000_000_000;

/** Returns our key that a product has as its SPU; null for any other SPU. */
export function keyIn({ spu }: Pick<StoredProduct, 'spu'>): string | null {
  return /^bb-[a-z2-7]{16}$/.test(spu) ? spu : null;
}

/** State of one simulated store: products, collections, request tokens, and pending work. */
export class LazzaLedger {
  readonly products = new Map<number, StoredProduct>();
  readonly collections = new Map<number, StoredCollection>();
  /** The product that each token created; kept after the product is deleted. */
  readonly tokens = new Map<string, number>();
  readonly history: Write[] = [];
  /** Changes with every change. */
  version = 0;
  #lastId = firstId;
  readonly #idsByHandle = new Map<string, Set<number>>();
  #late: { at: number; work: (at: number) => void }[] = [];

  newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  save(product: StoredProduct, by: Writer, action: 'create' | 'update', at: number): StoredProduct {
    this.#forget(product.id);
    this.products.set(product.id, product);
    const holders = this.#idsByHandle.get(product.handle) ?? new Set();
    this.#idsByHandle.set(product.handle, holders.add(product.id));
    if (product.token !== null && action === 'create' && !this.tokens.has(product.token)) {
      this.tokens.set(product.token, product.id);
    }
    this.#stated(product, by, action, at);
    return product;
  }

  remove(product: StoredProduct, by: Writer, at: number): void {
    this.#forget(product.id);
    this.products.delete(product.id);
    this.#stated(product, by, 'delete', at);
  }

  addCollection(title: string, at: number): StoredCollection {
    const id = this.newId();
    const held = new Set([...this.collections.values()].map(({ handle }) => handle));
    const handle = this.#free(slugOf(title), (one) => held.has(one));
    const collection = { id, title, handle, createdAt: at };
    this.collections.set(id, collection);
    this.version += 1;
    return collection;
  }

  /**
   * Returns a free handle; one that is taken gets four letters of the store's own (`shoplazza/readme.md`, Uniqueness:
   * `asd` became `asd-bkpq`).
   */
  freeHandle(wanted: string, except = 0, always = false): string {
    const isHeld = (handle: string) =>
      [...(this.#idsByHandle.get(handle) ?? [])].some((id) => id !== except) || (always && handle === wanted);
    return this.#free(wanted, isHeld);
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

  #free(wanted: string, isHeld: (handle: string) => boolean): string {
    let free = wanted;
    for (let turn = this.#lastId; isHeld(free); turn += 1) {
      free = `${wanted}-${letters(turn)}`;
    }
    return free;
  }

  #forget(id: number): void {
    this.#idsByHandle.get(this.products.get(id)?.handle ?? '')?.delete(id);
  }

  #stated(product: StoredProduct, by: Writer, action: Write['action'], at: number): void {
    this.version += 1;
    this.history.push({ at, by, action, productId: product.id, key: keyIn(product) });
  }
}

/** Returns the handle made from a title. */
export function slugOf(title: string): string {
  const slug = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return slug === '' ? 'product' : slug.slice(0, 200);
}

function letters(number: number): string {
  return Array.from({ length: 4 }, (_, place) =>
    String.fromCharCode(97 + (Math.floor((number * 7919) / 26 ** place) % 26)),
  ).join('');
}
