import type { CollectedRow } from '@bowerbird/contract/collect/collected';
import { Button, Modal } from 'antd';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { StateText } from '../../../ui/feedback/state-glyph.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Image } from '../../../ui/images/image.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { keepGroups, useCollectedDetail, useReadAgain } from '../queries.ts';
import { duplicateText, priceText } from './good-card.tsx';
import '../claiming/claim.css';
import { useShopNames } from '../../../lib/data/use-shop-names.ts';

interface CompareDialogProps {
  row: CollectedRow | null;
  onClose(): void;
  onClaim(id: string): void;
}

/** Similar products side by side, with the differences marked. If kept, they are not shown as similar again. */
export function CompareDialog({ row, onClose, onClaim }: CompareDialogProps) {
  const text = useText();
  const may = useMay();
  const shopName = useShopNames(row?.duplicate == null ? [] : [row.duplicate.shop]);
  const reportFailure = useReportFailure();
  const readAgain = useReadAgain();
  const { data, error, refetch } = useCollectedDetail(row?.id ?? null);
  const all = row === null || data === undefined ? [] : [data.row, ...data.duplicates].slice(0, 4);
  return (
    <Modal
      open={row !== null}
      title={text('collect.compare')}
      width={Math.max(520, Math.min(960, 240 * Math.max(2, all.length)))}
      onCancel={onClose}
      footer={
        <Button
          onClick={() => {
            if (data !== undefined && data.duplicateGroup !== null && may('collect', 'edit')) {
              void keepGroups([data.duplicateGroup]).then(readAgain, reportFailure);
            }
            onClose();
          }}
        >
          {text('collect.compare.keep')}
        </Button>
      }
    >
      {row !== null && <p className="quiet">{duplicateText(row, text, shopName)}</p>}
      {error !== null && <SectionFault failure={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && row !== null && <SkeletonLines lines={6} />}
      <Box className="compare-columns" gap={16} overflow="auto" style={{ marginTop: 12 }}>
        {all.map((each, index) => (
          <CompareOne
            key={each.id}
            row={each}
            first={index === 0 ? null : (all[0] ?? null)}
            onClaim={() => onClaim(each.id)}
          />
        ))}
      </Box>
      {data !== undefined && all.length === 1 && <p className="quiet">{text('collect.compare.elsewhere')}</p>}
    </Modal>
  );
}

interface CompareOneProps {
  row: CollectedRow;
  /** The row to compare with; null for the one from which the dialog was opened. */
  first: CollectedRow | null;
  onClaim(): void;
}

function CompareOne({ row, first, onClaim }: CompareOneProps) {
  const text = useText();
  const format = useFormat();
  const page = usePage();
  const may = useMay();
  const shopName = useShopNames([row.shop, ...(first === null ? [] : [first.shop])]);
  const facts = (of: CollectedRow): { name: string; value: string; reported?: boolean }[] => [
    { name: text('collect.column.product'), value: of.title },
    { name: text('collect.column.price'), value: priceText(of, format) },
    {
      name: text('collect.compare.holds'),
      value: text('collect.card.counts', { variants: of.variantCount, images: of.imageCount }),
    },
    { name: text('collect.column.category'), value: of.category ?? '—' },
    // Place and time always differ and say nothing about the products.
    { name: text('collect.column.source'), value: shopName(of.shop), reported: true },
    { name: text('collect.column.collected'), value: format.full(of.collectedAt), reported: true },
  ];
  const held = first === null ? null : facts(first);
  return (
    <Box className="compare-one" shrink>
      <Image url={row.imageUrl} />
      <Box as="dl" m={[10, 0]} font="small">
        {facts(row).map(({ name, value, reported = false }, index) => (
          <div key={name}>
            <Text as="dt" font="caption" tone="t3">
              {name}
            </Text>
            <Text
              as="dd"
              className={held !== null && !reported && held[index]?.value !== value ? 'differs' : ''}
              anywhere
            >
              {value}
            </Text>
          </div>
        ))}
      </Box>
      {row.productId === null ? (
        may('products', 'add') && <Button onClick={onClaim}>{text('collect.compare.claim')}</Button>
      ) : (
        <Row as="span" wrap align="center" gap={[2, 10]}>
          <StateText state="claimed" />
          <button
            type="button"
            className="link-button"
            onClick={() => page.open(`/products/${row.productId}`)}
          >
            {text('collect.openProduct')}
          </button>
        </Row>
      )}
    </Box>
  );
}
