import { type UndoGroup, undoGroups } from '@bowerbird/contract/listing/after';
import type { ListingRun } from '@bowerbird/contract/listing/listing';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Box, Stack } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { ProductCell } from '../../../ui/table/product-cell.tsx';
import { useUndoItems } from './undo-queries.ts';

interface UndoGroupDrawerProps {
  listing: ListingRun;
  /** Null: closed. */
  undoGroup: UndoGroup | null;
  onClose(): void;
}

/** The products of one group, each with its store and the reason. */
export function UndoGroupDrawer({ listing, undoGroup, onClose }: UndoGroupDrawerProps) {
  const text = useText();
  // While closing, it keeps its content.
  const [shown, setShown] = useState<UndoGroup>(undoGroups[0]);
  if (undoGroup !== null && undoGroup !== shown) {
    setShown(undoGroup);
  }
  return (
    <Drawer
      title={text(`runs.undo.undoGroup.${shown}`)}
      width={480}
      open={undoGroup !== null}
      onClose={onClose}
    >
      <UndoGroupItems key={shown} listing={listing} undoGroup={shown} enabled={undoGroup !== null} />
    </Drawer>
  );
}

function UndoGroupItems({
  listing,
  undoGroup,
  enabled,
}: {
  listing: ListingRun;
  undoGroup: UndoGroup;
  enabled: boolean;
}) {
  const text = useText();
  const items = useUndoItems(listing.run.id, undoGroup, enabled);
  if (items.isError) {
    return <SectionFault failure={items.error} onRetry={() => void items.refetch()} />;
  }
  if (items.data === undefined) {
    return <SkeletonLines />;
  }
  const rows = items.data.pages.flatMap((page) => page.items);
  const storeOf = (id: string) => listing.storeJobs.find(({ storeId }) => storeId === id)?.storeName ?? '';
  if (rows.length === 0) {
    return <Empty>{text('runs.undo.none')}</Empty>;
  }
  return (
    <>
      <Stack as="ul" mb={12}>
        {rows.map(({ productId, storeId, title, imageUrl, reason }) => (
          <li key={`${productId} ${storeId}`}>
            <Box as={Link} to={`/products/${productId}`} block p={[8, 0]} borderBottom tone="inherit">
              <ProductCell
                title={title}
                imageUrl={imageUrl}
                note={[storeOf(storeId), ...(reason ? [text(`runs.undo.because.${reason}`)] : [])].join(
                  ' · ',
                )}
              />
            </Box>
          </li>
        ))}
      </Stack>
      {items.hasNextPage && (
        <Button block loading={items.isFetchingNextPage} onClick={() => void items.fetchNextPage()}>
          {text('act.more')}
        </Button>
      )}
    </>
  );
}
