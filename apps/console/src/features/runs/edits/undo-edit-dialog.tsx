import { undoGroups } from '@bowerbird/contract/products/bulk-edit';
import { Button, Modal } from 'antd';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { usePage } from '../../../lib/page.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useUndoBulkEdit, useUndoPreview } from './edit-queries.ts';
import { groupGlyphs } from './group-glyphs.ts';

interface UndoEditDialogProps {
  runId: string;
  /** The run is an undo: undoing it applies the edit again. */
  again: boolean;
  onClose(): void;
}

/** Shows what would be restored, what is kept and what is not possible, before anything is undone. */
export function UndoEditDialog({ runId, again, onClose }: UndoEditDialogProps) {
  const text = useText();
  const format = useFormat();
  const page = usePage();
  const preview = useUndoPreview(runId);
  const undo = useUndoBulkEdit(runId);
  const counts = preview.data?.counts;
  const restored = counts?.restored ?? 0;
  const go = () =>
    undo.mutate(undefined, {
      onSuccess: (answer) => {
        onClose();
        page.open(runPath(answer.runId));
      },
    });
  return (
    <Modal
      open
      centered
      width={440}
      title={text(again ? 'runs.edit.redo.title' : 'runs.edit.undone.title')}
      onCancel={onClose}
      footer={[
        <Button key="no" onClick={onClose}>
          {text('act.cancel')}
        </Button>,
        <Button key="yes" type="primary" disabled={restored === 0} loading={undo.isPending} onClick={go}>
          {again ? text('runs.edit.redo.confirm') : text('runs.undo.confirm', { n: restored })}
        </Button>,
      ]}
    >
      {preview.isError ? (
        <SectionFault failure={preview.error} onRetry={() => void preview.refetch()} />
      ) : counts === undefined ? (
        <SkeletonLines />
      ) : (
        <Stack gap={12}>
          <Stack as="ul" m={0} p={0}>
            {undoGroups.map((group) => (
              <Row as="li" key={group} align="center" gap={10} minH={40} borderBottom>
                <StateGlyph state={groupGlyphs[group]} />
                <Text grow shrink>
                  {group === 'restored'
                    ? text(again ? 'runs.edit.redo.confirm' : 'runs.edit.undo.will')
                    : text(`runs.edit.group.${group}`)}
                </Text>
                <Text className="num" weight={600}>
                  {format.number(counts[group])}
                </Text>
              </Row>
            ))}
          </Stack>
          <Text font="small" tone="t2">
            {restored === 0 ? text('runs.edit.undo.nothing') : text('runs.edit.undo.note')}
          </Text>
        </Stack>
      )}
    </Modal>
  );
}
