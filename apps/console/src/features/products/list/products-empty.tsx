import type { ProductFilter } from '@bowerbird/contract/products/products';
import { Button } from 'antd';
import { Link, useNavigate } from 'react-router';
import { conditionsOf, withoutCondition } from '../../../lib/data/product-filter.ts';
import { useConditionText } from '../../../lib/text/sentences/filter-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { QueueEmpty } from '../queues/queue-empty.tsx';

interface ProductsEmptyProps {
  filter: ProductFilter;
  onFilter(filter: ProductFilter): void;
}

/** No rows: nothing collected yet, or nothing matches. */
export function ProductsEmpty({ filter, onFilter }: ProductsEmptyProps) {
  const text = useText();
  const words = useConditionText(filter);
  const navigate = useNavigate();
  const conditions = conditionsOf(filter);
  const last = conditions.at(-1);
  if (last === undefined) {
    return (
      <Empty
        act={
          <Button type="primary" onClick={() => void navigate('/collect/product')}>
            {text('products.empty.collect')}
          </Button>
        }
        link={<Link to="/collect/results">{text('products.empty.results')}</Link>}
      >
        {text('products.empty')}
      </Empty>
    );
  }
  if (filter.queue !== undefined && conditions.length === 1) {
    return <QueueEmpty queue={filter.queue} onAll={() => onFilter({})} />;
  }
  return (
    <Empty
      act={
        <Button onClick={() => onFilter(withoutCondition(filter, last))}>
          {text('empty.removeCondition')}
        </Button>
      }
    >
      {text('products.empty.filtered', { condition: words(last) })}
    </Empty>
  );
}
