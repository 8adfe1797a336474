import type { KeyboardEvent } from 'react';
import type { Editing } from './cell-field.tsx';
import type { GridColumn } from './model/columns.ts';
import { afterKey, afterTab, type Range, type Size } from './model/range.ts';

/** What the keys of the sheet do. */
export interface SheetActions {
  move(range: Range): void;
  /** Enters what is being edited. */
  commit(): void;
  cancel(): void;
  edit(way: Editing['way']): void;
  clear(): void;
  fill(direction: 'down' | 'right'): void;
  /** Takes the next value of a choice. */
  cycle(): void;
  undo(): void;
  redo(): void;
  find(): void;
  save(): void;
}

interface SheetKeys {
  range: Range;
  size: Size;
  /** Rows in view. */
  page: number;
  editing: Editing | null;
  column: GridColumn | undefined;
  actions: SheetActions;
}

/** Returns what a key does in the sheet; keys that it does not know keep their meaning. */
export function handleSheetKey(event: KeyboardEvent, keys: SheetKeys): void {
  if (event.nativeEvent.isComposing) {
    return;
  }
  const done = keys.editing === null ? whileMoving(event, keys) : whileEditing(event, keys);
  if (done) {
    event.preventDefault();
    event.stopPropagation();
  }
}

function whileEditing(event: KeyboardEvent, { range, size, editing, column, actions }: SheetKeys): boolean {
  const leave = (to: Range | null) => {
    actions.commit();
    if (to !== null) {
      actions.move(to);
    }
    return true;
  };
  const arrow = { key: event.key, shiftKey: false, ctrlKey: false };
  switch (event.key) {
    case 'Escape':
      actions.cancel();
      return true;
    case 'Tab':
      return leave(afterTab(range, event.shiftKey, size));
    case 'Enter':
      if (event.altKey && column?.kind !== 'choice') {
        return false;
      }
      return leave(afterKey(range, { ...arrow, key: event.shiftKey ? 'ArrowUp' : 'ArrowDown' }, size, 1));
    case 'ArrowUp':
    case 'ArrowDown':
    case 'ArrowLeft':
    case 'ArrowRight':
      return editing?.way === 'typed' && !event.shiftKey && leave(afterKey(range, arrow, size, 1));
    default:
      return false;
  }
}

function whileMoving(event: KeyboardEvent, { range, size, page, column, actions }: SheetKeys): boolean {
  const ctrlKey = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const isChoice = column?.kind === 'choice';
  if (event.altKey) {
    if (event.key === 'ArrowDown' && isChoice) {
      actions.edit('opened');
      return true;
    }
    return false;
  }
  const commands: Record<string, () => void> = {
    d: () => actions.fill('down'),
    r: () => actions.fill('right'),
    z: event.shiftKey ? actions.redo : actions.undo,
    y: actions.redo,
    f: actions.find,
    s: actions.save,
  };
  const command = ctrlKey ? commands[key] : undefined;
  if (command) {
    command();
    return true;
  }
  const to = afterKey(range, { key: event.key, shiftKey: event.shiftKey, ctrlKey }, size, page);
  if (to !== null) {
    actions.move(to);
    return true;
  }
  if (event.key === 'Enter' || event.key === 'F2') {
    actions.edit('opened');
    return true;
  }
  if (event.key === 'Delete' || event.key === 'Backspace') {
    actions.clear();
    return true;
  }
  if (event.key === ' ' && isChoice) {
    actions.cycle();
    return true;
  }
  return false;
}
