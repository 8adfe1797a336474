import { type previewBulkUndo, type UndoOf, undoGroups } from '@bowerbird/contract/products/bulk-edit';
import type { AnswerOf } from '@bowerbird/contract/route';
import { Button, Modal } from 'antd';
import { runPath } from '../../lib/data/use-runs.tsx';
import { usePage } from '../../lib/page.ts';
import { cellNames } from '../../lib/text/cell-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useRejectionText } from '../../lib/text/sentences/rejection-text.ts';
import { useText } from '../../lib/text/text.ts';
import { Row, Stack } from '../layout/box.tsx';
import { Text } from '../text/text.tsx';
import { SectionFault } from './fault-row.tsx';
import { groupGlyphs } from './group-glyphs.ts';
import { SkeletonLines } from './skeleton.tsx';
import { StateGlyph } from './state-glyph.tsx';
import { useUndoBulkEdit, useUndoPreview } from './undo-queries.ts';

/** Texts by what is undone. The undo of a supplier's file is not undone again: the file is imported again. */
const words = {
  edit: { title: 'runs.edit.undone.title', note: 'runs.edit.undo.note' },
  undo: { title: 'runs.edit.redo.title', note: 'runs.edit.undo.note' },
  editedFile: { title: 'import.undo.title', note: 'runs.edit.undo.note' },
  suppliersFile: { title: 'import.undo.title', note: 'import.undo.note' },
} as const;

interface UndoEditDialogProps {
  runId: string;
  /** What of the run is undone; {}: all of it. */
  of: UndoOf;
  /** What is undone; an undo of an undo applies the edit again. */
  what: keyof typeof words;
  onClose(): void;
}

/** Shows what would be restored, what is kept and what is not possible, before anything is undone. */
export function UndoEditDialog({ runId, of, what, onClose }: UndoEditDialogProps) {
  const text = useText();
  const format = useFormat();
  const page = usePage();
  const again = what === 'undo';
  const preview = useUndoPreview(runId, of);
  const undo = useUndoBulkEdit(runId);
  const counts = preview.data?.counts;
  const restored = counts?.restored ?? 0;
  const go = () =>
    undo.mutate(of, {
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
      title={text(words[what].title)}
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
          {preview.data !== undefined && preview.data.left.length > 0 && (
            <LeftProducts left={preview.data.left} />
          )}
          <Text font="small" tone="t2">
            {restored === 0 ? text('runs.edit.undo.nothing') : text(words[what].note)}
          </Text>
        </Stack>
      )}
    </Modal>
  );
}

/** The first products in which something stays as it is: what, and by whom it was changed, or why it is not possible. */
function LeftProducts({ left }: { left: AnswerOf<typeof previewBulkUndo>['left'] }) {
  const text = useText();
  const reason = useRejectionText();
  return (
    <Stack gap={4}>
      <Text font="small" weight={500}>
        {text('runs.edit.undo.left')}
      </Text>
      <Stack
        as="ul"
        m={0}
        p={0}
        maxH={220}
        overflow="auto"
        tabIndex={0}
        aria-label={text('runs.edit.undo.left')}
      >
        {left.map(({ id, title, group, cells, variants, fault, by }) => (
          <Row as="li" key={id} align="start" gap={8} p={[6, 0]} borderBottom font="small">
            <StateGlyph state={groupGlyphs[group]} />
            <Stack shrink grow>
              <Text cut weight={500}>
                {title || '—'}
              </Text>
              <Text tone="t2">
                {[
                  cellNames(
                    text,
                    cells.map(({ path }) => path),
                    Object.fromEntries(Object.entries(variants).map(([key, label]) => [key, [label]])),
                  ).join(', '),
                  group === 'kept'
                    ? by === null
                      ? text('runs.edit.undo.source')
                      : text('runs.edit.by', { who: by })
                    : fault === null
                      ? ''
                      : reason(fault),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </Stack>
          </Row>
        ))}
      </Stack>
    </Stack>
  );
}
