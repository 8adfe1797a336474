import type { ItemState, ListingRun } from '@bowerbird/contract/listing/listing';
import { hasEnded } from '@bowerbird/contract/runs';
import { useEffect, useRef, useState } from 'react';
import { useScroller } from '../../ui/layout/scroller.ts';
import type { useListingItems } from './queries.ts';

/** Time between two reloads of the rows, in milliseconds, for each loaded page. */
const restMs = 1000;

/**
 * Reloads the rows as the run progresses. If the person has scrolled down in a growing list, the rows stay, and the
 * number of new ones is shown instead.
 */
export function useFreshRows(
  listing: ListingRun,
  state: ItemState | 'all',
  items: ReturnType<typeof useListingItems>,
) {
  const scroller = useScroller();
  const { run, counts } = listing;
  const [seen, setSeen] = useState(0);
  const readAt = useRef(Date.now());
  const [count, setCount] = useState(0);
  const inState = state === 'all' ? 0 : counts[state];
  const pages = items.data?.pages.length ?? 0;
  const { refetch, dataUpdatedAt } = items;
  const latest = useRef(inState);
  useEffect(() => {
    latest.current = inState;
  });

  useEffect(() => {
    if (dataUpdatedAt > 0) {
      readAt.current = dataUpdatedAt;
      setSeen(latest.current);
      setCount(0);
    }
  }, [dataUpdatedAt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each version of the run asks once.
  useEffect(() => {
    if (pages === 0) {
      return;
    }
    if (state !== 'all' && (scroller.current?.scrollTop ?? 0) > 240) {
      setCount(Math.max(0, inState - seen));
      return;
    }
    const wait = hasEnded(run) ? 0 : Math.max(0, readAt.current + restMs * pages - Date.now());
    const timer = setTimeout(() => void refetch({ cancelRefetch: false }), wait);
    return () => clearTimeout(timer);
  }, [run.version, state]);

  return {
    count,
    show: () => {
      scroller.current?.scrollTo({ top: 0 });
      void refetch();
    },
  };
}
