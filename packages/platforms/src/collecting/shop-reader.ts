import type { Product } from '@bowerbird/catalog/product';
import type { CategoryNode, CollectScope } from '@bowerbird/contract/collect';
import type { AppError } from '@bowerbird/contract/errors';
import type { PlatformContext } from '../context.ts';
import type { Visit } from '../http.ts';
import type { CollectAsk, Skipped } from './collector.ts';

/** What an address of a shop names. */
export interface Place {
  /** Root of the shop, without a slash at the end: "https://shop.example/en-ca". */
  root: string;
  /** Host (and port) as it was given: under this name the goods are kept. */
  shop: string;
  scope: Exclude<CollectScope, 'list'>;
  /** Names the product or category within the shop, or holds the words of a search; null for the whole shop. */
  key: string | null;
}

/** A category as the shop names it. */
export interface Category {
  id: string;
  /** Names it within the shop, as an address does. */
  key: string;
  name: string;
  /** Where it hangs in the tree, from the top, itself included. */
  path: string[];
  /** The shop's own figure; null when it says none. */
  promised: number | null;
  /** Set where it is no category of the shop but what its search finds for these words; its path is then empty. */
  search?: string;
}

/** One page of a list of products, still unread; or the word that the shop gives no more than it gave. */
export type ListPage = { kind: 'items'; items: readonly unknown[]; skipped: Skipped[] } | { kind: 'capped' };

/** One open shop of a platform: what is particular to the platform. The way through it is the same for all. */
export interface ShopReader {
  readonly visit: Visit;
  /** May change once, before anything was read: to the shop's permanent address, where its lists are open. */
  root: string;
  /** How many products the shop says it has; null when it does not, or was not asked yet. */
  promised: number | null;
  /** As many products of a list are read and saved together; left out: a whole page. */
  partSize?: number;
  /** Asks what the reading of a whole shop begins with, where opening it did not. */
  begin?(): Promise<void>;
  /** The id and key of a product as a list sends it; null for what is missing. */
  identityOf(item: unknown): { id: string | null; key: string | null };
  /**
   * Pages of all products, or of a category's, in order from this page on; it ends after the last, or with the word that
   * it is capped. Absent where shops of this kind have no lists: their sitemap and pages are the only way. Null for a
   * category (a search) that has none.
   */
  pages?(
    category: Category | null,
    from: number,
    expected: number | null,
  ): AsyncIterable<{ page: number; answer: ListPage }> | null;
  /** The products of a list's items, in order, each read or skipped by name. May ask the shop for what a list leaves out. */
  read(items: readonly unknown[], categories: string[][]): Promise<(Product | Skipped)[]>;
  /** One product alone. Throws what its reading throws. */
  readOne(key: string): Promise<Product>;
  productAddress(key: string): string;
  categoryAddress(key: string): string;
  /** Every category, in the shop's order. Throws what the requests throw. */
  categories(): Promise<Category[]>;
  /** The category of this key; null when the shop tells nothing of it. */
  findCategory(key: string): Promise<Category | null>;
  /** Keys of every product the sitemap names. Throws what the requests throw. */
  sitemap(): Promise<string[]>;
  /** Keys of the products on a page of a category as shoppers see it; absent where there are no such pages. */
  keysOnPage?(category: Category, page: number): Promise<string[]>;
  /**
   * The page of all products, in place of a category, with what it promises: for shops whose lists are closed and whose
   * sitemap names none. It may turn out not to be there. Absent where there never is one.
   */
  everything?(): Promise<Category>;
  /** The words of a search by its key, where the key is more than they: the address of a list with its filters. */
  wordsOf?(key: string): string;
  /** Another root of the same shop where the lists that were refused are open; null when there is none. */
  elsewhere?(refusal: AppError): Promise<string | null>;
}

/** What a run wants beside what every run gets. */
export type Wishes = Pick<CollectAsk, 'stock'>;

/** How the shops of one platform are read. */
export interface ShopDialect {
  /** The page that shows what a shop finds for these words. A dialect with it reads a `Category` with `search`, too. */
  searchAddress?(shop: URL, words: string): URL;
  /** What an address names, without asking anybody; what a person or the page itself said of it counts more. */
  place(url: URL, said?: Place['scope']): Place;
  /**
   * The same where only a page of the shop can tell which of its host's shops the address names; may ask for one. Left out,
   * the address alone tells it.
   */
  locate?(url: URL, said: Place['scope'] | undefined, visit: Visit): Promise<Place>;
  /** Opens a shop for reading; what is asked here is asked once in a run. */
  open(place: Place, visit: Visit, wishes?: Wishes): Promise<ShopReader>;
  /** What a person sees before collecting, in two requests; `visit` is the one that the place was found with. */
  preview(
    place: Place,
    context: PlatformContext,
    visit?: Visit,
  ): Promise<{ products: Product[]; promised: number | null }>;
}

/** What an address names, asked for where the dialect has to ask. */
export async function placeOf(
  dialect: ShopDialect,
  url: URL,
  said: Place['scope'] | undefined,
  visit: Visit,
): Promise<Place> {
  return (await dialect.locate?.(url, said, visit)) ?? dialect.place(url, said);
}

/** Categories as a tree, by their paths; one whose parent the shop did not tell stands at the top. */
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
