import type { CollectedRow } from '@bowerbird/contract/collect/collected';
import { useHref } from 'react-router';
import { usePage } from '../../../lib/page.ts';
import { useText } from '../../../lib/text/text.ts';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { useCopy } from '../../../ui/text/use-copy.ts';

/** Returns the menu actions of a collected product's row or card. */
export function useResultActions(): (row: CollectedRow) => RowAction[] {
  const text = useText();
  const page = usePage();
  const copy = useCopy();
  const base = useHref('/collect/results');
  return ({ id, url, productId }) => [
    { key: 'open', label: text('row.open'), onAction: () => page.open(`/collect/results/${id}`) },
    {
      key: 'source',
      label: text('row.openSource'),
      onAction: () => void open(url, '_blank', 'noopener,noreferrer'),
    },
    ...(productId === null
      ? []
      : [
          {
            key: 'product',
            label: text('products.open'),
            onAction: () => page.open(`/products/${productId}`),
          },
        ]),
    {
      key: 'link',
      after: true,
      label: text('row.copyLink'),
      onAction: () => copy(`${location.origin}${base}/${id}`),
    },
    { key: 'address', label: text('row.copySource'), onAction: () => copy(url) },
  ];
}
