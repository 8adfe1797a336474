/** A cell by its place among the rows and columns that are shown. */
export interface Place {
  row: number;
  column: number;
}

/** A range from the cell where it begins to the active cell. */
export interface Range {
  anchor: Place;
  focus: Place;
}

/** The cells of a range: first and last row and column. */
export interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** How many rows and columns are shown. */
export interface Size {
  rows: number;
  columns: number;
}

export const startRange: Range = { anchor: { row: 0, column: 0 }, focus: { row: 0, column: 0 } };

export function boxOf({ anchor, focus }: Range): Box {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

export function isOneCell({ anchor, focus }: Range): boolean {
  return anchor.row === focus.row && anchor.column === focus.column;
}

/** Returns the range within what is shown. */
export function within(range: Range, size: Size): Range {
  const inside = ({ row, column }: Place): Place => ({
    row: Math.max(0, Math.min(size.rows - 1, row)),
    column: Math.max(0, Math.min(size.columns - 1, column)),
  });
  return { anchor: inside(range.anchor), focus: inside(range.focus) };
}

/** A key with its modifiers, as an event of the keyboard has them. */
export interface Key {
  key: string;
  shiftKey: boolean;
  /** Control, or command on a Mac. */
  ctrlKey: boolean;
}

/**
 * Returns the range after a key that moves or extends it; null for any other key. Arrows go one cell, with control to the
 * edge; Home and End go within the row, with control to the corner; shift keeps where the range begins.
 */
export function afterKey(
  range: Range,
  { key, shiftKey, ctrlKey }: Key,
  size: Size,
  page: number,
): Range | null {
  const { row, column } = range.focus;
  const far = Math.max(size.rows, size.columns);
  const step = ctrlKey ? far : 1;
  const all = { row: size.rows - 1, column: size.columns - 1 };
  if (ctrlKey && key.toLowerCase() === 'a') {
    return { anchor: { row: 0, column: 0 }, focus: all };
  }
  if (key === ' ' && shiftKey) {
    return { anchor: { row: range.anchor.row, column: 0 }, focus: { row, column: all.column } };
  }
  if (key === ' ' && ctrlKey) {
    return { anchor: { row: 0, column: range.anchor.column }, focus: { row: all.row, column } };
  }
  const moved: Record<string, Place> = {
    ArrowDown: { row: row + step, column },
    ArrowUp: { row: row - step, column },
    ArrowRight: { row, column: column + step },
    ArrowLeft: { row, column: column - step },
    PageDown: { row: row + page, column },
    PageUp: { row: row - page, column },
    Home: { row: ctrlKey ? 0 : row, column: 0 },
    End: { row: ctrlKey ? all.row : row, column: all.column },
  };
  const focus = moved[key];
  return focus === undefined ? null : within({ anchor: shiftKey ? range.anchor : focus, focus }, size);
}

/** Returns the next cell in reading order, as Tab goes; null beyond the last or first cell. */
export function afterTab({ focus: { row, column } }: Range, back: boolean, size: Size): Range | null {
  const at = row * size.columns + column + (back ? -1 : 1);
  if (at < 0 || at >= size.rows * size.columns) {
    return null;
  }
  const focus = { row: Math.floor(at / size.columns), column: at % size.columns };
  return { anchor: focus, focus };
}
