import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { takeTab, usePage } from '../../../lib/page.ts';
import { isTyping } from '../../../ui/table/typing.ts';
import { readListPage } from '../queries.ts';
import type { Walk } from './list-walk.ts';
import { keepPlace, keepWalk, readWalk } from './list-walk.ts';

export interface WalkState {
  /** Counted from 1. */
  place: number;
  total: number;
  next: (() => void) | null;
  previous: (() => void) | null;
}

/**
 * Steps through the list from which a product was opened: J next, K previous, in the same tab. A product with unsaved
 * work keeps its tab, and the next one opens in another.
 */
export function useWalk(id: string | null, unsaved: boolean): WalkState | null {
  const page = usePage();
  const [walk, setWalk] = useState<Walk | null>(() => (id === null ? null : readWalk(id)));
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const at = walk === null || id === null ? -1 : walk.ids.indexOf(id);

  useEffect(() => {
    if (id !== null) {
      keepPlace(id);
    }
  }, [id]);

  useEffect(() => {
    if (walk === null || walk.nextCursor === null || at < walk.ids.length - 3) {
      return;
    }
    const stop = new AbortController();
    readListPage(walk.request, walk.nextCursor, stop.signal).then(
      ({ items, nextCursor }) => {
        const longer = { ...walk, ids: [...walk.ids, ...items.map((item) => item.id)], nextCursor };
        keepWalk(longer);
        setWalk(longer);
      },
      () => undefined,
    );
    return () => stop.abort();
  }, [walk, at]);

  const goTo = (to: string | undefined) =>
    to === undefined
      ? null
      : () => {
          const path = pathname.replace(/[^/]+$/, to);
          if (unsaved) {
            page.open(path);
          } else {
            void navigate(path, takeTab);
          }
        };
  const state: WalkState | null =
    walk === null || at === -1
      ? null
      : {
          place: at + 1,
          total: Math.max(walk.total, walk.ids.length),
          next: goTo(walk.ids[at + 1]),
          previous: goTo(at === 0 ? undefined : walk.ids[at - 1]),
        };

  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = { j: latest.current?.next, k: latest.current?.previous }[event.key];
      if (act && !isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        act();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return state;
}
