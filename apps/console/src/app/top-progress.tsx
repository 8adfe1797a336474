import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { usePageLoads } from './page-loads.ts';
import './top-progress.css';

/**
 * A two-pixel bar at the top of the window while a page's code loads or data is read or written; the page's content
 * stays.
 */
export function TopProgress() {
  const busy =
    useIsFetching({ predicate: (query) => query.state.data === undefined || query.isStale() }) +
    useIsMutating() +
    usePageLoads();
  return <div className={busy > 0 ? 'top-progress busy' : 'top-progress'} aria-hidden="true" />;
}
