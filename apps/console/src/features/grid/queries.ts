import type { MergeRule } from '@bowerbird/catalog/edits/variants/merge';
import {
  checkGrid,
  type GridEdit,
  type GridProduct,
  gridMax,
  openGrid,
  readGridRows,
  saveGrid,
} from '@bowerbird/contract/products/grid';
import type { Selection } from '@bowerbird/contract/products/products';
import type { AnswerOf } from '@bowerbird/contract/route';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../lib/api/call.ts';

export type CheckedProduct = AnswerOf<typeof checkGrid>['products'][number];

/** Returns which products the grid holds; they stay the same however long it is open. */
export function useOpenGrid(selection: Selection | null) {
  return useQuery({
    queryKey: ['grid', 'open', selection],
    queryFn: ({ signal }) =>
      call(openGrid, { body: { selection: selection ?? { filter: {}, except: [] } } }, { signal }),
    enabled: selection !== null,
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Reads the rows of these products, part by part, from the first on. */
export function useGridRows(ids: readonly string[], onRead: (products: readonly GridProduct[]) => void) {
  const [state, setState] = useState<{ done: number; failure: unknown }>({ done: 0, failure: null });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt goes on where the last one failed.
  useEffect(() => {
    const stop = new AbortController();
    const read = async () => {
      let { done } = state;
      while (done < ids.length) {
        // The first rows are shown as soon as they are there.
        const part = ids.slice(done, done + (done === 0 ? 50 : gridMax.read));
        const { products } = await call(readGridRows, { body: { ids: part } }, { signal: stop.signal });
        if (stop.signal.aborted) {
          return;
        }
        done += part.length;
        onRead(products);
        setState({ done, failure: null });
      }
    };
    read().catch((failure: unknown) => {
      if (!stop.signal.aborted) {
        setState((held) => ({ ...held, failure }));
      }
    });
    return () => stop.abort();
  }, [ids, attempt]);
  const retry = useCallback(() => {
    setState((held) => ({ ...held, failure: null }));
    setAttempt((n) => n + 1);
  }, []);
  return { ...state, isComplete: state.done >= ids.length, retry };
}

/** Checks parts one after the other. */
export async function checkChunks(
  chunks: readonly GridEdit[][],
  merge: MergeRule | undefined,
  onDone: (products: number) => void,
  signal: AbortSignal,
): Promise<CheckedProduct[]> {
  const checked: CheckedProduct[] = [];
  for (const products of chunks) {
    checked.push(...(await call(checkGrid, { body: { products, merge } }, { signal })).products);
    onDone(checked.length);
  }
  return checked;
}

/** Saves one part as part of the edit set of this key. */
export function saveChunk(key: string, products: GridEdit[], merge: MergeRule | undefined) {
  return call(saveGrid, { body: { key, products, merge } });
}
