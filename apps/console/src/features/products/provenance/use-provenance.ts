import type { ProductDetail } from '@bowerbird/contract/products/products';
import { getProductProvenance, type Provenance } from '@bowerbird/contract/products/provenance';
import type { AnswerOf } from '@bowerbird/contract/route';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';

export type ProductProvenance = AnswerOf<typeof getProductProvenance>;

/** Returns where every value of a product comes from, read once for each of its revisions. */
export function useProvenance(detail: Pick<ProductDetail, 'id' | 'revision'> | null) {
  return useQuery({
    queryKey: ['products', 'provenance', detail?.id, detail?.revision],
    queryFn: ({ signal }) => call(getProductProvenance, { params: { id: detail?.id ?? '' } }, { signal }),
    enabled: detail !== null,
    placeholderData: (before) => before,
  });
}

/**
 * Returns where the value at a path comes from: its own, that of the whole item it is part of (`variants/v3`), or that
 * with which the product was made. Of a field of several values, it is the newest of them.
 */
export function provenanceAt({ cells, made }: ProductProvenance, path: string): Provenance {
  const [field = '', key] = path.split('/');
  const own = cells[path] ?? (key === undefined ? undefined : cells[`${field}/${key}`]);
  if (own !== undefined || key !== undefined) {
    return own ?? made;
  }
  const parts = Object.entries(cells).filter(([each]) => each.startsWith(`${field}/`));
  return parts.map(([, each]) => each).toSorted((one, other) => other.at.localeCompare(one.at))[0] ?? made;
}
