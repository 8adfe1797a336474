import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { useUndoAll } from './followed-drawer.tsx';
import type { SimilarRequest, Written } from './queries.ts';
import { recollectKeys, useDecideSimilar, useReadAgain, useWrite } from './queries.ts';
import type { Decisions } from './use-decisions.ts';

export interface Merge {
  busy: boolean;
  /** Products that someone edited meanwhile: their conflicts were reloaded. */
  stale: ReadonlySet<string>;
  /** Writes the decisions. Resolves to whether all of them were written. */
  write(): Promise<boolean>;
  /** Writes the decisions, then decides all matching conflicts the same way. */
  similar(request: SimilarRequest): Promise<void>;
}

/** Writes decisions: reports them with an undo, and shows again the conflicts whose decisions could not be written. */
export function useMerge(decisions: Decisions): Merge {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const cache = useQueryClient();
  const readAgain = useReadAgain();
  const writing = useWrite();
  const deciding = useDecideSimilar();
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
        reportFailure(thrown);
        return false;
      } finally {
        readAgain();
      }
    },
    similar: async (request) => {
      try {
        const before = decisions.all.length === 0 ? null : await send();
        const { resolved, editSetIds: decided } = await deciding.mutateAsync(request);
        const editSetIds = [...(before?.editSetIds ?? []), ...decided];
        toast({
          state: 'complete',
          text: text(request.asRule ? 'recollect.ruleSaved' : 'recollect.similar.done', { n: resolved }),
          ...undoOf(editSetIds),
        });
      } catch (thrown) {
        reportFailure(thrown);
      } finally {
        readAgain();
      }
    },
  };
}
