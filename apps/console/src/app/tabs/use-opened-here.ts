import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * State of what a person opened next to the page, cleared when another page is shown; null: nothing is open. Something
 * opened while the next page still loads belongs to that page as well and stays open when it appears.
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
    // The address is already that of the next page while the previous page is still shown.
    setOpened(what === null ? null : { what, paths: [pathname, location.pathname] });
  }
}
