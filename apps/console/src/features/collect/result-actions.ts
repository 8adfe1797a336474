import type { CollectedRow } from '@bowerbird/contract/collected';
import { useHref } from 'react-router';
import { usePage } from '../../lib/page.ts';
import { useText } from '../../lib/text.ts';
import type { RowAction } from '../../ui/row-actions.tsx';
import { useCopy } from '../../ui/use-copy.ts';

/** What the menu of a collected product's row or card offers. */
export function useResultActions(): (row: CollectedRow) => RowAction[] {
  const text = useText();
  const page = usePage();
  const copy = useCopy();
  const base = useHref('/collect/results');
  return ({ id, url, productId }) => [
    { key: 'open', label: text('row.open'), onAct: () => page.open(`/collect/results/${id}`) },
    {
      key: 'source',
      label: text('row.openSource'),
      onAct: () => void open(url, '_blank', 'noopener,noreferrer'),
    },
    ...(productId === null
      ? []
      : [{ key: 'product', label: text('products.open'), onAct: () => page.open(`/products/${productId}`) }]),
    {
      key: 'link',
      after: true,
      label: text('row.copyLink'),
      onAct: () => copy(`${location.origin}${base}/${id}`),
    },
    { key: 'address', label: text('row.copySource'), onAct: () => copy(url) },
  ];
}
