import { downloadExportFile } from '@bowerbird/contract/products/export';
import { hasEnded, type Run } from '@bowerbird/contract/runs';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { addressOf } from '../../lib/api/call.ts';
import { usePage } from '../../lib/page.ts';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { ProgressLine } from '../../ui/charts/progress-line.tsx';
import { Notice, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Grid, Row } from '../../ui/layout/box.tsx';
import { MergeBox } from '../../ui/layout/merge-box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { DriftNote } from '../../ui/text/drift-note.tsx';
import { Text } from '../../ui/text/text.tsx';
import { useCollectOf, useExportFiles } from './queries.ts';
import { tookText } from './run-columns.tsx';
import { RunHead } from './run-head.tsx';
import { secondsTaken, useHoldText, useRunName } from './run-kinds.ts';
import { UndoClaim } from './undo/undo-claim.tsx';
import './listing/journal.css';
import './other-runs.css';

/** A run whose details are on another page: its progress, its result, and a link. */
export function OtherRunView({ run }: { run: Run }) {
  const text = useText();
  const holdText = useHoldText();
  const name = useRunName()(run);
  return (
    <div className="page reading">
      <RunHead
        run={run}
        notes={[text(`run.kind.${run.kind}`), ...(run.byPlugin ? [text('plugin.by')] : [])]}
        actions={<MainAction run={run} />}
      />
      <Grid gap={24} maxW={720}>
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
        <RunFacts run={run} />
        {run.kind === 'collect' && hasEnded(run) && <MergeBox runId={run.id} />}
        {run.kind === 'collect' && <CollectSummary run={run} />}
        {run.kind === 'export' && run.exportFileId !== null && <FileSummary fileId={run.exportFileId} />}
      </Grid>
    </div>
  );
}

function MainAction({ run }: { run: Run }) {
  const text = useText();
  const page = usePage();
  if (run.kind === 'collect') {
    return (
      <Button type="primary" onClick={() => page.open(`/collect/product?run=${run.id}`)}>
        {text('runs.collect.open')}
      </Button>
    );
  }
  if (run.kind === 'export' && run.exportFileId !== null) {
    return (
      <Button
        type="primary"
        icon={<Icon name="download" />}
        href={addressOf(downloadExportFile, { params: { id: run.exportFileId } })}
        download
      >
        {text('runs.export.download')}
      </Button>
    );
  }
  return run.kind === 'claim' && hasEnded(run) ? (
    <>
      <UndoClaim runId={run.id} />
      <Button type="primary" onClick={() => page.open('/products/list')}>
        {text('runs.claim.open')}
      </Button>
    </>
  ) : null;
}

/** Counts and times; failed ones are shown separately from successful ones. */
function RunFacts({ run }: { run: Run }) {
  const text = useText();
  const format = useFormat();
  const took = secondsTaken(run, Date.now());
  // Collecting counts skipped products separately from those it has.
  const good = run.kind === 'collect' ? run.done : Math.max(0, run.done - run.failed);
  return (
    <Facts
      rows={[
        [text('runs.fact.good'), <b key="good">{format.number(good)}</b>],
        ...(run.failed > 0 ? [[text('runs.fact.failed'), format.number(run.failed)] as Fact] : []),
        ...(run.total === null ? [] : [[text('runs.fact.total'), format.number(run.total)] as Fact]),
        ...(run.startedAt === null
          ? []
          : [[text('runs.column.started'), format.full(run.startedAt)] as Fact]),
        ...(run.endedAt === null ? [] : [[text('runs.fact.ended'), format.full(run.endedAt)] as Fact]),
        ...(took === null ? [] : [[text('runs.column.took'), tookText(text, format, took)] as Fact]),
      ]}
    />
  );
}

type Fact = [what: string, value: ReactNode];

function Facts({ rows }: { rows: Fact[] }) {
  return (
    <dl className="run-facts">
      {rows.map(([what, value]) => (
        <Row wrap align="center" justify="between" gap={[2, 16]} minH={38} p={[6, 0]} borderBottom key={what}>
          <Text as="dt" tone="t2">
            {what}
          </Text>
          <Text as="dd" shrink ms="auto" textAlign="end" anywhere>
            {value}
          </Text>
        </Row>
      ))}
    </dl>
  );
}

/** The certificate of a collecting run in four lines; its own page has the full one. */
function CollectSummary({ run }: { run: Run }) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const collect = useCollectOf(run.id);
  if (collect.isError) {
    return <SectionFault failure={collect.error} onRetry={() => void collect.refetch()} />;
  }
  if (collect.data === undefined) {
    return null;
  }
  const { certificate, figures, skippedByReason } = collect.data;
  const { promised, got, unchanged } = certificate ?? figures;
  return (
    <section>
      <SectionHead
        title={text('runs.collect.certificate')}
        note={certificate === null ? text('runs.collect.filling') : collect.data.shop}
      />
      {certificate?.complete === true && (
        <Row as="p" className="tone-green" align="center" gap={8} m={[6, 0]} font="small">
          <StateGlyph state="complete" />
          {text('runs.collect.complete', { n: certificate.got })}
        </Row>
      )}
      <Facts
        rows={[
          [text('runs.collect.promised'), promised === null ? '—' : format.number(promised)],
          [text('runs.collect.got'), format.number(got)],
          [text('runs.collect.unchanged'), format.number(unchanged)],
          ...skippedByReason.map(({ code, count }): Fact => [sentence({ code }), format.number(count)]),
        ]}
      />
      <DriftNote drift={collect.data.drift} />
    </section>
  );
}

function FileSummary({ fileId }: { fileId: string }) {
  const text = useText();
  const format = useFormat();
  const files = useExportFiles(true);
  const file = files.data?.items.find(({ id }) => id === fileId);
  if (files.isError) {
    return <SectionFault failure={files.error} onRetry={() => void files.refetch()} />;
  }
  if (file === undefined) {
    return null;
  }
  return (
    <section>
      <SectionHead title={text('runs.export.file')} />
      <Facts
        rows={[
          [text('runs.export.name'), file.name],
          [text('runs.export.rows'), text('runs.export.rowsOf', { rows: file.rows, n: file.products })],
          [text('runs.export.size'), format.bytes(file.bytes)],
          ['SHA-256', <CopyButton key="hash" value={file.sha256} />],
        ]}
      />
    </section>
  );
}
