import { faultNumber } from '../../../simulation-faults.ts';
import type { AdminContext } from '../../admin/admin-context.ts';
import type { StoredProduct } from '../../admin/record.ts';

/** Search arguments of a list of products. */
export interface Search {
  query?: string | null;
  sortKey?: string | null;
}

/**
 * Lists or searches products as the store's index knows them, oldest first; with `stale-reads` the newest are missing.
 */
export function searchedProducts(
  { query, sortKey }: Search,
  { ledger, faults, text, now }: AdminContext,
): StoredProduct[] {
  const stale = faults.injectFault('stale-reads', text);
  const until = stale ? now - faultNumber(stale, 10_000) : Number.POSITIVE_INFINITY;
  const known = [...ledger.products.values()].filter(({ createdAt }) => createdAt <= until);
  const terms = (query ?? '').match(/(?:[\w.]+:)?(?:"[^"]*"|'[^']*'|\S+)/g) ?? [];
  const found = known.filter((product) => terms.every((term) => term === 'AND' || fits(product, term)));
  return found.sort(orders[sortKey ?? 'ID'] ?? byId);
}

const byId = (one: StoredProduct, other: StoredProduct) => one.id - other.id;
const orders: Record<string, (one: StoredProduct, other: StoredProduct) => number> = {
  CREATED_AT: (one, other) => one.createdAt - other.createdAt || byId(one, other),
  UPDATED_AT: (one, other) => one.updatedAt - other.updatedAt || byId(one, other),
  TITLE: (one, other) => one.title.localeCompare(other.title) || byId(one, other),
};

function fits(product: StoredProduct, term: string): boolean {
  const { field = '', value = '' } =
    /^(?:(?<field>[\w.]+):)?["']?(?<value>.*?)["']?$/.exec(term)?.groups ?? {};
  const wanted = value.toLowerCase();
  switch (field) {
    case 'handle':
      return product.handle === wanted;
    case 'sku':
      return product.variants.some(({ sku }) => sku?.toLowerCase() === wanted);
    case 'status':
      return wanted.split(',').includes(product.status.toLowerCase());
    case 'vendor':
      return product.vendor.toLowerCase() === wanted;
    case 'tag':
      return product.tags.some((tag) => tag.toLowerCase() === wanted);
    case 'id':
      return String(product.id) === wanted;
    default:
      return product.title.toLowerCase().includes(wanted);
  }
}
