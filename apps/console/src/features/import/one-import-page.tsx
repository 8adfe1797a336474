import { useParams } from 'react-router';
import { usePageRun, usePageTitle } from '../../lib/page.ts';
import { PageFault } from '../../ui/feedback/page-fault.tsx';
import { SkeletonPage } from '../../ui/feedback/skeleton.tsx';
import { ImportView } from './check/import-view.tsx';
import { useImport } from './queries.ts';
import './import.css';

/** One import: its check, what is wrong and how it is put right, what would change, and what became of it. */
export default function OneImportPage() {
  const { id = '' } = useParams();
  const imported = useImport(id);
  usePageRun(id);
  usePageTitle(imported.data?.file.name);
  if (imported.data === undefined) {
    return imported.isError ? (
      <PageFault failure={imported.error} onRetry={() => void imported.refetch()} />
    ) : (
      <SkeletonPage shape="run" />
    );
  }
  return <ImportView key={id} of={imported.data} />;
}
