import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { StateText } from '../../../ui/feedback/state-glyph.tsx';
import { UndoEditDialog } from '../../../ui/feedback/undo-edit-dialog.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { setUpPath } from '../paths.ts';
import { type Import, isWorking, useCancelImport } from '../queries.ts';
import { stateGlyphs } from '../state-glyphs.ts';
import { Downloads } from './downloads.tsx';

/** The file's name, what it is for, and what can be done with the import. */
export function ImportHead({ of }: { of: Import }) {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const navigate = useNavigate();
  const [undoing, setUndoing] = useState(false);
  const { id, file, state, into, source } = of;
  const hint = [
    into.as === 'edit'
      ? text('import.as.edit')
      : text('import.of.supplier', {
          name: source?.name ?? ('name' in into.source ? into.source.name : ''),
        }),
    ...(of.rows > 0 ? [text('import.rowsRead', { n: of.rows })] : []),
    format.bytes(file.bytes),
    ...(file.createdBy === null ? [] : [file.createdBy]),
    format.relative(file.createdAt),
  ].join(' · ');
  const mayUndo = of.undoable && may('products', 'edit');
  return (
    <PageHead
      title={file.name}
      before={
        <Row as="span">
          <StateText state={stateGlyphs[state]}>{text(`import.state.${state}`)}</StateText>
        </Row>
      }
      hint={hint}
      actions={
        <>
          {state === 'applied' && <Downloads of={of} />}
          {mayUndo && (
            <Button icon={<Icon name="undo" />} onClick={() => setUndoing(true)}>
              {text('import.undo')}
            </Button>
          )}
          {state === 'checked' && (
            <Button onClick={() => void navigate(setUpPath(file.id, id))} disabled={!file.isKept}>
              {text('import.readDifferently')}
            </Button>
          )}
          {(isWorking(of) || state === 'checked') && <CancelButton of={of} />}
          {undoing && (
            <UndoEditDialog
              runId={id}
              of={{}}
              what={into.as === 'edit' ? 'editedFile' : 'suppliersFile'}
              onClose={() => setUndoing(false)}
            />
          )}
        </>
      }
    />
  );
}

function CancelButton({ of: { id, state } }: { of: Import }) {
  const text = useText();
  const confirm = useConfirm();
  const cancel = useCancelImport(id);
  const go = async () => {
    const sure =
      state !== 'applying' ||
      (await confirm({
        title: text('import.cancel.title'),
        content: text('import.cancel.content'),
        confirm: text('import.cancel'),
        danger: true,
      }));
    if (sure) {
      cancel.mutate();
    }
  };
  return (
    <Button danger={state === 'applying'} loading={cancel.isPending} onClick={() => void go()}>
      {text(state === 'checked' ? 'import.discard' : 'import.cancel')}
    </Button>
  );
}
