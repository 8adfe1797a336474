import type { BulkEdit, UndoOf } from '@bowerbird/contract/products/bulk-edit';
import { hasEnded, type Run } from '@bowerbird/contract/runs';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useStoreNames } from '../../../lib/data/use-own-value-places.ts';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { stepSentence, storeOf } from '../../../lib/text/sentences/condition-sentence.ts';
import { useRejectionText } from '../../../lib/text/sentences/rejection-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { ProgressLine } from '../../../ui/charts/progress-line.tsx';
import { Notice, SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { UndoEditDialog } from '../../../ui/feedback/undo-edit-dialog.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { RunHead } from '../run-head.tsx';
import { useHoldText, useRunName } from '../run-kinds.ts';
import { EditItems } from './edit-items.tsx';
import { useBulkEdit } from './edit-queries.ts';

/** A bulk edit, or the undo of one: its steps, what became of the products, and how it is undone. */
export function EditRunView({ run }: { run: Run }) {
  const text = useText();
  const may = useMay();
  const holdText = useHoldText();
  const name = useRunName()(run);
  const edit = useBulkEdit(run);
  // The toast of a bulk edit leads here to undo it.
  const [query] = useSearchParams();
  const [undoing, setUndoing] = useState<UndoOf | null>(query.get('undo') === '1' ? {} : null);
  const again = edit.data !== undefined && edit.data.undoes !== null;
  const mayUndo =
    may('products', 'edit') &&
    edit.data !== undefined &&
    (edit.data.editSetId !== null || edit.data.marks === true);
  return (
    <div className="page">
      <RunHead
        run={run}
        actions={
          mayUndo && (
            <Button icon={<Icon name={again ? 'redo' : 'undo'} />} onClick={() => setUndoing({})}>
              {text(again ? 'runs.edit.redo' : 'runs.undo')}
            </Button>
          )
        }
      />
      <Stack gap={20}>
        {run.fault !== null && (
          <div role={run.state === 'failed' ? 'alert' : 'status'}>
            <Notice tone="amber" before={<StateGlyph state={run.state} />}>
              {holdText(run.fault, run)}
            </Notice>
          </div>
        )}
        {!hasEnded(run) && (
          <ProgressLine name={name} done={run.done} total={run.total} secondsLeft={run.secondsLeft} />
        )}
        {edit.isError ? (
          <SectionFault failure={edit.error} onRetry={() => void edit.refetch()} />
        ) : edit.data === undefined ? (
          <SkeletonLines />
        ) : (
          <EditDetails edit={edit.data} onUndo={mayUndo && hasEnded(run) ? setUndoing : null} />
        )}
      </Stack>
      {undoing !== null && mayUndo && (
        <UndoEditDialog
          runId={run.id}
          of={undoing}
          what={again ? 'undo' : 'edit'}
          onClose={() => setUndoing(null)}
        />
      )}
    </div>
  );
}

function EditDetails({ edit, onUndo }: { edit: BulkEdit; onUndo: ((of: UndoOf) => void) | null }) {
  const text = useText();
  const format = useFormat();
  const reason = useRejectionText();
  const storeNames = useStoreNames(edit.steps.some((step) => storeOf(step) !== null));
  const { begins, ends, undoes, undoneBy, listedBefore, rejected, steps } = edit;
  return (
    <>
      {listedBefore > 0 && (
        <Notice
          tone="amber"
          before={<StateGlyph state="changed" />}
          act={<Link to="/products/list?listing=changed">{text('update.act')}</Link>}
        >
          {text('runs.edit.stores', { n: listedBefore })}
        </Notice>
      )}
      <Row wrap gap={[4, 20]} font="small">
        {begins !== null && <span>{`${text('runs.edit.begins')} ${format.full(begins)}`}</span>}
        {ends !== null && <span>{`${text('runs.edit.ends')} ${format.full(ends)}`}</span>}
        {undoes !== null && <Link to={runPath(undoes)}>{text('runs.undo.of')}</Link>}
        {undoneBy.map(({ id, at }) => (
          <Link key={id} to={runPath(id)}>
            {text('runs.edit.undoneBy', { time: format.full(at) })}
          </Link>
        ))}
      </Row>
      <Section title={text('runs.edit.steps')} gap={4}>
        {steps.length === 0 && (
          <Text tone="t2">{text(edit.marks ? 'runs.edit.marks' : 'runs.edit.grid')}</Text>
        )}
        <Stack as="ol" gap={4} m={0} p={[4, 0, 0, 20]}>
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a run keep their places.
            <li key={index}>{stepSentence(step, text, storeNames)}</li>
          ))}
        </Stack>
      </Section>
      {rejected.length > 0 && (
        <Section title={text('bulkEdit.reasons')} gap={4}>
          {rejected.map(({ code, count }) => (
            <Row key={code} gap={12} align="baseline" font="small">
              <Text className="num" weight={600} rigid>
                {format.number(count)}
              </Text>
              <Text tone="t2">{reason({ code, params: {} })}</Text>
            </Row>
          ))}
        </Section>
      )}
      <EditItems edit={edit} onUndo={onUndo} />
    </>
  );
}
