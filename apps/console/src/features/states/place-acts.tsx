import type { ListingPlace, ListingStateRow } from '@bowerbird/contract/listing-states';
import { Button } from 'antd';
import { useMay } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { useConfirm } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useTellFailure } from '../../ui/use-tell-failure.ts';
import { useUpdateInStores } from '../../ui/use-update-in-stores.tsx';
import { useForget, useListAgain, useStoreAct } from './queries.ts';
import { useTellRuns } from './use-tell-runs.ts';

interface PlaceActsProps {
  row: ListingStateRow;
  place: ListingPlace;
  store: string;
  onDone(): void;
}

type Act = 'again' | 'update' | 'forget' | 'delist' | 'relist' | 'remove';

const actsOf: Record<ListingPlace['state'], Act[]> = {
  waiting: [],
  sent: [],
  unsure: [],
  listed: ['delist', 'remove'],
  changed: ['update', 'delist', 'remove'],
  drift: ['delist', 'remove'],
  refused: ['again'],
  conflict: ['again'],
  gone: ['again', 'forget'],
  delisted: ['relist', 'remove'],
};

/** What can be done with a product where it stands so. */
export function PlaceActs({ row, place, store, onDone }: PlaceActsProps) {
  const text = useText();
  const may = useMay();
  const confirm = useConfirm();
  const toast = useToast();
  const tell = useTellFailure();
  const tellRuns = useTellRuns();
  const again = useListAgain();
  const forget = useForget();
  const act = useStoreAct();
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
  const acts = actsOf[state].filter((each) => allowed[each]);
  if (acts.length === 0) {
    return null;
  }
  const begin = async (one: Act) => {
    try {
      if (one === 'again' && (state === 'refused' || state === 'conflict' || state === 'gone')) {
        tellRuns(await again.mutateAsync({ what: state, storeIds: [storeId], productIds: [productId] }));
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
        tellRuns({ runIds: [runId], products: 1 });
      }
      onDone();
    } catch (thrown) {
      tell(thrown);
    }
  };
  const busy = again.isPending || update.busy || forget.isPending || act.isPending;
  return (
    <div className="states-acts">
      {acts.map((each, at) => (
        <Button
          key={each}
          type={at === 0 && (each === 'again' || each === 'update') ? 'primary' : 'default'}
          danger={each === 'remove'}
          disabled={busy}
          onClick={() => void begin(each)}
        >
          {each === 'update'
            ? text('update.act')
            : text(each === 'again' && state === 'gone' ? 'places.act.anew' : `places.act.${each}`)}
        </Button>
      ))}
    </div>
  );
}
