import { Button } from 'antd';
import { usePage } from '../../../lib/page.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import type { ResultsTab } from './results-filter.ts';

interface NothingHereProps {
  tab: ResultsTab;
  filtered: boolean;
  /** Total number under all tabs. */
  inAll: number;
  /** There are more than that. */
  moreInAll: boolean;
  /** The last ones are being claimed. */
  claiming: boolean;
  onAll(): void;
  onClear(): void;
}

/** Says why no collected product is listed, and what to do. */
export function NothingHere({ tab, filtered, inAll, moreInAll, claiming, onAll, onClear }: NothingHereProps) {
  const text = useText();
  const page = usePage();
  if (filtered) {
    return (
      <Empty
        act={
          <>
            {tab !== 'all' && inAll > 0 && (
              <Button type="primary" onClick={onAll}>
                {text(moreInAll ? 'collect.filter.inAllMore' : 'collect.filter.inAll', { n: inAll })}
              </Button>
            )}
            <Button onClick={onClear}>{text('collect.filter.clear')}</Button>
          </>
        }
      >
        {text('empty.filtered')}
      </Empty>
    );
  }
  const any = inAll > 0;
  if (any && claiming && tab === 'unclaimed') {
    return <Empty>{text('box.claim.running')}</Empty>;
  }
  if (any && tab !== 'claimed') {
    return (
      <Empty
        act={<Button onClick={() => page.open('/products/list')}>{text('box.claim.toProducts')}</Button>}
      >
        {text('collect.box.allClaimed')}
      </Empty>
    );
  }
  if (any) {
    return <Empty>{text('collect.box.noneClaimed')}</Empty>;
  }
  return (
    <Empty
      act={
        <Button type="primary" onClick={() => page.open('/collect/product')}>
          {text('collect.box.collect')}
        </Button>
      }
    >
      {text('collect.box.empty')}
    </Empty>
  );
}
