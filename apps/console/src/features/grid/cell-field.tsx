import { useLayoutEffect, useRef } from 'react';
import type { GridColumn } from './model/columns.ts';
import type { CellWords } from './use-cell-words.ts';

/** A cell while it is edited: `typed` began with typing, so that arrows leave it; `opened` keeps them for the text. */
export interface Editing {
  text: string;
  way: 'typed' | 'opened';
}

interface CellFieldProps {
  column: GridColumn;
  /** Row and column, for screen readers. */
  name: string;
  /** What the cell shows while it is not edited. */
  text: string;
  editing: Editing | null;
  readOnly: boolean;
  isWrong: boolean;
  words: CellWords;
  /** Takes the focus when this changes, and with its first value if it is not null. */
  focus: number;
  onText(text: string): void;
  onChoose(text: string): void;
  onLeave(): void;
}

/**
 * The field of the active cell. It has the focus of the whole grid, so that whatever is typed, with any input method, goes
 * into the cell.
 */
export function CellField({
  column,
  name,
  text,
  editing,
  readOnly,
  isWrong,
  words,
  focus,
  onText,
  onChoose,
  onLeave,
}: CellFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLSelectElement>(null);
  const isChoice = column.kind === 'choice';
  const way = editing?.way ?? null;
  const isList = isChoice && way !== null;

  useLayoutEffect(() => {
    if (focus > 0) {
      (isList ? list : field).current?.focus({ preventScroll: true });
    }
  }, [focus, isList]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text of the cell is selected, too.
  useLayoutEffect(() => {
    const area = field.current;
    if (area === null || document.activeElement !== area) {
      return;
    }
    if (way === null) {
      area.select();
    } else if (way === 'opened') {
      area.setSelectionRange(area.value.length, area.value.length);
    }
  }, [way, text, focus]);

  const described = isWrong ? { 'aria-describedby': 'grid-why', 'aria-invalid': true } : {};
  if (isList) {
    return (
      <select
        ref={list}
        className="grid-field"
        aria-label={name}
        {...described}
        value={editing?.text}
        onChange={({ target }) => onChoose(target.value)}
        onBlur={onLeave}
      >
        {(column.choices ?? []).map((value) => (
          <option key={String(value)}>{words.choice(column, value)}</option>
        ))}
      </select>
    );
  }
  return (
    <textarea
      ref={field}
      className={way === null ? 'grid-field' : 'grid-field edited'}
      aria-label={name}
      {...described}
      rows={1}
      spellCheck={false}
      inputMode={isChoice ? 'none' : column.kind === 'money' ? 'decimal' : 'text'}
      readOnly={readOnly || isChoice}
      value={editing?.text ?? text}
      onChange={({ target }) => onText(target.value)}
      onBlur={onLeave}
    />
  );
}
