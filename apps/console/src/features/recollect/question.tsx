import type { Conflict, MergeAnswer } from '@bowerbird/contract/recollect';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import type { Cell } from './cell-value.tsx';
import { CellValue } from './cell-value.tsx';
import type { ConflictDetail } from './queries.ts';
import type { ConflictPart } from './question-lines.ts';
import { conflictName, nameOf, partsOf, ruledLines } from './question-lines.ts';

interface ConflictProps {
  detail: ConflictDetail;
  conflict: Conflict;
  answer: MergeAnswer | undefined;
  /** The keys 1 and 2 answer this one. */
  active: boolean;
  mayDecide: boolean;
  onAnswer(answer: MergeAnswer): void;
  onActive(): void;
}

/** One conflict: the source before, the source now and our value, one of which is chosen. */
export function PendingConflict({
  detail,
  conflict,
  answer,
  active,
  mayDecide,
  onAnswer,
  onActive,
}: ConflictProps) {
  const text = useText();
  const format = useFormat();
  const { currency, beforeAt, sourceAt, mineAt } = detail;
  const parts = partsOf(text, conflict);
  const name = conflictName(text, conflict);
  const cell = (which: Cell) => <Cells parts={parts} name={name} cell={which} currency={currency} />;
  return (
    <fieldset
      className={active ? 'merge-question active' : 'merge-question'}
      data-question={conflict.key}
      onFocus={onActive}
    >
      <legend className="only-read">{name}</legend>
      <span className="merge-question-name" aria-hidden="true">
        {name}
      </span>
      <div className="merge-cell before">
        <span className="merge-cell-head">{text('recollect.before', { time: format.day(beforeAt) })}</span>
        {cell('before')}
      </div>
      {(['source', 'mine'] as const).map((side) => (
        <label key={side} className={answer === side ? 'merge-cell choice chosen' : 'merge-cell choice'}>
          <span className="merge-cell-head">
            <input
              type="radio"
              name={`${detail.row.productId} ${conflict.key}`}
              checked={answer === side}
              disabled={!mayDecide}
              onChange={() => onAnswer(side)}
            />
            {side === 'source'
              ? text('recollect.source', { time: format.day(sourceAt) })
              : text('recollect.mine', { time: format.day(mineAt) })}
          </span>
          {cell(side)}
        </label>
      ))}
      {conflict.ruled !== null && (
        <Ruled
          conflict={conflict}
          currency={currency}
          taken={answer === 'ruled'}
          {...(mayDecide ? { onTake: () => onAnswer('ruled') } : {})}
        />
      )}
    </fieldset>
  );
}

interface CellsProps {
  parts: ConflictPart[];
  /** The conflict's name, so that a cell need not repeat it. */
  name: string;
  cell: Cell;
  currency: string | null;
}

function Cells({ parts, name, cell, currency }: CellsProps) {
  const text = useText();
  return (
    <span className="merge-cell-value">
      {parts.map((part) => (
        <span key={part.field} className="merge-part">
          {parts.length > 1 && <span className="caption">{nameOf(text, part.field)}</span>}
          <CellValue part={part} name={name} cell={cell} currency={currency} />
        </span>
      ))}
    </span>
  );
}

interface RuledProps {
  conflict: Conflict;
  currency: string | null;
  taken: boolean;
  onTake?(): void;
}

/** What the claim's rules make of the source's new value, with a button to use that. */
function Ruled({ conflict, currency, taken, onTake }: RuledProps) {
  const text = useText();
  const format = useFormat();
  const lines = ruledLines(text, conflict);
  const [first] = lines;
  if (first === undefined) {
    return null;
  }
  const value =
    first.source === null
      ? text('recollect.nothing')
      : first.kind === 'money'
        ? format.money(first.source, currency)
        : first.source;
  return (
    <div className={taken ? 'merge-ruled taken' : 'merge-ruled'}>
      <Icon name="bolt" />
      <span className="merge-ruled-text">
        {text.rich(lines.length > 1 ? 'recollect.ruled.more' : 'recollect.ruled', {
          value: <b>{value}</b>,
          n: lines.length - 1,
        })}
      </span>
      {onTake !== undefined && (
        <button type="button" className="merge-ruled-take" aria-pressed={taken} onClick={onTake}>
          {taken && <Icon name="check" size={14} />}
          {text(taken ? 'recollect.ruled.taken' : 'recollect.ruled.take')}
        </button>
      )}
    </div>
  );
}
