import type { RefObject } from 'react';
import { useEffect, useState } from 'react';

/** The header is never hidden at scroll positions above this, in pixels. */
const nearTop = 80;
/** Scrolling less than this is unintentional and ignored, in pixels. */
const least = 6;

/** Returns true while the header is hidden: the last scroll was downwards. */
export function useHiddenHeader(scroller: RefObject<HTMLElement | null>, enabled: boolean): boolean {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const outer = scroller.current;
    if (!enabled || outer === null) {
      setHidden(false);
      return;
    }
    let before = outer.scrollTop;
    const onScroll = () => {
      const now = outer.scrollTop;
      if (now < nearTop) {
        setHidden(false);
      } else if (Math.abs(now - before) < least) {
        return;
      } else {
        setHidden(now > before);
      }
      before = now;
    };
    outer.addEventListener('scroll', onScroll, { passive: true });
    return () => outer.removeEventListener('scroll', onScroll);
  }, [scroller, enabled]);
  return hidden;
}
