import type { ProductRow } from '@bowerbird/contract/products/products';
import { duplicateProduct } from '@bowerbird/contract/products/products';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useHref } from 'react-router';
import { call } from '../../../lib/api/call.ts';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { useUpdateInStores } from '../../../ui/stores/use-update-in-stores.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { useCopy } from '../../../ui/text/use-copy.ts';
import { MarkDialog } from '../marks/mark-dialog.tsx';
import { productKeys } from '../queries.ts';
import { NoteDialog } from './note-dialog.tsx';

/** With more stores than this, they are not offered one by one. */
const storesMax = 6;

/** Returns the menu actions of a product's row, and their dialog. */
export function useProductActions(): { actionsOf(row: ProductRow): RowAction[]; dialog: ReactNode } {
  const text = useText();
  const may = useMay();
  const page = usePage();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const cache = useQueryClient();
  const copy = useCopy();
  const base = useHref('/products');
  const update = useUpdateInStores();
  const [noted, setNoted] = useState<ProductRow | null>(null);
  const [marked, setMarked] = useState<ProductRow | null>(null);
  const duplicate = useMutation({
    mutationFn: ({ id }: ProductRow) =>
      call(duplicateProduct, { params: { id }, body: { suffix: text('row.duplicate.suffix') } }),
    onError: reportFailure,
    onSuccess: ({ id, product }) => {
      void cache.invalidateQueries({ queryKey: productKeys.lists });
      void cache.invalidateQueries({ queryKey: productKeys.queues });
      toast({
        state: 'complete',
        text: text('row.duplicated', { title: product.title }),
        onSee: () => page.open(`/products/${id}`),
      });
    },
  });

  const actionsOf = (row: ProductRow): RowAction[] => {
    const { id, sku, sourceUrl, listings } = row;
    const inStores = listings.flatMap(({ storeId, storeName, address }) =>
      address === null ? [] : [{ storeId, storeName, address }],
    );
    const isChanged = listings.some(({ state }) => state === 'changed');
    return [
      { key: 'open', label: text('products.open'), onAction: () => page.open(`/products/${id}`) },
      ...(sourceUrl === null
        ? []
        : [{ key: 'source', label: text('row.openSource'), onAction: () => openOutside(sourceUrl) }]),
      ...inStores.slice(0, storesMax).map(({ storeId, storeName, address }) => ({
        key: `store ${storeId}`,
        label: text('row.openInStore', { store: storeName }),
        onAction: () => openOutside(address),
      })),
      ...(isChanged && may('listing', 'add')
        ? [
            {
              key: 'update',
              label: text('update.act'),
              onAction: () => void update.begin({ selection: { ids: [id] } }),
            },
          ]
        : []),
      {
        key: 'link',
        after: true,
        label: text('row.copyLink'),
        onAction: () => copy(`${location.origin}${base}/${id}`),
      },
      ...(sku === null ? [] : [{ key: 'sku', label: text('row.copySku'), onAction: () => copy(sku) }]),
      ...(may('products', 'add')
        ? [
            {
              key: 'duplicate',
              after: true,
              label: text('row.duplicate'),
              onAction: () => duplicate.mutate(row),
            },
          ]
        : []),
      ...(may('products', 'edit')
        ? [
            {
              key: 'note',
              label: text(row.marks.note === null ? 'row.note.add' : 'row.note.edit'),
              onAction: () => setNoted(row),
            },
            { key: 'marks', label: text('marks.act'), onAction: () => setMarked(row) },
          ]
        : []),
    ];
  };
  const dialog = (
    <>
      <NoteDialog row={noted} onClose={() => setNoted(null)} />
      {marked !== null && (
        <MarkDialog selection={{ ids: [marked.id] }} count={1} onClose={() => setMarked(null)} />
      )}
    </>
  );
  return { actionsOf, dialog };
}

function openOutside(address: string): void {
  open(address, '_blank', 'noopener,noreferrer');
}
