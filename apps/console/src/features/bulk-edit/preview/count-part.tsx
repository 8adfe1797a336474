import { useFormat } from '../../../lib/text/format.ts';
import { useRejectionText } from '../../../lib/text/sentences/rejection-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { SparkBars } from '../../../ui/charts/spark-bars.tsx';
import { Notice, SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { CountSentence } from '../../../ui/text/count-sentence.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { BulkCount, BulkSums } from '../use-count.ts';

interface CountPartProps {
  count: Pick<BulkCount, 'failure' | 'retry'>;
  /** What was counted of the present steps so far; null before the first page. */
  sums: BulkSums | null;
  /** Every selected product was counted. */
  complete: boolean;
  /** Number of selected products. */
  products: number;
}

/**
 * How many products will change, stay, or cannot be changed. Until all of them are counted, the number is one that it will
 * be at least, and says so.
 */
export function CountPart({ count: { failure, retry }, sums, complete, products }: CountPartProps) {
  const text = useText();
  if (failure !== null) {
    return <SectionFault failure={failure} onRetry={retry} />;
  }
  if (sums === null) {
    return (
      <div aria-live="polite" aria-busy={true}>
        <CountSentence stale figure="—" sentence={text('bulkEdit.counting')} />
      </div>
    );
  }
  return <Counted sums={sums} complete={complete} products={products} />;
}

function Counted({ sums, complete, products }: Omit<CountPartProps, 'count'> & { sums: BulkSums }) {
  const text = useText();
  const format = useFormat();
  const rejected = sums.rejected.reduce((sum, each) => sum + each.count, 0);
  const parts = [
    text('bulkEdit.unchanged', { n: sums.unchanged }),
    ...(rejected > 0 ? [text('bulkEdit.rejected', { n: rejected })] : []),
    text('bulkEdit.ofAll', { n: products }),
  ];
  const changed = format.number(sums.changed);
  return (
    <Stack gap={8}>
      <Row wrap align="start" justify="between" gap={16}>
        <div aria-live="polite" aria-busy={!complete}>
          <CountSentence
            stale={!complete}
            figure={complete ? changed : text('bulkEdit.atLeast', { n: changed })}
            sentence={text('bulkEdit.changes', { n: sums.changed })}
            parts={complete ? parts : [text('bulkEdit.counted', { n: sums.checked, m: products })]}
          />
        </div>
        {complete && <Spread spread={sums.spread} />}
      </Row>
      {complete && sums.stopped > 0 && (
        <Notice tone="amber" before={<Icon name="shield" />}>
          {text('bulkEdit.stopped', { n: sums.stopped })}
        </Notice>
      )}
    </Stack>
  );
}

const steps = Array.from({ length: 13 }, (_, index) => (index - 6) * 5);

/** By how many percent prices change, as bars from -30 to +30. */
function Spread({ spread }: Pick<BulkSums, 'spread'>) {
  const text = useText();
  const format = useFormat();
  if (spread.length === 0) {
    return null;
  }
  const percent = (value: number) => `${value > 0 ? '+' : ''}${format.percent(value / 100)}`;
  const list = spread.map(({ from, count }) => `${percent(from)}: ${format.number(count)}`).join(', ');
  return (
    <Stack gap={2} rigid title={list}>
      <SparkBars
        values={steps.map((step) => spread.find(({ from }) => from === step)?.count ?? 0)}
        width={208}
        height={32}
      />
      <Row justify="between" font="caption" tone="t2" aria-hidden="true">
        <span>{percent(-30)}</span>
        <span>{text('bulkEdit.spread')}</span>
        <span>{percent(30)}</span>
      </Row>
      <span className="only-read">{text('bulkEdit.spread.words', { list })}</span>
    </Stack>
  );
}

/** Why products cannot be changed, most first. */
export function RejectedReasons({ rejected }: Pick<BulkSums, 'rejected'>) {
  const text = useText();
  const format = useFormat();
  const reason = useRejectionText();
  if (rejected.length === 0) {
    return null;
  }
  return (
    <Stack as="ul" gap={4} m={[0, 0, 12]} p={0} font="small" aria-label={text('bulkEdit.reasons')}>
      {rejected.map(({ code, count }) => (
        <Row as="li" key={code} gap={12} align="baseline">
          <Text className="num" weight={600} rigid>
            {format.number(count)}
          </Text>
          <Text tone="t2" shrink>
            {reason({ code, params: {} })}
          </Text>
        </Row>
      ))}
    </Stack>
  );
}
