import type { ChangedCell } from '@bowerbird/contract/products';
import { type FieldLines, linesOfCells, type VariantNames } from '../../lib/cell-text.ts';
import { differenceOf, fieldName } from '../../lib/product-text.ts';
import { useText } from '../../lib/text.ts';
import { TextDiff, ValueDiff } from './diff.tsx';
import './difference.css';

interface DifferenceProps {
  field: string;
  before: unknown;
  after: unknown;
}

/** One field before and after. */
export function Difference({ field, before, after }: DifferenceProps) {
  const text = useText();
  return <Lines field={field} {...differenceOf(text, field, before, after)} />;
}

interface CellDifferencesProps {
  cells: readonly ChangedCell[];
  /** Names of the product's variants. */
  variants: VariantNames;
}

/** The cells of a change before and after, field by field. */
export function CellDifferences({ cells, variants }: CellDifferencesProps) {
  const text = useText();
  return linesOfCells(text, cells, variants).map((lines) => <Lines key={lines.field} {...lines} />);
}

function Lines({ field, lines, more }: FieldLines) {
  const text = useText();
  return (
    <div className="difference">
      <span className="difference-field">{fieldName(text, field)}</span>
      <ul>
        {lines.map((line) => (
          <li key={`${line.what} ${line.before} ${line.after}`}>
            {line.what !== '' && <span className="quiet">{line.what} </span>}
            {line.before !== null && line.after !== null && line.what === '' ? (
              <TextDiff before={line.before} after={line.after} />
            ) : (
              (line.before !== null || line.after !== null || line.what === '') && (
                <ValueDiff before={line.before} after={line.after} />
              )
            )}
          </li>
        ))}
        {more > 0 && <li className="quiet">{text('products.difference.more', { n: more })}</li>}
      </ul>
    </div>
  );
}
