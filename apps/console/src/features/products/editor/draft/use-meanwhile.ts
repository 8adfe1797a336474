import { type Answers, mergeProducts } from '@bowerbird/catalog/merge/merge';
import type { ProductDetail } from '@bowerbird/contract/products/products';
import { getProduct } from '@bowerbird/contract/products/products';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../../lib/api/call.ts';
import { useText } from '../../../../lib/text/text.ts';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { changedFields } from './draft.ts';
import type { Draft } from './use-draft.ts';

export interface Meanwhile {
  /** What someone else saved while this person was editing; null if nobody did. */
  theirs: ProductDetail | null;
  /** Who saved it, if known. */
  by: string | null;
  /** Whether the differences are open. */
  open: boolean;
  see(open: boolean): void;
  /** Merges both versions; asks first if both changed the same field. */
  merge(answers?: Answers): void;
  /** Handles a save refused because of another person's save: loads their version. */
  met(by: string | null): Promise<void>;
  /** Accepts a newer version without a question if nothing conflicts. */
  receive(detail: ProductDetail, by: string | null): void;
}

/** Handles a save by another person of the product being edited. Neither person's work is ever overwritten. */
export function useMeanwhile(draft: Draft, read: ProductDetail | null, saving: () => boolean): Meanwhile {
  const text = useText();
  const toast = useToast();
  const [theirs, setTheirs] = useState<{ detail: ProductDetail; by: string | null } | null>(null);
  const [open, setOpen] = useState(false);

  const adopt = useCallback(
    (detail: ProductDetail, answers?: Answers) => {
      const { base, product } = draft.now();
      draft.rebase(
        detail.product,
        detail.revision,
        mergeProducts(base, product, detail.product, answers).product,
      );
      setTheirs(null);
      setOpen(false);
    },
    [draft.now, draft.rebase],
  );
  const receive = useCallback(
    (detail: ProductDetail, by: string | null) => {
      const { base, product, revision } = draft.now();
      if (detail.revision <= revision) {
        return;
      }
      if (base === product || mergeProducts(base, product, detail.product).conflicts.length === 0) {
        adopt(detail);
      } else {
        setTheirs({ detail, by });
      }
    },
    [adopt, draft.now],
  );
  // A loaded version newer than the edited one: someone saved. With unsaved work here, nothing changes without asking.
  useEffect(() => {
    if (read === null || saving() || read.revision <= draft.now().revision) {
      return;
    }
    if (draft.changes === 0) {
      adopt(read);
    } else {
      setTheirs({ detail: read, by: lastHand(read) });
    }
  }, [read, saving, adopt, draft.changes, draft.now]);

  return {
    theirs: theirs?.detail ?? null,
    by: theirs?.by ?? null,
    open,
    see: setOpen,
    merge: (answers) => {
      if (theirs === null) {
        return;
      }
      const { base, product } = draft.now();
      const { conflicts } = mergeProducts(base, product, theirs.detail.product);
      if (answers === undefined && conflicts.length > 0) {
        setOpen(true);
        return;
      }
      adopt(theirs.detail, answers);
      toast({ text: text('products.merge.done'), state: 'complete' });
    },
    met: async (by) => {
      const detail = await call(getProduct, { params: { id: read?.id ?? '' } });
      if (changedFields(detail.product, draft.now().product).size === 0) {
        // An own save whose response was lost: everything is already saved.
        adopt(detail);
        toast({ text: text('products.saved'), state: 'complete' });
        return;
      }
      setTheirs({ detail, by: by ?? lastHand(detail) });
    },
    receive,
  };
}

/** Returns who wrote the newest of the current values. */
function lastHand({ origins }: ProductDetail): string | null {
  const hands = origins.filter(({ from }) => from === 'person');
  return hands.toSorted((left, right) => right.at.localeCompare(left.at))[0]?.by ?? null;
}
