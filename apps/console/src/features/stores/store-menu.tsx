import type { Store } from '@bowerbird/contract/listing/stores';
import { Button, Dropdown } from 'antd';
import { useMay } from '../../lib/person/session.ts';
import { useText } from '../../lib/text/text.ts';
import { useConfirm } from '../../ui/feedback/dialog.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { useRemoveStore } from './queries.ts';

export type StoreTask = 'rights' | 'keeping' | 'audit' | 'rename' | 'credentials';

interface StoreMenuProps {
  store: Store;
  onTask(task: StoreTask, store: Store): void;
}

/** Further actions on a store. */
export function StoreMenu({ store, onTask }: StoreMenuProps) {
  const text = useText();
  const may = useMay();
  const remove = useRemove(store);
  const items = [
    ...(may('stores', 'edit')
      ? [
          { key: 'rename', icon: <Icon name="edit" />, label: text('stores.rename') },
          { key: 'credentials', icon: <Icon name="key" />, label: text('stores.credentials') },
        ]
      : []),
    ...(may('stores', 'delete')
      ? [{ key: 'remove', icon: <Icon name="trash" />, label: text('stores.remove'), danger: true }]
      : []),
  ];
  if (items.length === 0) {
    return null;
  }
  const act = ({ key }: { key: string }) => {
    if (key === 'remove') {
      void remove();
    } else if (key === 'rename' || key === 'credentials') {
      onTask(key, store);
    }
  };
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: act }}>
      <Button icon={<Icon name="more" />} aria-label={text('act.more')} title={text('act.more')} />
    </Dropdown>
  );
}

function useRemove(store: Store): () => Promise<void> {
  const text = useText();
  const confirm = useConfirm();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const remove = useRemoveStore();
  return async () => {
    const sure = await confirm({
      title: text('stores.remove.title', { store: store.name }),
      content: text('stores.remove.content', { n: store.counts.listed }),
      confirm: text('stores.remove'),
      danger: true,
    });
    if (sure) {
      remove.mutate(store.id, {
        onError: reportFailure,
        onSuccess: () => toast({ state: 'complete', text: text('stores.removed', { store: store.name }) }),
      });
    }
  };
}
