import type { ProductDetail } from '@bowerbird/contract/products/products';
import { useEffect, useRef } from 'react';
import { usePage } from '../../../lib/page.ts';
import { cellNames, variantNames } from '../../../lib/text/cell-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { isTyping } from '../../../ui/table/typing.ts';
import { useUndoChange } from '../queries.ts';
import type { Editor } from './editor-context.ts';

/** Undoes one change of the history: the restored values are merged under the unsaved changes. */
export function useUndoing(
  detail: ProductDetail | null,
  receive: (detail: ProductDetail, by: string | null) => void,
): Pick<Editor, 'undoChange' | 'undoing'> {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const undo = useUndoChange();
  return {
    undoing: undo.isPending,
    undoChange: (changeId, paths) => {
      if (detail === null) {
        return;
      }
      undo.mutate(
        { id: detail.id, changeId, paths },
        {
          onError: reportFailure,
          onSuccess: ({ detail: newer, restored, kept, impossible }) => {
            receive(newer, null);
            const variants = variantNames([...detail.product.variants, ...newer.product.variants]);
            const names = (paths: string[]) => cellNames(text, paths, variants).join(', ');
            const lost = impossible.map(({ path }) => path);
            toast({
              state: restored.length === 0 ? 'partial' : 'complete',
              text: [
                restored.length > 0 ? text('products.undone.restored', { fields: names(restored) }) : '',
                kept.length > 0 ? text('products.undone.spared', { fields: names(kept) }) : '',
                lost.length > 0 ? text('products.undone.impossible', { fields: names(lost) }) : '',
              ]
                .filter(Boolean)
                .join(' '),
            });
          },
        },
      );
    },
  };
}

/** Opens a newly created product in its own tab, and closes the tab of the blank one. */
export function useOpenCreated(created: { current: string | null }, changes: number): void {
  const page = usePage();
  const opened = useRef(false);
  useEffect(() => {
    const id = created.current;
    if (id !== null && changes === 0 && !opened.current) {
      opened.current = true;
      page.open(`/products/${id}`);
    }
  });
  useEffect(
    () => () => {
      if (opened.current) {
        setTimeout(() => page.close(), 0);
      }
    },
    [page],
  );
}

interface EditorKeys {
  save(): Promise<boolean>;
  undo(): boolean;
  preview(): void;
}

/**
 * Handles Ctrl S, which saves, also while typing; outside of fields, Ctrl Z undoes the last change and p opens the
 * preview.
 */
export function useEditorKeys(keys: EditorKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.shiftKey || event.altKey) {
        return;
      }
      if (!event.ctrlKey && !event.metaKey) {
        if (event.key === 'p' && !event.defaultPrevented && !isTyping(event.target)) {
          latest.current.preview();
        }
        return;
      }
      if (event.key === 's') {
        event.preventDefault();
        void latest.current.save();
      }
      if (event.key === 'z' && !isTyping(event.target) && latest.current.undo()) {
        event.preventDefault();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
