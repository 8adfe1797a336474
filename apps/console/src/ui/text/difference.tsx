import type { ChangedCell } from '@bowerbird/contract/products/products';
import { useStoreNames } from '../../lib/data/use-own-value-places.ts';
import { type FieldLines, linesOfCells, type VariantNames } from '../../lib/text/cell-text.ts';
import { differenceOf, fieldName } from '../../lib/text/product-text.ts';
import { useText } from '../../lib/text/text.ts';
import { Grid } from '../layout/box.tsx';
import { TextDiff, ValueDiff } from './diff.tsx';
import { Text } from './text.tsx';
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
  /** What a store's rules give where it has no own value, by the cell's path. */
  ruled?: Readonly<Record<string, unknown>>;
}

/** The cells of a change before and after, field by field. */
export function CellDifferences({ cells, variants, ruled = {} }: CellDifferencesProps) {
  const text = useText();
  const storeNames = useStoreNames(cells.some(({ path }) => path.startsWith('inStores/')));
  return linesOfCells(text, cells, variants, { storeName: storeNames, ruled }).map((lines) => (
    <Lines key={lines.field} {...lines} />
  ));
}

function Lines({ field, lines, more }: FieldLines) {
  const text = useText();
  return (
    <Grid
      className="difference"
      oneUnder={768}
      columns="120px minmax(0, 1fr)"
      gap={8}
      p={[2, 0]}
      font="small"
    >
      <Text tone="t2">{fieldName(text, field)}</Text>
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
    </Grid>
  );
}
