import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { usePageLoads } from './page-loads.ts';
import './top-progress.css';

/** Two pixels at the top of the window while a page's code is on its way or something is read or written; what is on the page stays. */
export function TopProgress() {
  const busy =
    useIsFetching({ predicate: (query) => query.state.data === undefined || query.isStale() }) +
    useIsMutating() +
    usePageLoads();
  return <div className={busy > 0 ? 'top-progress busy' : 'top-progress'} aria-hidden="true" />;
}
