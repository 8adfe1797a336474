import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { useToast } from '../../ui/toast.tsx';
import { useTellFailure } from '../../ui/use-tell-failure.ts';
import { useUndoAll } from './followed-drawer.tsx';
import type { AlikeAsk, Written } from './queries.ts';
import { recollectKeys, useDecideAlike, useReadAgain, useWrite } from './queries.ts';
import type { Decisions } from './use-decisions.ts';

export interface Merge {
  busy: boolean;
  /** Products that somebody edited meanwhile: their questions were read again. */
  stale: ReadonlySet<string>;
  /** Writes what is decided. Answers whether all of it was. */
  write(): Promise<boolean>;
  /** Writes what is decided, then decides all that is alike. */
  alike(ask: AlikeAsk): Promise<void>;
}

/** Writing decisions: told with the way back, and what could not be written is asked again. */
export function useMerge(decisions: Decisions): Merge {
  const text = useText();
  const toast = useToast();
  const tell = useTellFailure();
  const cache = useQueryClient();
  const readAgain = useReadAgain();
  const writing = useWrite();
  const deciding = useDecideAlike();
  const [, undoAll] = useUndoAll();
  const [stale, setStale] = useState<ReadonlySet<string>>(new Set());

  const send = async (): Promise<Written> => {
    const { all, whole } = decisions;
    const written = await writing.mutateAsync({ decisions: all, whole });
    decisions.forget(all.map(({ productId }) => productId));
    const failed = written.faults.map(({ productId }) => productId);
    setStale(new Set(failed));
    for (const productId of failed) {
      void cache.invalidateQueries({ queryKey: recollectKeys.one(productId) });
    }
    return written;
  };
  const undoOf = (editSetIds: string[]) =>
    editSetIds.length === 0 ? {} : { onUndo: () => void undoAll(editSetIds) };

  return {
    busy: writing.isPending || deciding.isPending,
    stale,
    write: async () => {
      if (decisions.all.length === 0) {
        toast({ text: text('recollect.write.none') });
        return true;
      }
      try {
        const { editSetIds, written, faults } = await send();
        toast({
          state: faults.length === 0 ? 'complete' : 'partial',
          text: text(faults.length === 0 ? 'recollect.written' : 'recollect.written.some', {
            n: written,
            stale: faults.length,
          }),
          ...undoOf(editSetIds),
        });
        return faults.length === 0;
      } catch (thrown) {
        tell(thrown);
        return false;
      } finally {
        readAgain();
      }
    },
    alike: async (ask) => {
      try {
        const before = decisions.all.length === 0 ? null : await send();
        const { resolved, editSetId } = await deciding.mutateAsync(ask);
        const editSetIds = [...(before?.editSetIds ?? []), ...(editSetId === null ? [] : [editSetId])];
        toast({
          state: 'complete',
          text: text(ask.asRule ? 'recollect.ruleSaved' : 'recollect.alike.done', { n: resolved }),
          ...undoOf(editSetIds),
        });
      } catch (thrown) {
        tell(thrown);
      } finally {
        readAgain();
      }
    },
  };
}
