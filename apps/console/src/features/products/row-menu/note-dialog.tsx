import type { ProductRow } from '@bowerbird/contract/products/products';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { useMarkProducts } from '../marks/queries.ts';

/** Maximum length of a note, in characters. */
const lengthMax = 500;

interface NoteDialogProps {
  row: ProductRow | null;
  onClose(): void;
}

/** Adds, changes or removes the note on one product. */
export function NoteDialog({ row, onClose }: NoteDialogProps) {
  return row === null ? null : <Noting key={row.id} row={row} onClose={onClose} />;
}

function Noting({ row, onClose }: { row: ProductRow; onClose(): void }) {
  const text = useText();
  const reportFailure = useReportFailure();
  const [note, setNote] = useState(row.marks.note ?? '');
  const mark = useMarkProducts();
  const save = () =>
    mark.mutate(
      { selection: { ids: [row.id] }, marks: { note: note.trim() === '' ? null : note } },
      { onError: reportFailure, onSuccess: onClose },
    );
  return (
    <Modal
      open
      centered
      width={440}
      title={text('row.note.of', { title: row.title })}
      okText={text('act.save')}
      cancelText={text('act.cancel')}
      confirmLoading={mark.isPending}
      onOk={save}
      onCancel={onClose}
    >
      <Input.TextArea
        autoFocus
        autoSize={{ minRows: 3, maxRows: 8 }}
        maxLength={lengthMax}
        aria-label={text('row.note')}
        placeholder={text('row.note.hint')}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            save();
          }
        }}
      />
    </Modal>
  );
}
