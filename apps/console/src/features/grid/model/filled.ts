import type { ChoiceWords } from './cell-text.ts';
import { storedAt } from './columns.ts';
import { continued, repeated } from './fill.ts';
import type { View } from './paste.ts';
import { type Box, boxOf, type Range } from './range.ts';
import { type CellText, type Edits, entryAt, shownText } from './state.ts';

/** Returns what a cell of the view shows; null where the row has no such cell. */
function textAt(view: View, edits: Edits, row: number, column: number, words: ChoiceWords): string | null {
  const at = view.rows[row];
  const of = view.columns[column];
  return at && of && storedAt(at, of) !== undefined ? shownText(entryAt(edits, at, of), at, of, words) : null;
}

/** Returns the texts of a box, row by row, as they are shown. */
export function textsIn(view: View, edits: Edits, box: Box, words: ChoiceWords): string[][] {
  return Array.from({ length: box.bottom - box.top + 1 }, (_, down) =>
    Array.from(
      { length: box.right - box.left + 1 },
      (_each, across) => textAt(view, edits, box.top + down, box.left + across, words) ?? '',
    ),
  );
}

/** Returns what the fill handle writes when it is dragged from the range to a box that is longer on one side. */
export function filledTo(
  view: View,
  edits: Edits,
  range: Range,
  to: Box,
  { words, copies }: { words: ChoiceWords; copies: boolean },
): CellText[] {
  const from = boxOf(range);
  const isDown = to.top !== from.top || to.bottom !== from.bottom;
  const back = isDown ? to.top < from.top : to.left < from.left;
  const count = isDown
    ? from.top - to.top + to.bottom - from.bottom
    : from.left - to.left + to.right - from.right;
  const lines = isDown ? from.right - from.left + 1 : from.bottom - from.top + 1;
  const texts: CellText[] = [];
  for (let line = 0; line < lines; line += 1) {
    const kind = view.columns[isDown ? from.left + line : from.left]?.kind ?? 'text';
    const given = Array.from(
      { length: isDown ? from.bottom - from.top + 1 : from.right - from.left + 1 },
      (_, at) =>
        isDown
          ? textAt(view, edits, from.top + at, from.left + line, words)
          : textAt(view, edits, from.top + line, from.left + at, words),
    ).filter((text) => text !== null);
    if (given.length === 0) {
      continue;
    }
    const next = copies
      ? repeated(back ? given.toReversed() : given, count)
      : continued(kind, given, count, back);
    next.forEach((text, step) => {
      const distance = back ? -1 - step : step;
      const row = view.rows[isDown ? (back ? from.top : from.bottom + 1) + distance : from.top + line];
      const column = view.columns[isDown ? from.left + line : (back ? from.left : from.right + 1) + distance];
      if (row && column) {
        texts.push({ row, column, text });
      }
    });
  }
  return texts;
}

/**
 * Returns what Ctrl+D writes: the first row of the range into those below, or into the whole of one row what is above it.
 * `right` does the same with columns.
 */
export function filledWithin(
  view: View,
  edits: Edits,
  range: Range,
  direction: 'down' | 'right',
  words: ChoiceWords,
): CellText[] {
  const box = boxOf(range);
  const isDown = direction === 'down';
  const isOne = isDown ? box.top === box.bottom : box.left === box.right;
  const source = isDown ? box.top - (isOne ? 1 : 0) : box.left - (isOne ? 1 : 0);
  const texts: CellText[] = [];
  for (let row = isDown && !isOne ? box.top + 1 : box.top; row <= box.bottom; row += 1) {
    for (let column = !isDown && !isOne ? box.left + 1 : box.left; column <= box.right; column += 1) {
      const [at, of] = [view.rows[row], view.columns[column]];
      const text = isDown
        ? textAt(view, edits, source, column, words)
        : textAt(view, edits, row, source, words);
      if (at && of && text !== null) {
        texts.push({ row: at, column: of, text });
      }
    }
  }
  return texts;
}
