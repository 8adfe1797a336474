import type { ProductRow } from '@bowerbird/contract/products/products';
import { noteProduct } from '@bowerbird/contract/products/products';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { useText } from '../../../lib/text/text.ts';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { productKeys } from '../queries.ts';

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
  const cache = useQueryClient();
  const [note, setNote] = useState(row.note ?? '');
  const save = useMutation({
    mutationFn: () => call(noteProduct, { params: { id: row.id }, body: { note } }),
    onError: reportFailure,
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: productKeys.lists });
      onClose();
    },
  });
  return (
    <Modal
      open
      centered
      width={440}
      title={text('row.note.of', { title: row.title })}
      okText={text('act.save')}
      cancelText={text('act.cancel')}
      confirmLoading={save.isPending}
      onOk={() => save.mutate()}
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
            save.mutate();
          }
        }}
      />
    </Modal>
  );
}
