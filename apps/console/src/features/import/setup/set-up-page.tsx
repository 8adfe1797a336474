import { getUpload } from '@bowerbird/contract/files/uploads';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { call } from '../../../lib/api/call.ts';
import { sameTab } from '../../../lib/page.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { PageFault } from '../../../ui/feedback/page-fault.tsx';
import { SkeletonPage } from '../../../ui/feedback/skeleton.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { useImport } from '../queries.ts';
import { purposeOf } from './purpose.ts';
import { SetUp } from './set-up.tsx';

/** Sets up how a file that was just uploaded is read. */
export function SetUpNew({ fileId }: { fileId: string }) {
  const file = useQuery({
    queryKey: ['import', 'upload', fileId],
    queryFn: ({ signal }) => call(getUpload, { params: { id: fileId } }, { signal }),
  });
  if (file.data === undefined) {
    return file.isError ? (
      <PageFault failure={file.error} onRetry={() => void file.refetch()} />
    ) : (
      <SkeletonPage shape="wizard" />
    );
  }
  if (file.data.received < file.data.bytes) {
    return <NotArrived name={file.data.name} />;
  }
  return <SetUp file={file.data} start={null} />;
}

/** Changes how a file is read that was checked already. */
export function SetUpExisting({ importId }: { importId: string }) {
  const imported = useImport(importId);
  if (imported.data === undefined) {
    return imported.isError ? (
      <PageFault failure={imported.error} onRetry={() => void imported.refetch()} />
    ) : (
      <SkeletonPage shape="wizard" />
    );
  }
  const { id, file, dialect, mapping, into } = imported.data;
  return <SetUp file={file} start={{ id, dialect, mapping, into, purpose: purposeOf(imported.data) }} />;
}

function NotArrived({ name }: { name: string }) {
  const text = useText();
  const navigate = useNavigate();
  return (
    <div className="page">
      <PageHead title={name} />
      <Empty
        act={
          <Button type="primary" onClick={() => void navigate('/products/import', sameTab)}>
            {text('import.notArrived.back')}
          </Button>
        }
      >
        {text('import.notArrived')}
      </Empty>
    </div>
  );
}
