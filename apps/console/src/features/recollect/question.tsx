import type { Conflict, MergeAnswer } from '@bowerbird/contract/collect/recollect';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Grid, Row, Stack } from '../../ui/layout/box.tsx';
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
    <Grid
      as="fieldset"
      className={active ? 'merge-question active' : 'merge-question'}
      oneUnder={576}
      columns="88px repeat(3, minmax(0, 1fr))"
      gap={[10, 12]}
      shrink
      m={0}
      p={[10, 0]}
      border="none"
      data-question={conflict.key}
      onFocus={onActive}
    >
      <legend className="only-read">{name}</legend>
      <Box
        as="span"
        className="merge-question-name"
        pt={8}
        font="small"
        weight={500}
        anywhere
        aria-hidden="true"
      >
        {name}
      </Box>
      <Stack className="merge-cell before" gap={2} shrink p={[8, 12, 10]} radius="l">
        <Row as="span" className="merge-cell-head" align="start" gap={6} font="caption" tone="t2">
          {text('recollect.before', { time: format.day(beforeAt) })}
        </Row>
        {cell('before')}
      </Stack>
      {(['source', 'mine'] as const).map((side) => (
        <Stack
          as="label"
          key={side}
          className={answer === side ? 'merge-cell choice chosen' : 'merge-cell choice'}
          gap={2}
          shrink
          p={[8, 12, 10]}
          radius="l"
        >
          <Row as="span" className="merge-cell-head" align="start" gap={6} font="caption" tone="t2">
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
          </Row>
          {cell(side)}
        </Stack>
      ))}
      {conflict.ruled !== null && (
        <Ruled
          conflict={conflict}
          currency={currency}
          taken={answer === 'ruled'}
          {...(mayDecide ? { onTake: () => onAnswer('ruled') } : {})}
        />
      )}
    </Grid>
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
    <Stack as="span" gap={6} shrink font="small">
      {parts.map((part) => (
        <Stack as="span" key={part.field} gap={6} shrink font="small">
          {parts.length > 1 && <span className="caption">{nameOf(text, part.field)}</span>}
          <CellValue part={part} name={name} cell={cell} currency={currency} />
        </Stack>
      ))}
    </Stack>
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
    <Row
      className={taken ? 'merge-ruled taken' : 'merge-ruled'}
      column="2 / -1"
      align="center"
      gap={10}
      minH={36}
      p={[6, 14]}
      radius="l"
      font="small"
      ground="violet-s"
    >
      <Icon name="bolt" />
      <Box as="span" grow shrink anywhere>
        {text.rich(lines.length > 1 ? 'recollect.ruled.more' : 'recollect.ruled', {
          value: <b>{value}</b>,
          n: lines.length - 1,
        })}
      </Box>
      {onTake !== undefined && (
        <Row
          as="button"
          type="button"
          className="merge-ruled-take"
          hover="underline"
          inline
          rigid
          align="center"
          gap={4}
          minH={24}
          radius="xs"
          tone="violet"
          aria-pressed={taken}
          onClick={onTake}
        >
          {taken && <Icon name="check" size={14} />}
          {text(taken ? 'recollect.ruled.taken' : 'recollect.ruled.take')}
        </Row>
      )}
    </Row>
  );
}
