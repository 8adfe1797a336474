import { listFileSources } from '@bowerbird/contract/files/imports';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../api/call.ts';
import { useMay } from '../person/session.ts';
import { useText } from '../text/text.ts';

const supplierId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Whether a shop is a supplier of files: its key is an id, not a host. */
export function isSupplier(shop: string): boolean {
  return supplierId.test(shop);
}

/** Returns the names of shops on screen: the host of a shop, the name of a supplier of files. */
export function useShopNames(shops: readonly string[]): (shop: string) => string {
  const text = useText();
  const may = useMay();
  const { data } = useQuery({
    queryKey: ['import', 'sources', 'names'],
    queryFn: ({ signal }) => call(listFileSources, { query: { limit: '100' } }, { signal }),
    enabled: shops.some(isSupplier) && may('products', 'import'),
    staleTime: 60_000,
  });
  return useMemo(() => {
    const names = new Map(data?.items.map(({ id, name }) => [id, name]));
    return (shop) => (isSupplier(shop) ? (names.get(shop) ?? text('import.supplier')) : shop);
  }, [data, text]);
}
