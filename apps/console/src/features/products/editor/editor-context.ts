import type { ProductDetail } from '@bowerbird/contract/products/products';
import { createContext, useContext } from 'react';
import type { Draft } from './draft/use-draft.ts';
import type { FieldIssue } from './product-issues.ts';

export interface Editor {
  draft: Draft;
  /** The server's last version; null for a product that is not saved yet. */
  detail: ProductDetail | null;
  /** Errors to show now. */
  issues: FieldIssue[];
  /** What the server removed from the description on the last save. */
  removed: { name: string; count: number }[];
  mayEdit: boolean;
  /** Undoes one change of the history, or only these of its cells. */
  undoChange(changeId: string, paths?: readonly string[]): void;
  undoing: boolean;
}

export const EditorContext = createContext<Editor | null>(null);

/** Returns the product being edited; only inside the editor. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === null) {
    throw new Error('useEditor outside the product editor');
  }
  return editor;
}
