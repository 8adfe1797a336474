import type { BinnedProduct, RestoreFromBin } from '@bowerbird/contract/products/bin';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useMay } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { useConfirm } from '../../ui/feedback/dialog.tsx';
import { Empty, EmptyFiltered } from '../../ui/feedback/empty.tsx';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { useRestore } from '../../ui/stores/use-restore.ts';
import { ProductCell } from '../../ui/table/product-cell.tsx';
import { useBin, useDeleteForGood } from './queries.ts';

/** Deleted products, which can be restored for 30 days. */
export default function BinPage() {
  const text = useText();
  const may = useMay();
  const [searched, setSearched] = useState('');
  const bin = useBin(searched);
  const { restore, remove, busy } = useActs();
  const items = bin.data?.pages.flatMap((page) => page.items) ?? [];
  const total = bin.data?.pages[0]?.total ?? 0;
  return (
    <div className="page">
      <PageHead
        title={text('menu.products.bin')}
        hint={text('bin.hint')}
        actions={
          total > 0 &&
          searched === '' &&
          may('products', 'delete') && (
            <Button danger disabled={busy} onClick={() => void remove({ all: true }, total)}>
              {text('bin.empty.act')}
            </Button>
          )
        }
      />
      <Stack gap={16}>
        {(total > 0 || searched !== '') && (
          <Box maxW={440}>
            <Input.Search
              allowClear
              placeholder={text('bin.search')}
              aria-label={text('bin.search')}
              onSearch={(typed) => setSearched(typed.trim())}
            />
          </Box>
        )}
        {bin.isError && bin.data === undefined ? (
          <SectionFault failure={bin.error} onRetry={() => void bin.refetch()} />
        ) : bin.data === undefined ? (
          <SkeletonRows rows={6} />
        ) : items.length > 0 ? (
          <Box as="ul" aria-label={text('menu.products.bin')}>
            {items.map((product) => (
              <BinRow
                key={product.id}
                product={product}
                busy={busy}
                onRestore={() => restore({ ids: [product.id] })}
                onRemove={() => void remove({ ids: [product.id] }, 1)}
              />
            ))}
          </Box>
        ) : searched === '' ? (
          <Empty>{text('bin.none')}</Empty>
        ) : (
          <EmptyFiltered onRemove={() => setSearched('')} />
        )}
        {bin.hasNextPage && (
          <Button type="text" block loading={bin.isFetchingNextPage} onClick={() => void bin.fetchNextPage()}>
            {text('bin.more')}
          </Button>
        )}
      </Stack>
    </div>
  );
}

interface BinRowProps {
  product: BinnedProduct;
  busy: boolean;
  onRestore(): void;
  onRemove(): void;
}

function BinRow({ product, busy, onRestore, onRemove }: BinRowProps) {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const { title, imageUrl, sku, variantCount, stores, binnedAt, goneAt, by } = product;
  const when =
    by === null
      ? text('bin.deleted', { at: format.day(binnedAt) })
      : text('bin.deletedBy', { at: format.day(binnedAt), by });
  return (
    <Row as="li" wrap align="center" justify="between" gap={[8, 16]} p={[12, 0]} borderBottom>
      <ProductCell title={title} imageUrl={imageUrl} sku={sku} variantCount={variantCount} />
      <Row wrap align="center" gap={[8, 16]}>
        <Stack as="span" className="caption">
          <span>{when}</span>
          <span>{text('bin.gone', { at: format.day(goneAt) })}</span>
          {stores > 0 && <span>{text('bin.stores', { n: stores })}</span>}
        </Stack>
        {may('products', 'edit') && (
          <Button
            size="small"
            disabled={busy}
            aria-label={text('bin.restoreOf', { title })}
            onClick={onRestore}
          >
            {text('bin.restore')}
          </Button>
        )}
        {may('products', 'delete') && (
          <Button
            size="small"
            type="text"
            danger
            disabled={busy}
            aria-label={text('bin.removeOf', { title })}
            onClick={onRemove}
          >
            {text('bin.remove')}
          </Button>
        )}
      </Row>
    </Row>
  );
}

function useActs() {
  const text = useText();
  const confirm = useConfirm();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const restoring = useRestore();
  const removing = useDeleteForGood();
  return {
    busy: restoring.isPending || removing.isPending,
    restore: (which: RestoreFromBin) => restoring.mutate(which),
    /** Asks first: what is deleted from the bin is gone. */
    async remove(which: RestoreFromBin, count: number) {
      const sure = await confirm({
        title: text('bin.remove.title', { n: count }),
        content: text('bin.remove.content'),
        confirm: text('bin.remove'),
        danger: true,
      });
      if (!sure) {
        return;
      }
      try {
        const { deleted } = await removing.mutateAsync(which);
        toast({ state: 'complete', text: text('bin.removed', { n: deleted }) });
      } catch (thrown) {
        reportFailure(thrown);
      }
    },
  };
}
