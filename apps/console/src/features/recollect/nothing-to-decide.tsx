import type { Recollected } from '@bowerbird/contract/collect/recollect';
import { Button } from 'antd';
import { usePage } from '../../lib/page.ts';
import { useText } from '../../lib/text/text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';

/** Shown if there is no conflict: explains what this page shows, and where conflicts come from. */
export function NothingToDecide({ of, ofAll }: { of: Recollected | null; ofAll: boolean }) {
  const text = useText();
  const page = usePage();
  return (
    <Empty
      act={
        ofAll || of === null ? (
          <Button type="primary" onClick={() => page.open('/collect/watches')}>
            {text('recollect.empty.act')}
          </Button>
        ) : (
          <Button onClick={() => page.open('/products/list')}>{text('recollect.empty.products')}</Button>
        )
      }
    >
      {text(ofAll || of === null ? 'recollect.empty' : 'recollect.empty.run')}
    </Empty>
  );
}
