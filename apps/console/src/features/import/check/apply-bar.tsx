import { downloadFailedRows } from '@bowerbird/contract/files/imports';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { addressOf } from '../../../lib/api/call.ts';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { FootBar } from '../../../ui/layout/foot-bar.tsx';
import { type Import, useApply } from '../queries.ts';

/** What will happen, and the button that does it, with the exact number. */
export function ApplyBar({ of }: { of: Import }) {
  const text = useText();
  const apply = useApply(of.id);
  const [whole, setWhole] = useState(false);
  const isEdit = of.into.as === 'edit';
  const isStopped = whole && of.groups.faulty > 0;
  const go = () => apply.mutate({ expected: of.toApply, allOrNothing: whole });
  const note =
    of.toApply === 0
      ? text('import.foot.nothing')
      : isStopped
        ? text('import.foot.stopped', { n: of.groups.faulty })
        : of.groups.faulty > 0
          ? text('import.foot.without', { n: of.groups.faulty })
          : text(isEdit ? 'import.foot.edit' : 'import.foot.source');
  return (
    <FootBar
      actions={
        <>
          <Checkbox
            className="import-whole"
            checked={whole}
            onChange={({ target }) => setWhole(target.checked)}
          >
            {text('import.allOrNothing')}
          </Checkbox>
          {of.rowsFailed > 0 && (
            <Button
              icon={<Icon name="download" />}
              href={addressOf(downloadFailedRows, { params: { id: of.id } })}
              download
            >
              {text('import.download.failed', { n: of.rowsFailed })}
            </Button>
          )}
          <Button
            type="primary"
            disabled={of.toApply === 0 || isStopped}
            loading={apply.isPending}
            onClick={go}
          >
            {text(isEdit ? 'import.apply.edit' : 'import.apply', { n: of.toApply })}
          </Button>
        </>
      }
    >
      <Icon name={isEdit ? 'undo' : 'shield'} />
      <span role="status">{note}</span>
    </FootBar>
  );
}
