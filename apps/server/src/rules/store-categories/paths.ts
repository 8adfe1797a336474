import { pathKey } from '@bowerbird/catalog/listing-rules/mapping';
import type { StoreCategory } from '@bowerbird/platforms/listing/store/categories';

/** One category of a store by its path, as it is stored and offered. */
export interface CategoryEntry {
  path: string[];
  productCount: number | null;
}

/** Limits of what a store's rules can name: longer paths and names could never be chosen. */
const pathMax = 12;
const nameMax = 255;

/**
 * Returns the categories by path: parents before their children, siblings by name, each path once. Categories without a
 * name, or under an ancestor that was not read, are left out.
 */
export function entriesOf(categories: readonly StoreCategory[]): CategoryEntry[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const paths = new Map<string, string[] | null>();
  const pathOf = (id: string, below: ReadonlySet<string>): string[] | null => {
    const known = paths.get(id);
    const category = byId.get(id);
    if (known !== undefined || category === undefined || below.has(id)) {
      return known ?? null;
    }
    const name = category.name.trim();
    const above = category.parentId === null ? [] : pathOf(category.parentId, new Set([...below, id]));
    const fits = name !== '' && name.length <= nameMax && above !== null && above.length < pathMax;
    const path = fits ? [...above, name] : null;
    paths.set(id, path);
    return path;
  };
  const byKey = new Map<string, CategoryEntry>();
  for (const { id, productCount } of byId.values()) {
    const path = pathOf(id, new Set());
    const key = path && pathKey(path);
    if (path && key !== null && !byKey.has(key)) {
      byKey.set(key, { path, productCount });
    }
  }
  return [...byKey.values()].toSorted((one, other) => comparePaths(one.path, other.path));
}

const byName = new Intl.Collator('en', { numeric: true });

function comparePaths(one: readonly string[], other: readonly string[]): number {
  for (const [at, name] of one.entries()) {
    const against = other[at];
    if (against === undefined) {
      return 1;
    }
    const order = byName.compare(name, against);
    if (order !== 0) {
      return order;
    }
  }
  return one.length - other.length;
}
