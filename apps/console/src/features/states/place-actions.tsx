import type { ListingPlace, ListingStateRow } from '@bowerbird/contract/listing/states';
import { Button } from 'antd';
import { useMay } from '../../lib/person/session.ts';
import { useText } from '../../lib/text/text.ts';
import { useConfirm } from '../../ui/feedback/dialog.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { useUpdateInStores } from '../../ui/stores/use-update-in-stores.tsx';
import { useForget, useListAgain, useStoreAction } from './queries.ts';
import { useReportRuns } from './use-report-runs.ts';

interface PlaceActionsProps {
  row: ListingStateRow;
  place: ListingPlace;
  store: string;
  onDone(): void;
}

type Action = 'again' | 'update' | 'forget' | 'delist' | 'relist' | 'remove';

const actionsOf: Record<ListingPlace['state'], Action[]> = {
  waiting: [],
  sent: [],
  verifying: [],
  listed: ['delist', 'remove'],
  changed: ['update', 'delist', 'remove'],
  drift: ['delist', 'remove'],
  refused: ['again'],
  conflict: ['again'],
  gone: ['again', 'forget'],
  delisted: ['relist', 'remove'],
};

/** The possible actions on a product in its state. */
export function PlaceActions({ row, place, store, onDone }: PlaceActionsProps) {
  const text = useText();
  const may = useMay();
  const confirm = useConfirm();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const reportRuns = useReportRuns();
  const again = useListAgain();
  const forget = useForget();
  const act = useStoreAction();
  const update = useUpdateInStores();
  const { productId } = row;
  const { storeId, state, listingId } = place;
  const allowed = {
    again: may('listing', 'add'),
    update: may('listing', 'add'),
    forget: may('listing', 'edit'),
    delist: may('listing', 'edit'),
    relist: may('listing', 'edit'),
    remove: may('listing', 'delete'),
  };
  const actions = actionsOf[state].filter((each) => allowed[each]);
  if (actions.length === 0) {
    return null;
  }
  const begin = async (one: Action) => {
    try {
      if (one === 'again' && (state === 'refused' || state === 'conflict' || state === 'gone')) {
        reportRuns(await again.mutateAsync({ what: state, storeIds: [storeId], productIds: [productId] }));
      } else if (one === 'update') {
        if (!(await update.begin({ selection: { ids: [productId] }, storeIds: [storeId] }))) {
          return;
        }
      } else if (one === 'forget' && listingId !== null) {
        await forget.mutateAsync([listingId]);
        toast({ text: text('places.forgotten') });
      } else if (one === 'delist' || one === 'relist' || one === 'remove') {
        const sure =
          one !== 'remove' ||
          (await confirm({
            title: text('places.remove.sure', { store }),
            confirm: text('places.act.remove'),
            danger: true,
          }));
        if (!sure) {
          return;
        }
        const { runId } = await act.mutateAsync({ act: one, productId, storeId });
        reportRuns({ runIds: [runId], products: 1 });
      }
      onDone();
    } catch (thrown) {
      reportFailure(thrown);
    }
  };
  const busy = again.isPending || update.busy || forget.isPending || act.isPending;
  return (
    <div className="states-actions">
      {actions.map((each, at) => (
        <Button
          key={each}
          type={at === 0 && (each === 'again' || each === 'update') ? 'primary' : 'default'}
          danger={each === 'remove'}
          disabled={busy}
          onClick={() => void begin(each)}
        >
          {each === 'update'
            ? text('update.act')
            : text(each === 'again' && state === 'gone' ? 'places.act.fromScratch' : `places.act.${each}`)}
        </Button>
      ))}
    </div>
  );
}
