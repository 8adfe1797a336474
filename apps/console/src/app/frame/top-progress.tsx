import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { Box } from '../../ui/layout/box.tsx';
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
  return (
    <Box
      className={busy > 0 ? 'top-progress busy' : 'top-progress'}
      h={2}
      ground="primary"
      aria-hidden="true"
    />
  );
}
