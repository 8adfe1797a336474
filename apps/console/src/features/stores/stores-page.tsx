import type { Store } from '@bowerbird/contract/listing/stores';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../lib/person/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonBlock } from '../../ui/feedback/skeleton.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Grid, Stack } from '../../ui/layout/box.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { Text } from '../../ui/text/text.tsx';
import { ConnectDrawer } from './connect-drawer.tsx';
import { KeepingDrawer } from './keeping-drawer.tsx';
import { useStores } from './queries.ts';
import { StoreCard } from './store-card.tsx';
import { CredentialsDrawer, RenameDialog, RightsDrawer } from './store-drawers.tsx';
import type { StoreTask } from './store-menu.tsx';
import { useReturned } from './use-returned.ts';
import './stores.css';

const AuditDrawer = lazy(() => import('./audit/audit-drawer.tsx'));

/** The merchant's stores, one card each, and a button to connect another. */
export default function StoresPage() {
  const text = useText();
  const may = useMay();
  const stores = useStores();
  const [connecting, setConnecting] = useState(false);
  const [task, setTask] = useState<{ task: StoreTask; store: Store } | null>(null);
  const mayAdd = may('stores', 'add');
  const none = stores.data?.length === 0;
  const close = () => setTask(null);
  const [returned, forgetReturn] = useReturned();
  const [seenReturn, setSeenReturn] = useState<string | null>(null);
  const connect = () => {
    forgetReturn();
    setSeenReturn(null);
    setConnecting(true);
  };

  return (
    <div className="page">
      <PageHead
        title={text('menu.listing.stores')}
        hint={stores.data === undefined || none ? undefined : text('stores.count', { n: stores.data.length })}
      />
      {stores.isError && stores.data === undefined ? (
        <SectionFault failure={stores.error} onRetry={() => void stores.refetch()} />
      ) : none ? (
        <Empty
          act={
            mayAdd && (
              <Button type="primary" icon={<Icon name="plus" />} onClick={connect}>
                {text('stores.connect')}
              </Button>
            )
          }
        >
          {text('stores.empty')}
        </Empty>
      ) : (
        <Grid columns="repeat(auto-fill, minmax(min(300px, 100%), 1fr))" gap={16}>
          {mayAdd && (
            <Stack
              as="button"
              type="button"
              className="store-connect"
              align="center"
              justify="center"
              gap={6}
              minH={120}
              p={20}
              radius="xl"
              textAlign="center"
              tone="primary-read"
              onClick={connect}
            >
              <Icon name="plus" size={20} />
              <Text weight={500}>{text('stores.connect')}</Text>
              <span className="caption">{text('stores.connect.note')}</span>
            </Stack>
          )}
          {stores.data === undefined && <CardsComing />}
          {stores.data?.map((store) => (
            <StoreCard
              key={store.id}
              store={store}
              onTask={(kind, of) => setTask({ task: kind, store: of })}
            />
          ))}
        </Grid>
      )}
      <ConnectDrawer
        open={connecting || returned !== seenReturn}
        returned={returned}
        onAgain={connect}
        onClose={() => {
          setSeenReturn(returned);
          setConnecting(false);
        }}
      />
      {task?.task === 'rights' && <RightsDrawer key={task.store.id} store={task.store} onClose={close} />}
      {task?.task === 'keeping' && (
        <KeepingDrawer
          key={task.store.id}
          store={stores.data?.find(({ id }) => id === task.store.id) ?? task.store}
          onClose={close}
        />
      )}
      {task?.task === 'audit' && (
        <Suspense fallback={null}>
          <AuditDrawer key={task.store.id} store={task.store} onClose={close} />
        </Suspense>
      )}
      {task?.task === 'rename' && <RenameDialog key={task.store.id} store={task.store} onClose={close} />}
      {task?.task === 'credentials' && (
        <CredentialsDrawer key={task.store.id} store={task.store} onClose={close} />
      )}
    </div>
  );
}

function CardsComing() {
  return (
    <Stack className="box skeleton-late" gap={12} shrink aria-hidden="true">
      <SkeletonBlock width="60%" height={18} />
      <SkeletonBlock width="40%" height={12} />
      <SkeletonBlock width="100%" height={4} />
      <SkeletonBlock width="80%" height={12} />
    </Stack>
  );
}
