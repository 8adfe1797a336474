import type { WatchedFile } from '@bowerbird/contract/files/watched';
import { Button } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid, Row } from '../../../ui/layout/box.tsx';
import type { FileSource } from '../queries.ts';
import { useWatchedFiles } from './queries.ts';
import { EditWatchedDrawer, NewWatchedDrawer } from './watched-drawer.tsx';
import { WatchedRow } from './watched-row.tsx';
import './watched.css';

interface WatchedListProps {
  suppliers: readonly FileSource[];
}

/** Suppliers' files that come in by themselves; without any, what that is good for and how it begins. */
export function WatchedList({ suppliers }: WatchedListProps) {
  const text = useText();
  const watched = useWatchedFiles();
  const [isNew, setIsNew] = useState(false);
  const [edited, setEdited] = useState<WatchedFile | null>(null);
  if (watched.data === undefined) {
    return watched.isError ? (
      <SectionFault failure={watched.error} onRetry={() => void watched.refetch()} />
    ) : (
      <SkeletonRows rows={3} />
    );
  }
  const { items, folders } = watched.data;
  const create = (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => setIsNew(true)}>
      {text('import.watched.new')}
    </Button>
  );
  return (
    <>
      {items.length > 0 ? (
        <>
          <Row justify="end" m={[4, 0, 8]}>
            {create}
          </Row>
          <Grid
            as="ul"
            className="watched-list"
            columns="minmax(0, 1fr) auto auto auto auto"
            gap={[0, 28]}
            aria-label={text('import.watched')}
          >
            {items.map((each) => (
              <WatchedRow key={each.id} watched={each} onEdit={() => setEdited(each)} />
            ))}
          </Grid>
        </>
      ) : suppliers.length === 0 ? (
        <Empty>{text('import.watched.noSupplier')}</Empty>
      ) : (
        <Empty act={create}>{text('import.watched.empty')}</Empty>
      )}
      {isNew && <NewWatchedDrawer suppliers={suppliers} folders={folders} onClose={() => setIsNew(false)} />}
      {edited !== null && (
        <EditWatchedDrawer
          key={edited.id}
          watched={edited}
          folders={folders}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
