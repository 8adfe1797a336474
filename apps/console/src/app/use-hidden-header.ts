import type { RefObject } from 'react';
import { useEffect, useState } from 'react';

/** The head of the page is never hidden above this, in pixels. */
const nearTop = 80;
/** So little is a trembling hand and not a wish, in pixels. */
const least = 6;

/** True while the header is out of the way: the page was scrolled down last, and not up again. */
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
