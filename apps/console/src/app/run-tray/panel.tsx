import { downloadExportFile } from '@bowerbird/contract/products/export';
import type { Run, RunKind } from '@bowerbird/contract/runs';
import { pauseRun } from '@bowerbird/contract/runs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { addressOf, call } from '../../lib/api/call.ts';
import { runKeys, runPath, useLiveProgress } from '../../lib/data/use-runs.tsx';
import { useMay } from '../../lib/person/session.ts';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import { runName } from '../../lib/text/sentences/run-name.ts';
import type { Text } from '../../lib/text/text.ts';
import { useText } from '../../lib/text/text.ts';
import { ListingProgress } from '../../ui/charts/listing-progress.tsx';
import { ProgressLine } from '../../ui/charts/progress-line.tsx';
import { useConfirm } from '../../ui/feedback/dialog.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import type { IconName } from '../../ui/images/icon.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { Text as TextBox } from '../../ui/text/text.tsx';

const icons: Record<RunKind, IconName> = {
  collect: 'collect',
  edit: 'edit',
  import: 'upload',
  export: 'export',
  listing: 'tag',
  undo: 'undo',
  claim: 'check',
  rule: 'edit',
};

interface RunTrayPanelProps {
  running: Run[];
  waiting: Run[];
  ended: Run[];
  onClose(): void;
}

/** The open tray: running, waiting and just-ended runs. */
export function RunTrayPanel({ running, waiting, ended, onClose }: RunTrayPanelProps) {
  const text = useText();
  const live = useLiveProgress();
  return (
    <Stack
      as="section"
      className="tray-panel"
      w={404}
      maxW="calc(100vw - 16px)"
      maxH="min(640px, calc(100dvh - 80px))"
      radius="xl"
      ground="raised"
      overflow="hidden"
      aria-label={text('tray.title')}
    >
      {running.length > 0 && (
        <Row className="tray-head" align="center" justify="between" p={[10, 16]} borderBottom font="small">
          <h2>
            {text('tray.title')} <span>{running.length}</span>
          </h2>
          <PauseAll runs={running} />
        </Row>
      )}
      {!live && (
        <Box as="p" p={[6, 16]} font="caption" tone="amber" ground="amber-s">
          {text('progress.streamLost')}
        </Box>
      )}
      <Box overflow="auto">
        {running.map((run) => (
          <RunningRow key={run.id} run={run} onClose={onClose} />
        ))}
        {waiting.length > 0 && (
          <Box as="h2" p={[6, 16]} borderBottom font="caption" weight={400} tone="t2" ground="canvas">
            {text('tray.queue')}
          </Box>
        )}
        {waiting.map((run) => (
          <WaitingRow key={run.id} run={run} onClose={onClose} />
        ))}
        {ended.length > 0 && (
          <Box as="h2" p={[6, 16]} borderBottom font="caption" weight={400} tone="t2" ground="canvas">
            {text('tray.justEnded')}
          </Box>
        )}
        {ended.map((run) => (
          <EndedRow key={run.id} run={run} onClose={onClose} />
        ))}
      </Box>
      <Box
        as={Link}
        rigid
        p={[10, 16]}
        font="small"
        textAlign="center"
        to="/list/query-list"
        onClick={onClose}
      >
        {text('tray.all')}
      </Box>
    </Stack>
  );
}

function PauseAll({ runs }: { runs: Run[] }) {
  const text = useText();
  const may = useMay();
  const confirm = useConfirm();
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  const pause = useMutation({
    mutationFn: () => Promise.all(runs.map(({ id }) => call(pauseRun, { params: { id } }))),
    onError: reportFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: runKeys.all }),
  });
  if (!may('runs', 'edit')) {
    return null;
  }
  const requestConfirmation = async () => {
    if (
      await confirm({
        title: text('tray.pauseAll.title'),
        content: text('tray.pauseAll.content'),
        confirm: text('tray.pauseAll'),
      })
    ) {
      pause.mutate();
    }
  };
  return (
    <button
      type="button"
      className="link-button"
      disabled={pause.isPending}
      onClick={() => void requestConfirmation()}
    >
      {text('tray.pauseAll')}
    </button>
  );
}

interface RowProps {
  run: Run;
  onClose(): void;
}

function useRunName(run: Run): string {
  const text = useText();
  return runName(text, run);
}

function RunningRow({ run, onClose }: RowProps) {
  const text = useText();
  const name = useRunName(run);
  return (
    <Link className="tray-row" to={runPath(run.id)} onClick={onClose}>
      <Icon name={icons[run.kind]} size={16} />
      {run.kind === 'listing' && run.total !== null ? (
        <ListingProgress name={name} run={run} total={run.total} />
      ) : (
        <ProgressLine
          name={name}
          done={run.done}
          total={run.total}
          secondsLeft={run.secondsLeft}
          notes={run.failed > 0 ? [text('progress.skipped', { n: run.failed })] : []}
        />
      )}
    </Link>
  );
}

function WaitingRow({ run, onClose }: RowProps) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const notes = [
    run.fault === null ? text(`state.${run.state}`) : sentence(run.fault),
    ...(run.goesOnAt === null ? [] : [text('tray.goesOn', { time: format.time(run.goesOnAt) })]),
  ];
  return (
    <Link className="tray-row" to={runPath(run.id)} onClick={onClose}>
      <Icon name={icons[run.kind]} size={16} />
      <Stack as="span" className="tray-text" shrink tone="t1">
        <TextBox className="cut" font="small" weight={500}>
          {useRunName(run)}
        </TextBox>
        <TextBox font="caption" tone="t2">
          {notes.join(' · ')}
        </TextBox>
      </Stack>
      <StateGlyph state={run.state} alone />
    </Link>
  );
}

/** Returns a text saying how many products a listing run listed; also says so if it listed none. */
function listedText(text: Text, { done, failed, total }: Run): string {
  const listed = done - failed;
  return listed === 0 && failed > 0
    ? text('tray.noneListed', { n: failed })
    : text('tray.listed', { listed, total: total ?? done });
}

/** Shows how a run ended, with the one action that is useful then. */
function EndedRow({ run, onClose }: RowProps) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const took =
    run.startedAt === null || run.endedAt === null
      ? null
      : (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000;
  const notes = [
    run.state === 'failed' && run.fault !== null
      ? sentence(run.fault)
      : run.kind === 'listing' && run.act === undefined
        ? listedText(text, run)
        : text('progress.done', { done: run.done }),
    ...(took === null || took < 1 || run.state === 'failed'
      ? []
      : [text('tray.took', { time: format.duration(took) })]),
    ...(run.endedAt === null ? [] : [format.relative(run.endedAt)]),
  ];
  return (
    <div className="tray-row">
      <Icon name={icons[run.kind]} size={16} />
      <Stack as={Link} className="tray-text" shrink tone="t1" to={runPath(run.id)} onClick={onClose}>
        <TextBox className="cut" font="small" weight={500}>
          {useRunName(run)}
        </TextBox>
        <TextBox font="caption" tone="t2">
          {notes.join(' · ')}
        </TextBox>
      </Stack>
      <Stack as="span" align="end" gap={0} font="caption">
        <StateGlyph state={run.state} alone />
        {run.exportFileId !== null ? (
          <a href={addressOf(downloadExportFile, { params: { id: run.exportFileId } })} download>
            {text('tray.download')}
          </a>
        ) : (
          run.failed > 0 && (
            <Link to={runPath(run.id)} onClick={onClose}>
              {text('tray.seeFailed', { n: run.failed })}
            </Link>
          )
        )}
      </Stack>
    </div>
  );
}
