import type { ProductDetail } from '@bowerbird/contract/products';
import { createContext, useContext } from 'react';
import type { FieldIssue } from './product-issues.ts';
import type { Draft } from './use-draft.ts';

export interface Editor {
  draft: Draft;
  /** As the server told it last; null for a product that is not saved yet. */
  detail: ProductDetail | null;
  /** What is wrong and is to be shown now. */
  issues: FieldIssue[];
  /** What the server took out of the description when it was saved last. */
  removed: { name: string; count: number }[];
  mayEdit: boolean;
  /** Takes one change of the history back. */
  undoChange(changeId: string): void;
  undoing: boolean;
}

export const EditorContext = createContext<Editor | null>(null);

/** The product being edited; only inside the editor. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === null) {
    throw new Error('useEditor outside the product editor');
  }
  return editor;
}
