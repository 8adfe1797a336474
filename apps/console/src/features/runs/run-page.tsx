import { Navigate, useParams } from 'react-router';
import { importPath, useRun } from '../../lib/data/use-runs.tsx';
import { takeTab, usePageRun } from '../../lib/page.ts';
import { useMay } from '../../lib/person/session.ts';
import { PageFault } from '../../ui/feedback/page-fault.tsx';
import { SkeletonPage } from '../../ui/feedback/skeleton.tsx';
import { EditRunView } from './edits/edit-run-view.tsx';
import { ListingRunView } from './listing/listing-run-view.tsx';
import { OtherRunView } from './other-run-view.tsx';
import { RuleRunView } from './rule-changes/rule-run-view.tsx';
import './run.css';

/** One run of any kind. */
export default function RunPage() {
  const { id = '' } = useParams();
  const may = useMay();
  const run = useRun(id);
  usePageRun(id);
  if (run.data === undefined) {
    return run.isError ? (
      <PageFault failure={run.error} onRetry={() => void run.refetch()} />
    ) : (
      <SkeletonPage shape="run" />
    );
  }
  switch (run.data.kind) {
    case 'listing':
      return <ListingRunView key={id} run={run.data} />;
    case 'edit':
    case 'undo':
      return <EditRunView key={id} run={run.data} />;
    case 'rule':
      return <RuleRunView key={id} run={run.data} />;
    case 'import':
      if (may('products', 'import')) {
        return <Navigate to={importPath(id)} {...takeTab} />;
      }
      return <OtherRunView key={id} run={run.data} />;
    default:
      return <OtherRunView key={id} run={run.data} />;
  }
}
