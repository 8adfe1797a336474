import type { ProductRow } from '@bowerbird/contract/products/products';
import { useCallback, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { useEditRow } from '../queries.ts';
import type { EditableCell } from './row-edit.ts';
import { editFromText, reverseEdit } from './row-edit.ts';

interface Place {
  id: string;
  cell: EditableCell;
}

export interface RowEditing {
  /** The cell being edited. */
  at: Place | null;
  /** The cell whose value the server refused last. */
  refused: Place | null;
  start(row: ProductRow, cell: EditableCell): void;
  enter(row: ProductRow, cell: EditableCell, entered: string): boolean;
  cancel(): void;
}

/** Edits in the list's own cells: shown at once, with undo; a refusal says why and restores the old value. */
export function useRowEditing(): RowEditing {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const { mutate } = useEditRow();
  const [at, setAt] = useState<Place | null>(null);
  const [refused, setRefused] = useState<Place | null>(null);

  const start = useCallback((row: ProductRow, cell: EditableCell) => {
    setRefused(null);
    setAt({ id: row.id, cell });
  }, []);
  const cancel = useCallback(() => setAt(null), []);
  const enter = useCallback(
    (row: ProductRow, cell: EditableCell, entered: string) => {
      const edit = editFromText(row, cell, entered);
      if (edit === 'invalid') {
        return false;
      }
      setAt(null);
      if (edit !== null) {
        const refuse = (failure: unknown) => {
          setRefused({ id: row.id, cell });
          reportFailure(failure);
        };
        const undo = () => mutate(reverseEdit(row, cell), { onError: refuse });
        mutate(edit, {
          onError: refuse,
          onSuccess: () => toast({ text: text(`products.edited.${cell}`), state: 'complete', onUndo: undo }),
        });
      }
      return true;
    },
    [mutate, reportFailure, text, toast],
  );
  return { at, refused, start, enter, cancel };
}
