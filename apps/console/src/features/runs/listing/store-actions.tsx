import type { ListingRun } from '@bowerbird/contract/listing/listing';
import { hasEnded } from '@bowerbird/contract/runs';
import { Button, Dropdown } from 'antd';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import type { Focus } from '../focus.ts';
import { type StoreAction, useStoreAction } from '../undo/undo-queries.ts';

/** Delists, relists or deletes the selected product in that store. */
export function StoreActions({ listing, focus: { item, storeId } }: { listing: ListingRun; focus: Focus }) {
  const text = useText();
  const may = useMay();
  const page = usePage();
  const confirm = useConfirm();
  const act = useStoreAction();
  const place = item.places.find((each) => each.storeId === storeId);
  const actions: StoreAction[] = [
    ...(may('listing', 'edit') ? (['delist', 'relist'] as const) : []),
    ...(may('listing', 'delete') ? (['remove'] as const) : []),
  ];
  if (!place?.storeProductId || place.state === 'gone' || actions.length === 0 || !hasEnded(listing.run)) {
    return null;
  }
  const store = listing.storeJobs.find((storeJob) => storeJob.storeId === storeId)?.storeName ?? '';
  const choose = async (chosen: StoreAction) => {
    const sure =
      chosen !== 'remove' ||
      (await confirm({
        title: text('runs.store.remove.title', { store }),
        content: text('runs.store.remove.content'),
        confirm: text('runs.store.remove'),
        danger: true,
      }));
    if (sure) {
      act.mutate(
        { act: chosen, storeId, productId: item.productId },
        { onSuccess: ({ runId }) => page.open(runPath(runId)) },
      );
    }
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: actions.map((key) => ({ key, label: text(`runs.store.${key}`), danger: key === 'remove' })),
        onClick: ({ key }) => {
          const chosen = actions.find((each) => each === key);
          if (chosen) {
            void choose(chosen);
          }
        },
      }}
    >
      <Button size="small" loading={act.isPending} className="store-actions">
        {text('runs.store.more')}
        <Icon name="down" size={14} />
      </Button>
    </Dropdown>
  );
}
