import type { ProductFilter, Selection } from '@bowerbird/contract/products/products';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { conditionsOf } from '../../../lib/data/product-filter.ts';
import { handOver } from '../../../lib/kept/handed-selection.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { useCollectAgain } from '../../../ui/stores/use-collect-again.ts';
import { useRestore } from '../../../ui/stores/use-restore.ts';
import { useUpdateInStores } from '../../../ui/stores/use-update-in-stores.tsx';
import { BulkAction, BulkBar } from '../../../ui/table/bulk-bar.tsx';
import type { SelectionState } from '../../../ui/table/use-selection.ts';
import { MarkDialog } from '../marks/mark-dialog.tsx';
import { useDeleteProducts } from '../queries.ts';
import { handPickedMax, toSelection } from './chosen.ts';
import { InStores } from './in-stores.tsx';
import { useBulkKey } from './use-bulk-key.ts';

interface ProductsBulkBarProps {
  selection: SelectionState;
  filter: ProductFilter;
  total: number;
  /** Whether `total` is all of them; otherwise there are more. */
  isCounted: boolean;
  /** Some of the selected products were changed since they were listed, or may have been. */
  changed: boolean;
}

/** Actions on the selected products. */
export function ProductsBulkBar({ selection, filter, total, isCounted, changed }: ProductsBulkBarProps) {
  const text = useText();
  const may = useMay();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const remove = useDeleteProducts();
  const restore = useRestore();
  const again = useCollectAgain();
  const update = useUpdateInStores();
  const chosen = toSelection(selection, filter);
  const [marking, setMarking] = useState<{ selection: Selection; count: number } | null>(null);

  const take = (path: string) => {
    if (chosen === null) {
      toast({ text: text('products.bulk.tooMany', { max: handPickedMax }), state: 'partial' });
      return;
    }
    handOver(chosen, selection.count);
    void navigate(path);
  };
  /** Sources are only re-collected for products selected one by one. */
  const readAgain = () => {
    if (chosen === null || 'filter' in chosen) {
      toast({ text: text('recollect.again.tooMany', { max: handPickedMax }), state: 'partial' });
      return;
    }
    again.mutate({ what: { productIds: chosen.ids } });
  };
  const updateInStores = async () => {
    if (chosen === null) {
      toast({ text: text('products.bulk.tooMany', { max: handPickedMax }), state: 'partial' });
    } else if (await update.begin({ selection: chosen })) {
      selection.clear();
    }
  };
  /** Confirms with the number to delete, and again if the server's count has changed. */
  const confirmDelete = async (count: number) => {
    if (chosen === null) {
      toast({ text: text('products.bulk.tooMany', { max: handPickedMax }), state: 'partial' });
      return;
    }
    const sure = await confirm({
      title: text('products.delete.title', { n: count }),
      content: text('products.delete.content'),
      confirm: text('products.delete.confirm', { n: count }),
      danger: true,
    });
    if (sure) {
      remove.mutate(
        { selection: chosen, expected: count },
        {
          onError: (thrown) => {
            const { code, params } = CallFailure.from(thrown);
            if (code === 'selection.changed' && typeof params.count === 'number' && params.count > 0) {
              void confirmDelete(params.count);
            } else {
              reportFailure(thrown);
            }
          },
          onSuccess: ({ deleted, binId }) => {
            selection.clear();
            toast({
              text: text('products.deleted', { n: deleted }),
              state: 'complete',
              onUndo: () => restore.mutate({ binId }),
            });
          },
        },
      );
    }
  };
  useBulkKey(may('products', 'edit') && selection.count > 0, () => take('/products/bulk'));
  return (
    <BulkBar
      selection={selection}
      total={total}
      isCounted={isCounted}
      filtered={conditionsOf(filter).length > 0}
      main={
        may('listing', 'add') && (
          <BulkAction main icon={<Icon name="tag" />} onClick={() => take('/form/step-form')}>
            {text('products.bulk.list')}
          </BulkAction>
        )
      }
    >
      {may('products', 'edit') && (
        <BulkAction icon={<Icon name="edit" />} onClick={() => take('/products/bulk')}>
          {text('products.bulk.edit')}
        </BulkAction>
      )}
      {may('products', 'edit') && (
        <BulkAction icon={<Icon name="columns" />} onClick={() => take('/products/grid')}>
          {text('products.bulk.grid')}
        </BulkAction>
      )}
      {may('products', 'edit') && (
        <BulkAction
          icon={<Icon name="folder" />}
          onClick={() => {
            if (chosen === null) {
              toast({ text: text('products.bulk.tooMany', { max: handPickedMax }), state: 'partial' });
            } else {
              setMarking({ selection: chosen, count: selection.count });
            }
          }}
        >
          {text('marks.act')}
        </BulkAction>
      )}
      {marking !== null && <MarkDialog {...marking} onClose={() => setMarking(null)} />}
      {may('products', 'export') && (
        <BulkAction icon={<Icon name="export" />} onClick={() => take('/products/export')}>
          {text('products.bulk.export')}
        </BulkAction>
      )}
      <InStores
        count={selection.count}
        take={() => {
          if (chosen === null) {
            toast({ text: text('products.bulk.tooMany', { max: handPickedMax }), state: 'partial' });
          }
          return chosen;
        }}
      />
      {changed && may('listing', 'add') && (
        <BulkAction
          icon={<StateGlyph state="changed" size={15} />}
          disabled={update.busy}
          onClick={() => void updateInStores()}
        >
          {text('update.act')}
        </BulkAction>
      )}
      {may('collect', 'add') && (
        <BulkAction icon={<Icon name="refresh" />} disabled={again.isPending} onClick={readAgain}>
          {text('recollect.again')}
        </BulkAction>
      )}
      {may('products', 'delete') && (
        <BulkAction
          icon={<Icon name="trash" />}
          disabled={remove.isPending}
          onClick={() => void confirmDelete(selection.count)}
        >
          {text('products.bulk.delete')}
        </BulkAction>
      )}
    </BulkBar>
  );
}
