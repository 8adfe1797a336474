import { Button } from 'antd';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import type { useStoreCategories } from './queries.ts';

/**
 * Shows how many categories the store has and when they were read, the progress of a new reading, and why the last one
 * failed.
 */
export function CategoriesAsOf({ found, read, may }: ReturnType<typeof useStoreCategories>) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const tree = found.data;
  if (tree === undefined) {
    return found.isError ? <SectionFault failure={found.error} onRetry={() => void found.refetch()} /> : null;
  }
  if (tree.shape === null) {
    return null;
  }
  const { asOf, reading, failure, categories, isComplete } = tree;
  const failed = read.isError ? sentence(CallFailure.from(read.error)) : failure && sentence(failure);
  return (
    <Row className="categories-as-of" wrap align="center" gap={[2, 8]} font="small" tone="t2">
      <span role="status" title={asOf === null ? undefined : format.full(asOf)}>
        {reading !== null
          ? text('listing.categories.reading', { n: reading.count })
          : asOf === null
            ? text('listing.categories.never')
            : text('listing.categories.asOf', { n: categories.length, time: format.relative(asOf) })}
      </span>
      {may && (
        <Button
          size="small"
          type="text"
          icon={<Icon name="refresh" size={14} />}
          loading={read.isPending || reading !== null}
          onClick={() => read.mutate()}
        >
          {text('listing.categories.refresh')}
        </Button>
      )}
      {failed && reading === null && (
        <p className="tone-red" role="alert">
          {failed} {asOf !== null && text('listing.categories.kept')}
        </p>
      )}
      {!isComplete && reading === null && <p>{text('listing.categories.incomplete')}</p>}
    </Row>
  );
}
