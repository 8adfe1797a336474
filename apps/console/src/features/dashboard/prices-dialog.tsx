import { Button, Modal } from 'antd';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { Box, Row } from '../../ui/layout/box.tsx';
import { ProductCell } from '../../ui/table/product-cell.tsx';
import { ValueDiff } from '../../ui/text/diff.tsx';
import type { FirstRun } from './queries.ts';
import { useClaimPractice, usePricePreview } from './queries.ts';

interface PricesDialogProps {
  firstRun: FirstRun;
  open: boolean;
  onClose(): void;
}

/** Every price before and after; nothing is written until the button is pressed. */
export function PricesDialog({ firstRun, open, onClose }: PricesDialogProps) {
  const text = useText();
  const format = useFormat();
  const { data, error, refetch } = usePricePreview(firstRun, open);
  const claim = useClaimPractice();
  return (
    <Modal
      open={open}
      title={text('dashboard.prices.title')}
      width={560}
      centered
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {text('act.cancel')}
        </Button>,
        <Button
          key="claim"
          type="primary"
          disabled={data === undefined || data.count === 0}
          loading={claim.isPending}
          onClick={() =>
            data !== undefined && claim.mutate({ firstRun, shown: data }, { onSuccess: onClose })
          }
        >
          {text('dashboard.prices.claim', { n: data?.count ?? 0 })}
        </Button>,
      ]}
    >
      <p className="quiet">{text('dashboard.prices.about')}</p>
      {error !== null && data === undefined && (
        <SectionFault failure={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <SkeletonRows rows={6} />}
      {data !== undefined && (
        <Box
          as="ul"
          className="prices-list"
          maxH="min(52vh, 520px)"
          mt={12}
          overflow="auto"
          tabIndex={0}
          aria-label={text('dashboard.prices.title')}
        >
          {data.sample.map(({ id, title, imageUrl, price, currency }) => (
            <Row as="li" align="center" gap={12} minH={48} borderBottom font="small" key={id}>
              <ProductCell title={title.after} imageUrl={imageUrl} size={36} note="" />
              <ValueDiff
                before={format.money(price.before, currency)}
                after={format.money(price.after, currency)}
              />
            </Row>
          ))}
        </Box>
      )}
      {data !== undefined && data.count > data.sample.length && (
        <p className="caption">{text('dashboard.prices.more', { n: data.count - data.sample.length })}</p>
      )}
    </Modal>
  );
}
