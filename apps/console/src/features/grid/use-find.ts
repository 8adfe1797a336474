import { useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import type { ChoiceWords } from './model/cell-text.ts';
import { replaced, type Search } from './model/find.ts';
import { cellsIn, type View } from './model/paste.ts';
import { boxOf, isOneCell, type Range } from './model/range.ts';
import { type CellText, entryAt, type GridState, shownText } from './model/state.ts';

interface FindScope {
  view: View;
  state: GridState;
  range: Range;
  words: ChoiceWords;
  onRange(range: Range): void;
  onTexts(texts: CellText[]): void;
}

/** Finding and replacing in the cells that are shown, or in those that are selected. */
export function useFind({ view, state, range, words, onRange, onTexts }: FindScope) {
  const text = useText();
  const [outcome, setOutcome] = useState<string | null>(null);
  const inSelection = !isOneCell(range);
  const textsOf = (cells: Omit<CellText, 'text'>[]) =>
    cells.map((cell) => ({
      ...cell,
      text: shownText(entryAt(state.edits, cell.row, cell.column), cell.row, cell.column, words),
    }));
  const every = { top: 0, bottom: view.rows.length - 1, left: 0, right: view.columns.length - 1 };
  return {
    inSelection,
    outcome,
    next(search: Search) {
      const width = view.columns.length;
      const start = range.focus.row * width + range.focus.column;
      const count = view.rows.length * width;
      const endsAt = performance.now() + 2000;
      for (let step = 1; step <= count; step += 1) {
        const at = (start + step) % count;
        const row = view.rows[Math.floor(at / width)];
        const column = view.columns[at % width];
        const cells = row && column && column.kind !== 'name' ? textsOf([{ row, column }]) : [];
        if (replaced(cells, search, '').cells.length > 0) {
          const focus = { row: Math.floor(at / width), column: at % width };
          setOutcome(null);
          onRange({ anchor: focus, focus });
          return;
        }
        if (step % 500 === 0 && performance.now() > endsAt) {
          setOutcome(text('grid.find.cut'));
          return;
        }
      }
      setOutcome(text('grid.find.none'));
    },
    replace(search: Search, replaceWith: string) {
      const found = replaced(textsOf(cellsIn(view, inSelection ? boxOf(range) : every)), search, replaceWith);
      onTexts(found.cells);
      setOutcome(
        found.isCut
          ? text('grid.find.cut')
          : found.cells.length === 0
            ? text('grid.find.none')
            : text('grid.find.done', { n: found.cells.length }),
      );
    },
  };
}
