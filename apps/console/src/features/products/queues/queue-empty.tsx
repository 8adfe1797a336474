import type { ProductQueue } from '@bowerbird/contract/products/products';
import { Button } from 'antd';
import { useQueueCounts } from '../../../lib/data/use-queue-counts.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';

/** Explains what an empty work queue is for. */
export function QueueEmpty({ queue, onAll }: { queue: ProductQueue; onAll(): void }) {
  const text = useText();
  const format = useFormat();
  const under = useQueueCounts()?.lowMarginUnder ?? 20;
  return (
    <Empty act={<Button onClick={onAll}>{text('queue.empty.all')}</Button>}>
      {text(`queue.empty.${queue}`, { percent: format.percent(under / 100) })}
    </Empty>
  );
}
