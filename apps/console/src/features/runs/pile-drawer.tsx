import type { ListingRun } from '@bowerbird/contract/listing';
import { type UndoPile, undoPiles } from '@bowerbird/contract/listing-after';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../lib/text.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { Empty } from '../../ui/empty.tsx';
import { SectionFault } from '../../ui/fault-row.tsx';
import { ProductCell } from '../../ui/product-cell.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useUndoItems } from './undo-queries.ts';

interface PileDrawerProps {
  listing: ListingRun;
  /** Null: closed. */
  pile: UndoPile | null;
  onClose(): void;
}

/** The products of one pile, each with its store and why it is there. */
export function PileDrawer({ listing, pile, onClose }: PileDrawerProps) {
  const text = useText();
  // While it leaves, it shows what it showed.
  const [shown, setShown] = useState<UndoPile>(undoPiles[0]);
  if (pile !== null && pile !== shown) {
    setShown(pile);
  }
  return (
    <Drawer title={text(`runs.undo.pile.${shown}`)} width={480} open={pile !== null} onClose={onClose}>
      <PileItems key={shown} listing={listing} pile={shown} enabled={pile !== null} />
    </Drawer>
  );
}

function PileItems({ listing, pile, enabled }: { listing: ListingRun; pile: UndoPile; enabled: boolean }) {
  const text = useText();
  const items = useUndoItems(listing.run.id, pile, enabled);
  if (items.isError) {
    return <SectionFault failure={items.error} onRetry={() => void items.refetch()} />;
  }
  if (items.data === undefined) {
    return <SkeletonLines />;
  }
  const rows = items.data.pages.flatMap((page) => page.items);
  const storeOf = (id: string) => listing.lanes.find(({ storeId }) => storeId === id)?.storeName ?? '';
  if (rows.length === 0) {
    return <Empty>{text('runs.undo.none')}</Empty>;
  }
  return (
    <>
      <ul className="pile-items">
        {rows.map(({ productId, storeId, title, pictureUrl, reason }) => (
          <li key={`${productId} ${storeId}`}>
            <Link to={`/products/${productId}`} className="pile-item">
              <ProductCell
                title={title}
                pictureUrl={pictureUrl}
                note={[storeOf(storeId), ...(reason ? [text(`runs.undo.because.${reason}`)] : [])].join(
                  ' · ',
                )}
              />
            </Link>
          </li>
        ))}
      </ul>
      {items.hasNextPage && (
        <Button block loading={items.isFetchingNextPage} onClick={() => void items.fetchNextPage()}>
          {text('act.more')}
        </Button>
      )}
    </>
  );
}
