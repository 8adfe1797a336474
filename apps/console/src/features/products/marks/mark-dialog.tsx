import { MarkColour } from '@bowerbird/contract/products/mark-values';
import type { Selection } from '@bowerbird/contract/products/products';
import { Checkbox, Input, Modal } from 'antd';
import { useState } from 'react';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { usePage } from '../../../lib/page.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Stack } from '../../../ui/layout/box.tsx';
import { AssigneeChoice, ColourChoice, GroupChoice } from './mark-fields.tsx';
import { type MarksSet, useMarkProducts, useUndoMark } from './queries.ts';

/** Maximum length of a note, in characters. */
const noteMax = 500;

interface MarkDialogProps {
  selection: Selection;
  /** Number of selected products, as shown. */
  count: number;
  onClose(): void;
}

/** Marks many products: what is left as it is stays on each of them. */
export function MarkDialog({ selection, count, onClose }: MarkDialogProps) {
  const text = useText();
  const toast = useToast();
  const confirm = useConfirm();
  const reportFailure = useReportFailure();
  const mark = useMarkProducts();
  const page = usePage();
  const undo = useUndoMark();
  const [marks, setMarks] = useState<MarksSet>({});
  const [note, setNote] = useState('');
  const [withNote, setWithNote] = useState(false);
  const set: MarksSet = withNote ? { ...marks, note: note.trim() === '' ? null : note.trim() } : marks;
  const nothing = Object.values(set).every((value) => value === undefined);
  const save = (expected: number) =>
    mark.mutate(
      { selection, marks: set, ...('filter' in selection && { expected }) },
      {
        onSuccess: ({ marked, runId, changeId }) => {
          const [id] = 'ids' in selection ? selection.ids : [];
          const undoOne = changeId !== null && id !== undefined && (() => undo.mutate({ id, changeId }));
          toast({
            text: text('marks.done', { n: marked }),
            state: 'complete',
            ...(runId !== null
              ? {
                  // The run asks first, with what can be undone and what is kept.
                  onUndo: () => page.open(`${runPath(runId)}?undo=1`),
                  onSee: () => page.open(runPath(runId)),
                }
              : undoOne && { onUndo: undoOne }),
          });
          onClose();
        },
        onError: (thrown) => {
          const { code, params } = CallFailure.from(thrown);
          const { count: now } = params;
          if (code === 'selection.changed' && typeof now === 'number' && now > 0) {
            void confirm({ title: text('marks.of', { n: now }), confirm: text('marks.save') }).then(
              (sure) => sure && save(now),
            );
          } else {
            reportFailure(thrown);
          }
        },
      },
    );
  return (
    <Modal
      open
      centered
      width={440}
      title={text('marks.of', { n: count })}
      okText={text('marks.save')}
      okButtonProps={{ disabled: nothing }}
      cancelText={text('act.cancel')}
      confirmLoading={mark.isPending}
      onOk={() => save(count)}
      onCancel={onClose}
    >
      <Stack gap={14} mt={12}>
        <Field label={text('marks.group')}>
          {({ id }) => (
            <GroupChoice
              id={id}
              canStay
              value={marks.groupId}
              onChange={(groupId) => setMarks({ ...marks, groupId })}
            />
          )}
        </Field>
        <Field label={text('marks.colour')}>
          {({ id }) => (
            <ColourChoice
              id={id}
              canStay
              value={marks.colour}
              onChange={(colour) =>
                setMarks({
                  ...marks,
                  colour: colour ? MarkColour.parse(colour) : (colour as null | undefined),
                })
              }
            />
          )}
        </Field>
        <Field label={text('marks.assignee')}>
          {({ id }) => (
            <AssigneeChoice
              id={id}
              canStay
              value={marks.assigneeId}
              onChange={(assigneeId) => setMarks({ ...marks, assigneeId })}
            />
          )}
        </Field>
        <Stack gap={6}>
          <Checkbox checked={withNote} onChange={({ target }) => setWithNote(target.checked)}>
            {text('marks.note.replace')}
          </Checkbox>
          {withNote && (
            <Input.TextArea
              autoFocus
              autoSize={{ minRows: 2, maxRows: 6 }}
              maxLength={noteMax}
              aria-label={text('row.note')}
              placeholder={text('marks.note.hint')}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Stack>
      </Stack>
    </Modal>
  );
}
