import type { Product } from '@bowerbird/catalog/product';
import type { CategoryNode, CollectScope } from '@bowerbird/contract/collect/collect';
import type { AppError } from '@bowerbird/contract/errors';
import type { PlatformContext } from '../context.ts';
import type { Visit } from '../net/http.ts';
import type { CollectRequest, Skipped } from './collector.ts';

/** What an address of a shop names. */
export interface Place {
  /** Root of the shop, without a trailing slash: "https://shop.example/en-ca". */
  root: string;
  /** Host (and port) as given; the products are stored under this name. */
  shop: string;
  scope: Exclude<CollectScope, 'list'>;
  /** Key of the product or category within the shop, or the search text; null for the whole shop. */
  key: string | null;
}

/** A category as the shop names it. */
export interface Category {
  id: string;
  /** Key within the shop, as in an address. */
  key: string;
  name: string;
  /** Path in the category tree, from the top, including itself. */
  path: string[];
  /** The shop's own count; null when it gives none. */
  promised: number | null;
  /** Search text, when this is a search of the shop and not a category; the path is then empty. */
  search?: string;
}

/** One page of a list of unread products, or the notice that the shop gives no more. */
export type ListPage = { kind: 'items'; items: readonly unknown[]; skipped: Skipped[] } | { kind: 'capped' };

/** One open shop: the platform-specific part. The way through a shop is the same for all platforms. */
export interface ShopReader {
  readonly visit: Visit;
  /** May change once, before anything is read: to the shop's permanent address, where its lists are open. */
  root: string;
  /** Number of products that the shop states; null when it states none or was not queried yet. */
  promised: number | null;
  /** Number of products of a list that are read and saved together; default a whole page. */
  partSize?: number;
  /** Sends the requests that reading a whole shop starts with, when opening the shop did not send them. */
  begin?(): Promise<void>;
  /** Returns the id and key of a product as a list sends it; null for a missing one. */
  identityOf(item: unknown): { id: string | null; key: string | null };
  /**
   * Yields pages of all products, or of a category's, in order from this page on; ends after the last one, or with the
   * notice that the list is capped. Absent when shops of this kind have no lists: then their sitemap and pages are the
   * only way. Returns null for a category (a search) without a list.
   */
  pages?(
    category: Category | null,
    from: number,
    expected: number | null,
  ): AsyncIterable<{ page: number; answer: ListPage }> | null;
  /**
   * Reads the products of a list's items, in order; each is read or skipped with a named error. May request data that a
   * list leaves out.
   */
  read(items: readonly unknown[], categories: string[][]): Promise<(Product | Skipped)[]>;
  /** Reads one product. Throws its read error. */
  readOne(key: string): Promise<Product>;
  productAddress(key: string): string;
  categoryAddress(key: string): string;
  /** Returns every category, in the shop's order. Throws what the requests throw. */
  categories(): Promise<Category[]>;
  /** Returns the category with this key; null when the shop has no data about it. */
  findCategory(key: string): Promise<Category | null>;
  /** Returns the keys of all products in the sitemap. Throws what the requests throw. */
  sitemap(): Promise<string[]>;
  /** Returns the keys of the products on a category page as shoppers see it; absent when there are no such pages. */
  keysOnPage?(category: Category, page: number): Promise<string[]>;
  /**
   * Returns the page of all products, in place of a category, with the count it promises: for shops whose lists are
   * closed and whose sitemap names none. The page may turn out to be missing. Absent when there never is one.
   */
  everything?(): Promise<Category>;
  /** Returns the search text of a key, when the key contains more: the address of a list with its filters. */
  wordsOf?(key: string): string;
  /** Returns another root of the same shop where the refused lists are open; null when there is none. */
  elsewhere?(refusal: AppError): Promise<string | null>;
}

/** Optional requests of a run. */
export type Wishes = Pick<CollectRequest, 'stock'>;

/** How the shops of one platform are read. */
export interface ShopDialect {
  /**
   * Returns the address of a shop's search results for this text. A dialect that has this function also reads a
   * `Category` with `search`.
   */
  searchAddress?(shop: URL, words: string): URL;
  /**
   * Returns what an address names, without sending a request; what the user or the page itself stated takes precedence.
   */
  place(url: URL, said?: Place['scope']): Place;
  /**
   * The same when only a page of the shop shows which of its host's shops the address names; may request one. When
   * omitted, the address alone is used.
   */
  locate?(url: URL, said: Place['scope'] | undefined, visit: Visit): Promise<Place>;
  /** Opens a shop for reading; its requests are sent once per run. */
  open(place: Place, visit: Visit, wishes?: Wishes): Promise<ShopReader>;
  /** Returns what a person sees before collecting, with two requests; `visit` is the one that found the place. */
  preview(
    place: Place,
    context: PlatformContext,
    visit?: Visit,
  ): Promise<{ products: Product[]; promised: number | null }>;
}

/** Returns what an address names; sends a request when the dialect needs one. */
export async function placeOf(
  dialect: ShopDialect,
  url: URL,
  said: Place['scope'] | undefined,
  visit: Visit,
): Promise<Place> {
  return (await dialect.locate?.(url, said, visit)) ?? dialect.place(url, said);
}

/** Returns categories as a tree, by their paths; a category whose parent the shop did not give is placed at the top. */
export function categoryTree(
  categories: readonly Category[],
  address: (key: string) => string,
): CategoryNode[] {
  const top: CategoryNode[] = [];
  const byPath = new Map<string, CategoryNode>();
  const nodes = categories.map(({ id, key, name, path, promised }) => {
    const node: CategoryNode = { id, name, promised, address: address(key), children: [] };
    byPath.set(path.join('\n'), node);
    return { node, path };
  });
  for (const { node, path } of nodes) {
    const parent = path.length > 1 ? byPath.get(path.slice(0, -1).join('\n')) : undefined;
    (parent === undefined || parent === node ? top : parent.children).push(node);
  }
  return top;
}
