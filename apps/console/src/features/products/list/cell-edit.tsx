import type { ProductRow } from '@bowerbird/contract/products/products';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import type { EditableCell } from './row-edit.ts';
import { cellText, isEditable } from './row-edit.ts';

/** How long a click waits for a second one before it opens the product, in milliseconds. */
const secondClickMs = 220;

interface CellEditProps {
  row: ProductRow;
  cell: EditableCell;
  /** This cell is being edited. */
  editing: boolean;
  /** The server refused the value entered here. */
  refused: boolean;
  mayEdit: boolean;
  onOpen(row: ProductRow): void;
  onStart(row: ProductRow, cell: EditableCell): void;
  /** Returns false if the value is invalid; the field then stays open. */
  onEnter(row: ProductRow, cell: EditableCell, entered: string): boolean;
  onCancel(): void;
  children: ReactNode;
}

/** A cell that opens its product on a click and becomes a field on a double click. */
export function CellEdit(props: CellEditProps) {
  const { row, cell, editing, refused, mayEdit, onOpen, onStart, children } = props;
  const text = useText();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (editing) {
    return <CellField {...props} />;
  }
  const editable = mayEdit && isEditable(row, cell);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`products-cell${editable ? ' editable' : ''}${refused ? ' refused' : ''}`}
      title={editable ? text('products.cell.hint') : undefined}
      onClick={(event) => {
        clearTimeout(timer.current);
        if (event.shiftKey || event.ctrlKey || event.metaKey) {
          return;
        }
        if (event.detail <= 1) {
          timer.current = setTimeout(() => onOpen(row), editable ? secondClickMs : 0);
        } else if (editable) {
          onStart(row, cell);
        }
      }}
    >
      {children}
    </button>
  );
}

function CellField({ row, cell, onEnter, onCancel }: CellEditProps) {
  const text = useText();
  const toast = useToast();
  const [entered, setEntered] = useState(() => cellText(row, cell));
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);

  useEffect(() => {
    field.current?.select();
  }, []);

  const cancel = () => {
    done.current = true;
    onCancel();
  };
  const enter = (): boolean => {
    done.current ||= onEnter(row, cell, entered);
    return done.current;
  };
  const leave = () => {
    if (!done.current && !enter()) {
      // The field closes on blur, so the error is shown in a notice instead.
      toast({ text: text(`products.cell.${cell}.wrong`), state: 'failed' });
      cancel();
    }
  };
  return (
    <input
      ref={field}
      className="products-cell-field"
      aria-label={text(`products.cell.${cell}`, { name: row.title })}
      aria-invalid={wrong}
      title={wrong ? text(`products.cell.${cell}.wrong`) : undefined}
      inputMode={cell === 'price' ? 'decimal' : cell === 'stock' ? 'numeric' : 'text'}
      value={entered}
      onChange={({ target }) => {
        setEntered(target.value);
        setWrong(false);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        const itsRow = event.currentTarget.closest<HTMLElement>('[data-row]');
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
          const taken = enter();
          setWrong(!taken);
          if (taken) {
            itsRow?.focus();
          }
        }
        if (event.key === 'Escape') {
          cancel();
          itsRow?.focus();
        }
      }}
      onBlur={leave}
    />
  );
}
