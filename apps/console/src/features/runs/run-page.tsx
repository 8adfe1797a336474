import { useParams } from 'react-router';
import { usePageRun } from '../../lib/page.ts';
import { useRun } from '../../lib/use-runs.tsx';
import { PageFault } from '../../ui/feedback/page-fault.tsx';
import { SkeletonPage } from '../../ui/feedback/skeleton.tsx';
import { ListingRunView } from './listing-run-view.tsx';
import { OtherRunView } from './other-run-view.tsx';
import './run.css';

/** One run of any kind. */
export default function RunPage() {
  const { id = '' } = useParams();
  const run = useRun(id);
  usePageRun(id);
  if (run.data === undefined) {
    return run.isError ? (
      <PageFault failure={run.error} onRetry={() => void run.refetch()} />
    ) : (
      <SkeletonPage shape="run" />
    );
  }
  return run.data.kind === 'listing' ? (
    <ListingRunView key={id} run={run.data} />
  ) : (
    <OtherRunView key={id} run={run.data} />
  );
}
