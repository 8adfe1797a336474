import type { CopyRun } from '@bowerbird/contract/collect/copying';
import { Button } from 'antd';
import { useParams } from 'react-router';
import { usePageRun, usePageTitle } from '../../lib/page.ts';
import { useMay } from '../../lib/person/session.ts';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { useConfirm } from '../../ui/feedback/dialog.tsx';
import { FaultRow } from '../../ui/feedback/fault-row.tsx';
import { PageFault } from '../../ui/feedback/page-fault.tsx';
import { SkeletonPage } from '../../ui/feedback/skeleton.tsx';
import { StateText } from '../../ui/feedback/state-glyph.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Grid, Row } from '../../ui/layout/box.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { CertificatesPart } from './certificates-part.tsx';
import { glyphOf } from './copy-states.ts';
import { placeOf, StepsHint } from './copy-steps.tsx';
import { useCopy, useCopyAction } from './queries.ts';
import { StepRow } from './step-row.tsx';
import './copying.css';

/** A shop being copied into stores: three steps with their figures, and their certificates. */
export default function CopyRunPage() {
  const { id = '' } = useParams();
  const copy = useCopy(id);
  usePageTitle(copy.data?.title);
  usePageRun(copy.data?.state === 'going' ? runOf(copy.data)?.id : null);
  if (copy.data === undefined) {
    return copy.isError ? (
      <PageFault failure={copy.error} onRetry={() => void copy.refetch()} />
    ) : (
      <SkeletonPage shape="run" />
    );
  }
  return <CopyBody copy={copy.data} />;
}

function runOf({ step, steps }: CopyRun) {
  return steps.find((each) => each.step === step)?.run ?? null;
}

function CopyBody({ copy }: { copy: CopyRun }) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const { state, step, steps, stores, fault } = copy;
  return (
    <div className="page reading copy-page">
      <PageHead
        title={copy.title}
        before={state === 'going' ? <span className="live-dot" /> : undefined}
        hint={<StepsHint current={state === 'done' ? steps.length : placeOf(step)} />}
        actions={<CopyActions copy={copy} />}
      />
      <Row as="p" mb={24} wrap align="center" gap={[4, 20]} font="small">
        <StateText state={glyphOf[state]}>{text(`copying.state.${state}`)}</StateText>
        <span className="quiet">
          {text('copying.intoStores', { stores: stores.map(({ name }) => name).join(', ') })}
        </span>
        <span className="quiet">
          {text('copying.confirmed', {
            who: copy.confirmedBy ?? text('copying.somebody'),
            when: format.full(copy.confirmedAt),
          })}
        </span>
      </Row>
      {state === 'stopped' && (
        <FaultRow
          state="failed"
          what={text('copying.stoppedAt', { step: text(`copying.step.${step}`) })}
          why={fault === null ? undefined : sentence(fault)}
        />
      )}
      <Grid as="ol" oneUnder={768} columns={3} mb={28} gap={28}>
        {steps.map((each) => (
          <StepRow key={each.step} copy={copy} step={each.step} run={each.run} />
        ))}
      </Grid>
      <CertificatesPart copy={copy} />
    </div>
  );
}

function CopyActions({ copy }: { copy: CopyRun }) {
  const text = useText();
  const may = useMay();
  const confirm = useConfirm();
  const reportFailure = useReportFailure();
  const act = useCopyAction(copy.id);
  const { state } = copy;
  if (!may('listing', 'edit') || state === 'done' || state === 'cancelled') {
    return null;
  }
  const send = (what: 'pause' | 'resume' | 'cancel') => act.mutate(what, { onError: reportFailure });
  const cancel = async () => {
    const sure = await confirm({
      title: text('copying.cancel.title'),
      content: text('copying.cancel.content'),
      confirm: text('copying.cancel'),
      danger: true,
    });
    if (sure) {
      send('cancel');
    }
  };
  const waits = (what: string) => act.isPending && act.variables === what;
  return (
    <>
      <Button loading={waits('cancel')} onClick={() => void cancel()}>
        {text('copying.cancel')}
      </Button>
      {state === 'going' ? (
        <Button loading={waits('pause')} onClick={() => send('pause')}>
          {text('copying.pause')}
        </Button>
      ) : (
        <Button type="primary" loading={waits('resume')} onClick={() => send('resume')}>
          {text(state === 'stopped' ? 'copying.again' : 'copying.resume')}
        </Button>
      )}
    </>
  );
}
