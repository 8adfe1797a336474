import type { QueueCounts } from '@bowerbird/contract/products';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { useMay } from './session.ts';

/** How many products are in each work queue, of one source platform or of all; undefined until that is known. */
export function useQueueCounts(platform?: string): QueueCounts | undefined {
  const may = useMay();
  const { data } = useQuery({
    // Under the key of products, so that what changes a product brings the counts up to date.
    queryKey: ['products', 'queues', platform ?? null],
    queryFn: async ({ signal }) => {
      // The frame shows these counts too, and needs no more of the shape of products.
      const { getProductQueues } = await import('@bowerbird/contract/products');
      return await call(getProductQueues, { query: platform === undefined ? {} : { platform } }, { signal });
    },
    enabled: may('products', 'query'),
    staleTime: 15_000,
    refetchInterval: 60_000,
  });
  return data;
}
