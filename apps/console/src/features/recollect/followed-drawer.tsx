import type { Followed } from '@bowerbird/contract/collect/recollect';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../lib/person/session.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Box, Row } from '../../ui/layout/box.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { ProductCell } from '../../ui/table/product-cell.tsx';
import { CellDifferences } from '../../ui/text/difference.tsx';
import { takeBack, useFollowed, useReadAgain, useUndoFollowed } from './queries.ts';

interface FollowedDrawerProps {
  runId: string;
  /** The edit set of everything that followed the source, to undo it at once; null if there was nothing. */
  editSetId: string | null;
  open: boolean;
  onClose(): void;
}

/** Everything that followed the source, product by product, with an undo for one or for all. */
export function FollowedDrawer({ runId, editSetId, open, onClose }: FollowedDrawerProps) {
  const text = useText();
  const may = useMay();
  const followed = useFollowed(open ? runId : null);
  const [busy, undoAll] = useUndoAll();
  const items = followed.data?.pages.flatMap((page) => page.items) ?? [];
  const mayUndo = may('products', 'edit');
  const left = items.some(({ undone }) => !undone);
  return (
    <Drawer
      title={text('recollect.changes')}
      open={open}
      onClose={onClose}
      width={720}
      {...(mayUndo && editSetId !== null && left
        ? {
            footer: (
              <Row wrap align="center" justify="between" gap={[8, 12]}>
                <span className="quiet">{text('recollect.changes.spares')}</span>
                <Button loading={busy} onClick={() => void undoAll([editSetId])}>
                  {text('recollect.changes.undoAll')}
                </Button>
              </Row>
            ),
          }
        : {})}
    >
      {followed.isError && items.length === 0 ? (
        <SectionFault failure={followed.error} onRetry={() => void followed.refetch()} />
      ) : followed.data === undefined ? (
        <SkeletonRows rows={5} />
      ) : items.length === 0 ? (
        <p className="quiet">{text('recollect.changes.none')}</p>
      ) : (
        <ul className="merge-followed">
          {items.map((one) => (
            <FollowedEntry key={one.changeId} followed={one} mayUndo={mayUndo} />
          ))}
        </ul>
      )}
      {followed.hasNextPage && (
        <Button
          type="text"
          block
          loading={followed.isFetchingNextPage}
          onClick={() => void followed.fetchNextPage()}
        >
          {text('recollect.loadMore')}
        </Button>
      )}
    </Drawer>
  );
}

function FollowedEntry({ followed, mayUndo }: { followed: Followed; mayUndo: boolean }) {
  const text = useText();
  const reportFailure = useReportFailure();
  const undo = useUndoFollowed();
  const { productId, changeId, undone } = followed;
  return (
    <Box
      as="li"
      className={undone ? 'merge-followed-one undone' : 'merge-followed-one'}
      p={[12, 0]}
      borderBottom
    >
      <Row className="merge-followed-head" align="center" justify="between" gap={12} pb={6}>
        <Link className="product-link" to={`/products/${productId}`}>
          <ProductCell title={followed.title} imageUrl={followed.imageUrl} size={36} note="" />
        </Link>
        {undone ? (
          <span className="caption">{text('products.history.undone')}</span>
        ) : (
          mayUndo && (
            <Button
              size="small"
              type="text"
              loading={undo.isPending}
              onClick={() => undo.mutate({ productId, changeId }, { onError: reportFailure })}
            >
              {text('act.undo')}
            </Button>
          )
        )}
      </Row>
      <CellDifferences cells={followed.cells} variants={followed.variants} />
    </Box>
  );
}

/** Returns a function that undoes edit sets and reports how much was undone. */
export function useUndoAll(): [busy: boolean, undo: (editSetIds: string[]) => Promise<void>] {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const readAgain = useReadAgain();
  const [busy, setBusy] = useState(false);
  const undo = async (editSetIds: string[]) => {
    setBusy(true);
    try {
      const { restored, spared } = await takeBack(editSetIds);
      toast({
        state: spared === 0 ? 'complete' : 'partial',
        text: text(spared === 0 ? 'recollect.undone' : 'recollect.undone.spared', { n: restored, spared }),
      });
      readAgain();
    } catch (thrown) {
      reportFailure(thrown);
    } finally {
      setBusy(false);
    }
  };
  return [busy, undo];
}
