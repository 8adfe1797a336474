import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { useStoredOtherwise } from '../../../ui/stores/use-stored-otherwise.ts';

const StoredOtherwiseList = lazy(() => import('../../../ui/stores/stored-otherwise.tsx'));

/** Opens what the stores of a run keep otherwise and hidden; nothing where there is none. */
export function StoredButton({ runId }: { runId: string }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const total = useStoredOtherwise({ runId }).data?.total ?? 0;
  return (
    <>
      {total > 0 && (
        <Button type="primary" onClick={() => setOpen(true)}>
          {text('runs.stored.review', { n: total })}
        </Button>
      )}
      <Drawer title={text('runs.stored.title')} open={open} onClose={() => setOpen(false)} width={560}>
        <Suspense fallback={<SkeletonLines lines={4} />}>
          <StoredOtherwiseList of={{ runId }} />
        </Suspense>
      </Drawer>
    </>
  );
}
