import { Button } from 'antd';
import { useEffect, useLayoutEffect, useState } from 'react';
import { takeHanded } from '../../lib/kept/handed-selection.ts';
import { usePage } from '../../lib/page.ts';
import { useText } from '../../lib/text/text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { BulkEditor } from './bulk-editor.tsx';
import { type BulkDraft, dropBulkDraft, emptyDraft, keepBulkDraft, readBulkDraft } from './draft.ts';

/** Changes many products at once: which ones, what in them, and what would become of them. */
export default function BulkEditPage() {
  const text = useText();
  const page = usePage();
  const [draft, setDraft] = useState<BulkDraft>(readBulkDraft);

  useLayoutEffect(() => {
    // Runs each time the page is shown: a selection may have been passed along.
    const handed = takeHanded();
    if (handed !== null) {
      setDraft((held) => ({ ...held, ...handed }));
    }
  }, []);
  useEffect(() => {
    if (draft === emptyDraft) {
      dropBulkDraft();
    } else {
      keepBulkDraft(draft);
    }
  }, [draft]);

  const { selection } = draft;
  return (
    <div className="page">
      <PageHead title={text('menu.products.bulk')} />
      {selection === null ? (
        <Empty
          act={
            <Button type="primary" onClick={() => page.open('/products/list')}>
              {text('bulkEdit.none.act')}
            </Button>
          }
        >
          {text('bulkEdit.none')}
        </Empty>
      ) : (
        <BulkEditor
          selection={selection}
          draft={draft}
          onSteps={(steps) => setDraft((held) => ({ ...held, steps }))}
          onDone={() => setDraft(emptyDraft)}
        />
      )}
    </div>
  );
}
