import type { ProductField } from '@bowerbird/catalog/product';
import type { MergeAnswer } from '@bowerbird/contract/collect/recollect';
import { useCallback, useMemo, useState } from 'react';
import type { ConflictDetail, Decision } from './queries.ts';

/** The answers for one product, with the revision that was shown. */
interface Answered {
  revision: number;
  answers: Partial<Record<ProductField, MergeAnswer>>;
  /** The conflicts that were shown. */
  keys: ProductField[];
}

export interface Decisions {
  answersOf(productId: string): Partial<Record<ProductField, MergeAnswer>>;
  /** `part`: some conflicts are open; `whole`: none is. */
  stateOf(productId: string): 'none' | 'part' | 'whole';
  answer(detail: ConflictDetail, keys: ProductField[], answer: MergeAnswer): void;
  /** Discards the answers for these products. */
  forget(productIds: Iterable<string>): void;
  /** Decisions to write. */
  all: Decision[];
  /** Products without any conflict left once this is written. */
  whole: ReadonlySet<string>;
  /** Number of answered conflicts. */
  count: number;
}

/** Holds answers that are not written yet. */
export function useDecisions(): Decisions {
  const [held, setHeld] = useState<ReadonlyMap<string, Answered>>(new Map());

  const answer = useCallback(
    ({ row, revision, conflicts }: ConflictDetail, keys: ProductField[], given: MergeAnswer) => {
      setHeld((before) => {
        const was = before.get(row.productId);
        const earlier = was?.revision === revision ? was.answers : {};
        const answers = { ...earlier, ...Object.fromEntries(keys.map((key) => [key, given])) };
        return new Map(before).set(row.productId, {
          revision,
          answers,
          keys: conflicts.map(({ key }) => key),
        });
      });
    },
    [],
  );
  const forget = useCallback((productIds: Iterable<string>) => {
    setHeld((before) => {
      const after = new Map(before);
      for (const id of productIds) {
        after.delete(id);
      }
      return after;
    });
  }, []);

  return useMemo(() => {
    const entries = [...held];
    const isWhole = ({ keys, answers }: Answered) => keys.every((key) => answers[key] !== undefined);
    return {
      answer,
      forget,
      answersOf: (productId) => held.get(productId)?.answers ?? {},
      stateOf: (productId) => {
        const answered = held.get(productId);
        return answered === undefined ? 'none' : isWhole(answered) ? 'whole' : 'part';
      },
      all: entries.map(([productId, { revision, answers }]) => ({ productId, revision, answers })),
      whole: new Set(entries.filter(([, answered]) => isWhole(answered)).map(([productId]) => productId)),
      count: entries.reduce((sum, [, { answers }]) => sum + Object.keys(answers).length, 0),
    };
  }, [held, answer, forget]);
}
