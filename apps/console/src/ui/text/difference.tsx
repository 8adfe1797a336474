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
  const { lines, more } = differenceOf(text, field, before, after);
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
              <ValueDiff before={line.before} after={line.after} />
            )}
          </li>
        ))}
        {more > 0 && <li className="quiet">{text('products.difference.more', { n: more })}</li>}
      </ul>
    </div>
  );
}
