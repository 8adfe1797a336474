import type { Selection } from '@bowerbird/contract/products/products';
import { useMemo, useState } from 'react';
import { CallFailure } from '../../lib/api/call-failure.ts';
import { runPath } from '../../lib/data/use-runs.tsx';
import { usePage, useUnsavedGuard } from '../../lib/page.ts';
import { useMay } from '../../lib/person/session.ts';
import { useText } from '../../lib/text/text.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Notice } from '../../ui/feedback/fault-row.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Grid, Stack } from '../../ui/layout/box.tsx';
import { useNarrow } from '../../ui/layout/use-narrow.ts';
import { BulkFoot } from './bulk-foot.tsx';
import { type BulkDraft, stepsOf, type TypedStep } from './draft.ts';
import { CountPart } from './preview/count-part.tsx';
import { Sample } from './preview/sample.tsx';
import { type BulkTimes, useBulkPreview, useStartBulkEdit } from './queries.ts';
import { SaveAsRule } from './rules/save-as-rule.tsx';
import { UseRuleMenu } from './rules/use-rule-menu.tsx';
import { StepList } from './steps/step-list.tsx';
import { typedStepOf } from './typed-step.ts';
import { useBulkCount } from './use-count.ts';
import { WhichProducts } from './which-products.tsx';
import './bulk-edit.css';

interface BulkEditorProps {
  selection: Selection;
  draft: BulkDraft;
  onSteps(steps: TypedStep[]): void;
  /** It was started: nothing of it is kept. */
  onDone(): void;
}

/** Steps are counted and shown this long after the last change, in milliseconds. */
const settleMs = 300;

/** The steps on the left, what they would do on the right, and the button that applies them. */
export function BulkEditor({ selection, draft, onSteps, onDone }: BulkEditorProps) {
  const text = useText();
  const page = usePage();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const narrow = useNarrow();
  const may = useMay();
  const [saving, setSaving] = useState(false);
  const [times, setTimes] = useState<BulkTimes | null>(null);
  const { steps, open } = useMemo(() => stepsOf(draft.steps), [draft.steps]);
  const wanted = useMemo(
    () => (steps.length === 0 || open !== null ? null : { selection, steps }),
    [selection, steps, open],
  );
  const request = useSettled(wanted, settleMs);
  const count = useBulkCount(request);
  const preview = useBulkPreview(request, null);
  const start = useStartBulkEdit();
  useUnsavedGuard(start.isSuccess ? 0 : draft.steps.length);

  const products = preview.data?.products ?? draft.count;
  const isCurrent = wanted !== null && count.of === wanted;
  const sums = isCurrent ? count.sums : null;
  const complete = isCurrent && count.complete;
  const exact = complete ? sums : null;
  const changed = exact?.changed ?? null;
  const unfinished =
    draft.steps.length === 0
      ? text('bulkEdit.why.steps')
      : open === null
        ? null
        : text('bulkEdit.why.open', { n: open + 1 });
  const why = () => {
    if (unfinished !== null) {
      return unfinished;
    }
    if (count.failure !== null) {
      return text('bulkEdit.why.failed');
    }
    if (changed === null || preview.data === undefined || preview.isPlaceholderData) {
      return text('bulkEdit.why.counting');
    }
    return changed === 0 ? text('bulkEdit.why.nothing') : null;
  };

  const apply = () => {
    if (wanted === null || changed === null) {
      return;
    }
    start.mutate(
      { ...wanted, expected: products, times },
      {
        onError: (thrown) => {
          if (CallFailure.from(thrown).code === 'selection.changed') {
            toast({ state: 'partial', text: text('bulkEdit.recounted') });
            count.retry();
            void preview.refetch();
          } else {
            reportFailure(thrown);
          }
        },
        onSuccess: ({ runId }) => {
          toast({
            state: times === null ? 'running' : 'scheduled',
            text: text(times === null ? 'bulkEdit.started' : 'bulkEdit.scheduled', { n: changed }),
            // The run asks first, with what can be undone and what is kept.
            onUndo: () => page.open(`${runPath(runId)}?undo=1`),
            onSee: () => page.open(runPath(runId)),
          });
          onDone();
          page.setUnsaved(0);
          page.open('/products/list');
          page.close();
        },
      },
    );
  };

  return (
    <>
      {narrow && <Notice tone="neutral">{text('bulkEdit.narrow')}</Notice>}
      <Grid columns="minmax(280px, 404px) minmax(0, 1fr)" oneUnder={992} gap={32} align="start" mt={8}>
        <Stack gap={20} shrink>
          <WhichProducts selection={selection} count={products} variants={preview.data?.variants ?? null} />
          <StepList
            steps={draft.steps}
            hits={exact?.hits ?? null}
            readOnly={narrow}
            onSteps={onSteps}
            beside={
              !narrow && (
                <UseRuleMenu onSteps={(taken) => onSteps([...draft.steps, ...taken.map(typedStepOf)])} />
              )
            }
          />
        </Stack>
        {request === null && sums === null ? (
          <Empty>
            {open === null ? text('bulkEdit.preview.empty') : text('bulkEdit.preview.fill', { n: open + 1 })}
          </Empty>
        ) : (
          <Stack gap={16} shrink>
            <CountPart count={count} sums={sums} complete={complete} products={products} />
            {request !== null && <Sample request={request} sums={exact} />}
          </Stack>
        )}
      </Grid>
      {!narrow && (
        <BulkFoot
          changed={changed}
          why={why()}
          open={unfinished}
          times={times}
          busy={start.isPending}
          onTimes={setTimes}
          onApply={apply}
          onSaveRule={may('products', 'add') ? () => setSaving(true) : null}
        />
      )}
      {saving && (
        <SaveAsRule steps={steps} selection={selection} count={products} onClose={() => setSaving(false)} />
      )}
    </>
  );
}
