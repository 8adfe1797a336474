import type { QueueCounts } from '@bowerbird/contract/products/products';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useMay } from '../person/session.ts';

/** Returns how many products are in each work queue, of one source platform or of all; undefined until known. */
export function useQueueCounts(platform?: string): QueueCounts | undefined {
  const may = useMay();
  const { data } = useQuery({
    // Under the query key of products, so that changes of a product refresh the counts.
    queryKey: ['products', 'queues', platform ?? null],
    queryFn: async ({ signal }) => {
      // Loaded on demand: the frame shows these counts, too, and needs no more of the product schema.
      const { getProductQueues } = await import('@bowerbird/contract/products/products');
      return await call(getProductQueues, { query: platform === undefined ? {} : { platform } }, { signal });
    },
    enabled: may('products', 'query'),
    staleTime: 15_000,
    refetchInterval: 60_000,
  });
  return data;
}
