import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * What a person opened beside the page, until another page is shown; null: nothing. An opening made while the next page
 * still loads belongs to that page as well, and its appearance does not close it.
 */
export function useOpenedHere<T>(): [T | null, (opened: T | null) => void] {
  const { pathname } = useLocation();
  const [opened, setOpened] = useState<{ what: T; paths: string[] } | null>(null);
  if (opened !== null && !opened.paths.includes(pathname)) {
    setOpened(null);
    return [null, open];
  }
  return [opened?.what ?? null, open];

  function open(what: T | null) {
    // The address is that of the next page at once, while the page shown is still the one before.
    setOpened(what === null ? null : { what, paths: [pathname, location.pathname] });
  }
}
