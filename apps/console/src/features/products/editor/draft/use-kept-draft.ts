import type { ProductDetail } from '@bowerbird/contract/products/products';
import { useEffect, useRef, useState } from 'react';
import { dropDraft, type KeptDraft, keepDraft, readDraft } from '../../../../lib/kept/kept-drafts.ts';
import { useSession } from '../../../../lib/person/session.ts';
import { changedFields } from './draft.ts';
import type { Draft } from './use-draft.ts';

/** Unsaved changes are stored once typing has paused this long, in milliseconds. */
const pauseMs = 400;

export interface KeptDraftOffer {
  /** What was unsaved when this window was reloaded or closed; null if nothing was. */
  kept: KeptDraft | null;
  /** Restores them. What others saved meanwhile is handled as during editing: nothing of it is overwritten. */
  restore(): void;
  discard(): void;
}

/** Keeps unsaved changes across a reload of the window, and offers to restore them. */
export function useKeptDraft(draft: Draft, detail: ProductDetail | null): KeptDraftOffer {
  const { user } = useSession();
  const productId = detail?.id ?? 'new';
  const [kept, setKept] = useState<KeptDraft | null>(() => {
    const found = readDraft(user.id, productId);
    return found !== null && changedFields(draft.product, found.product).size > 0 ? found : null;
  });
  const { base, product, revision, changes } = draft;
  const wasChanged = useRef(false);
  useEffect(() => {
    if (changes === 0) {
      if (wasChanged.current) {
        // Saved or discarded.
        wasChanged.current = false;
        dropDraft(user.id, productId);
      }
      return;
    }
    wasChanged.current = true;
    const write = () =>
      keepDraft(user.id, productId, { at: new Date().toISOString(), revision, base, product });
    const timer = setTimeout(write, pauseMs);
    addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', write);
    };
  }, [user.id, productId, base, product, revision, changes]);

  return {
    kept,
    restore: () => {
      if (kept !== null) {
        draft.rebase(kept.base, kept.revision, kept.product);
        setKept(null);
      }
    },
    discard: () => {
      setKept(null);
      if (changes === 0) {
        dropDraft(user.id, productId);
      }
    },
  };
}
