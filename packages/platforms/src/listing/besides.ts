import type { Product } from '@bowerbird/catalog/product';
import type { ListerContext, StoreAccess } from './store.ts';
import type { Fate } from './writes.ts';

/** A picture in a store's own library. */
export interface StoredPicture {
  id: string;
  address: string;
}

/** A picture to be put there, named by its content: `bb-{16 of its SHA-256}.jpg`. */
export interface NewPicture {
  name: string;
  /** `image/jpeg` and the like. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  alt: string;
}

/** A store's own library of pictures: each content once, whatever product shows it (`docs/listing-protocol.md`, In-doubt attempts). */
export interface PictureLibrary {
  /** Whether these credentials open it; without it pictures go by their addresses. Absent: they always do. */
  opensTo?(store: Pick<StoreAccess, 'connection'>): boolean;
  /** What it takes; anything else is made into the first type, and smaller, before it is sent. */
  types: readonly [string, ...string[]];
  bytesMax: number;
  sideMax: number;
  /** Those of these names that are there. */
  find(
    names: readonly string[],
    store: StoreAccess,
    context: ListerContext,
  ): Promise<Map<string, StoredPicture>>;
  /** Puts one there, by one request and behind the gate. A doubt is settled by `find`. */
  put(
    picture: NewPicture,
    store: StoreAccess,
    context: ListerContext,
  ): Promise<{ fate: 'applied'; picture: StoredPicture } | Exclude<Fate, { fate: 'applied' }>>;
}

/** Something of the store that products name: a category by its path, a tag, an attribute with its value. */
export interface Term {
  kind: 'category' | 'tag' | 'attribute';
  path: string[];
}

/** One name for a term, the same for the same. */
export function termName({ kind, path }: Term): string {
  return JSON.stringify([kind, ...path]);
}

/** What products name must be there before: found, or made once; every request that makes has an attempt and passes the gate. */
export interface Terms {
  /** The store itself keeps names unique: made twice, however late, it is still one. Absent where it would keep two. */
  namesAreUnique?: true;
  /** What this product names. */
  of(product: Product): Term[];
  /** Their ids; null for what is not there. */
  find(terms: readonly Term[], store: StoreAccess, context: ListerContext): Promise<(string | null)[]>;
  /**
   * Makes one whose parents are there; one that is there already answers its id. Throws an `AppError`, of which
   * `store.unreachable`, `store.unwell` and `store.rate-limited` say nothing of whether it was made.
   */
  make(term: Term, parentId: string | null, store: StoreAccess, context: ListerContext): Promise<string>;
  /** Shows one that was made to shoppers, by one request behind the gate; done twice is done once. Absent where it is shown at once. */
  publish?(id: string, store: StoreAccess, context: ListerContext): Promise<void>;
}
