import type { Selection } from '@bowerbird/contract/products/products';
import { Link } from 'react-router';
import { conditionsOf } from '../../lib/data/product-filter.ts';
import { useConditionText } from '../../lib/text/sentences/filter-text.ts';
import { useText } from '../../lib/text/text.ts';
import { Chip } from '../../ui/form/chip.tsx';
import { Row } from '../../ui/layout/box.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Text } from '../../ui/text/text.tsx';

interface WhichProductsProps {
  selection: Selection;
  /** Number of selected products. */
  count: number;
  /** Number of their variants; null until known. */
  variants: number | null;
}

/** The selection: the conditions of its filter, and how many products and variants it holds. */
export function WhichProducts({ selection, count, variants }: WhichProductsProps) {
  const text = useText();
  const filter = 'filter' in selection ? selection.filter : null;
  const words = useConditionText(filter ?? {});
  const conditions = filter === null ? [] : conditionsOf(filter);
  return (
    <Section
      title={text('bulkEdit.which')}
      bare
      gap={8}
      action={
        <Text as={Link} to="/products/list" font="small">
          {text('bulkEdit.which.change')}
        </Text>
      }
    >
      {filter !== null && (
        <Row wrap gap={6}>
          {conditions.length === 0 && <Chip disabled>{text('bulkEdit.which.all')}</Chip>}
          {conditions.map((condition) => (
            <Chip key={condition} set disabled>
              {words(condition)}
            </Chip>
          ))}
          {'except' in selection && selection.except.length > 0 && (
            <Chip disabled>{text('bulkEdit.which.except', { n: selection.except.length })}</Chip>
          )}
        </Row>
      )}
      <Text font="small" tone="t2">
        {variants !== null
          ? text('bulkEdit.which.count', { n: count, m: variants })
          : filter === null
            ? text('bulkEdit.which.picked', { n: count })
            : text('bulkEdit.ofAll', { n: count })}
      </Text>
    </Section>
  );
}
