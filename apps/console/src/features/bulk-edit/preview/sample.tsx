import { type EditOutcomeName, editOutcomes } from '@bowerbird/contract/products/bulk-edit';
import { Button } from 'antd';
import { useState } from 'react';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { TabRow } from '../../../ui/layout/tab-row.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { type BulkRequest, useBulkPreview } from '../queries.ts';
import type { BulkSums } from '../use-count.ts';
import { RejectedReasons } from './count-part.tsx';
import { SampleRow } from './sample-row.tsx';

interface SampleProps {
  request: BulkRequest;
  sums: BulkSums | null;
}

/** Products before and after, by what would become of them. */
export function Sample({ request, sums }: SampleProps) {
  const text = useText();
  const format = useFormat();
  const [shown, setShown] = useState<EditOutcomeName>('changed');
  const [place, setPlace] = useState<{ of: BulkRequest; from: string | null }>({ of: request, from: null });
  const from = place.of === request ? place.from : null;
  const preview = useBulkPreview(request, from);
  const sample = preview.data?.sample ?? [];
  const rows = sample.filter(({ outcome }) => outcome === shown);
  const counts = sums && {
    changed: sums.changed,
    unchanged: sums.unchanged,
    rejected: sums.rejected.reduce((sum, { count }) => sum + count, 0),
  };
  const others = preview.data !== undefined && (preview.data.next !== null || from !== null);
  return (
    <div>
      <TabRow<EditOutcomeName>
        label={text('bulkEdit.tabs')}
        value={shown}
        onChange={setShown}
        tabs={editOutcomes.map((key) => ({
          key,
          title: text(`bulkEdit.tab.${key}`),
          ...(counts === null ? {} : { count: format.number(counts[key]) }),
        }))}
        end={
          <Row align="center" gap={10} wrap>
            <span>{text('bulkEdit.sample', { n: sample.length })}</span>
            {others && (
              <Button
                size="small"
                icon={<Icon name="refresh" size={14} />}
                loading={preview.isFetching}
                onClick={() => setPlace({ of: request, from: preview.data?.next ?? null })}
              >
                {text('bulkEdit.sample.others')}
              </Button>
            )}
          </Row>
        }
      />
      {shown === 'rejected' && sums !== null && <RejectedReasons rejected={sums.rejected} />}
      {preview.isError ? (
        <SectionFault failure={preview.error} onRetry={() => void preview.refetch()} />
      ) : preview.data === undefined ? (
        <SkeletonLines />
      ) : rows.length === 0 ? (
        <Text as="p" font="small" tone="t2">
          {text('bulkEdit.sample.none')}
        </Text>
      ) : (
        <Stack
          as="ul"
          m={0}
          p={0}
          className={preview.isPlaceholderData ? 'bulk-sample stale' : 'bulk-sample'}
        >
          {rows.map((row) => (
            <Box as="li" key={row.id} borderBottom p={[10, 0]}>
              <SampleRow row={row} />
            </Box>
          ))}
        </Stack>
      )}
    </div>
  );
}
