import type { Product } from '@bowerbird/catalog/product';
import type { ListerContext, StoreAccess } from './store/access.ts';
import type { StoredImage } from './stored-image.ts';
import type { Outcome } from './writes.ts';

/** An image to add to the library, named by its content: `bb-{16 of its SHA-256}.jpg`. */
export interface NewImage {
  name: string;
  /** MIME type, such as `image/jpeg`. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  alt: string;
}

/**
 * A store's own image library. It holds each content once, whichever products show it (`docs/listing-protocol.md`,
 * In-doubt attempts).
 */
export interface ImageLibrary {
  kind: 'library';
  /**
   * Reports whether these credentials give access to the library; without access, images are sent by their addresses.
   */
  opensTo(store: Pick<StoreAccess, 'connection'>): boolean;
  /**
   * Accepted MIME types. An image of any other type is converted to the first one, and made smaller, before it is sent.
   */
  types: readonly [string, ...string[]];
  bytesMax: number;
  sideMax: number;
  /** Returns those of the named images that the library holds. */
  find(
    names: readonly string[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Map<string, StoredImage>>;
  /**
   * Finds images of a product that a request had fetched into the store and that no product shows, where these
   * credentials do not open the library; the next write of the product uses them. Called before a product is written
   * again whose last write has an unknown outcome. Null where that cannot be found out. Reads only.
   */
  findStrays:
    | ((
        product: Pick<Product, 'images' | 'title' | 'handle'>,
        store: StoreAccess,
        context: ListerContext,
      ) => Promise<void>)
    | null;
  /** Adds one image, by one request that passes the send gate. `find` resolves an unknown outcome. */
  put(
    image: NewImage,
    store: StoreAccess,
    context: ListerContext,
  ): Promise<{ outcome: 'applied'; image: StoredImage } | Exclude<Outcome, { outcome: 'applied' }>>;
}

/** Something in the store that products refer to: a category by its path, a tag, or an attribute with its value. */
export interface Term {
  kind: 'category' | 'tag' | 'attribute';
  path: string[];
}

/** Returns a name for a term; equal terms have equal names. */
export function termName({ kind, path }: Term): string {
  return JSON.stringify([kind, ...path]);
}

/**
 * Terms that must exist before the products that refer to them: found, or created once. Every creating request has an
 * attempt and passes the send gate.
 */
export interface Terms {
  /**
   * The store itself keeps names unique: a term created twice, however late, still exists once. False where the store
   * would keep two.
   */
  namesAreUnique: boolean;
  /**
   * An update enters a product into its terms by a part of its request that the store may reject while it takes the
   * rest, so that the product's mark alone does not say that it was entered.
   */
  enteredApart: boolean;
  /** Returns the terms that this product refers to. */
  of(product: Product): Term[];
  /** Returns the ids of the terms; null for a term that does not exist. */
  find(terms: readonly Term[], store: StoreAccess, context: ListerContext): Promise<(string | null)[]>;
  /**
   * Creates a term whose parents exist; returns the id of an existing one. Throws an `AppError`. Its codes
   * `store.unreachable`, `store.unwell` and `store.rate-limited` leave open whether the term was created.
   */
  make(term: Term, parentId: string | null, store: StoreAccess, context: ListerContext): Promise<string>;
  /**
   * Publishes a created term to shoppers, by one request that passes the send gate. Idempotent. Null where a created
   * term is visible at once.
   */
  publish: ((id: string, store: StoreAccess, context: ListerContext) => Promise<void>) | null;
}
