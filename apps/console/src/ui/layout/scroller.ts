import type { RefObject } from 'react';
import { createContext, useContext } from 'react';

/** The scroll container of a page; lists that render only what is in view measure against it. */
export const ScrollerContext = createContext<RefObject<HTMLElement | null>>({ current: null });

export function useScroller(): RefObject<HTMLElement | null> {
  return useContext(ScrollerContext);
}
