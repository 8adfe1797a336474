import { hasEnded, type Run } from '@bowerbird/contract/runs';
import { useState } from 'react';
import { runPath, useRun } from '../../../lib/data/use-runs.tsx';
import { handOver } from '../../../lib/kept/handed-selection.ts';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Bar } from '../../../ui/charts/bar.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { useClaimOutcome, useUndoClaim } from './claim-outcome.ts';
import './claim-lines.css';

interface ClaimLinesProps {
  runIds: readonly string[];
  onDismiss(runId: string): void;
}

/** Claims by filter at the bottom of the page: the progress and result of each, until it is dismissed. */
export function ClaimLines({ runIds, onDismiss }: ClaimLinesProps) {
  const text = useText();
  if (runIds.length === 0) {
    return null;
  }
  return (
    <Stack
      as="section"
      className="claim-lines"
      align="center"
      gap={8}
      px={16}
      aria-label={text('box.claim.lines')}
      aria-live="polite"
    >
      {runIds.map((runId) => (
        <ClaimLine key={runId} runId={runId} onDismiss={() => onDismiss(runId)} />
      ))}
    </Stack>
  );
}

function ClaimLine({ runId, onDismiss }: { runId: string; onDismiss(): void }) {
  const { data: run } = useRun(runId);
  if (run === undefined) {
    return null;
  }
  return hasEnded(run) ? (
    <EndedLine run={run} onDismiss={onDismiss} />
  ) : (
    <RunningLine run={run} onDismiss={onDismiss} />
  );
}

function RunningLine({ run, onDismiss }: { run: Run; onDismiss(): void }) {
  const text = useText();
  const page = usePage();
  const format = useFormat();
  const name = text('box.claim.running');
  const time = run.secondsLeft === null ? '' : format.duration(Math.max(1, run.secondsLeft));
  const held = run.state === 'held' || run.state === 'paused';
  return (
    <Row
      className="claim-line-box"
      wrap
      align="center"
      gap={[4, 14]}
      maxW="100%"
      minH={46}
      p={[6, 8, 6, 16]}
      radius="xl"
      font="small"
    >
      <StateGlyph state={run.state} />
      <span className="claim-line-text">
        {held ? text('box.claim.held', { n: run.done }) : name}{' '}
        {run.total !== null && (
          <span className="num claim-line-quiet">
            {text('progress.of', { done: run.done, total: run.total })}
          </span>
        )}
      </span>
      <Box as="span" className="claim-line-bar" w={160}>
        <Bar part={run.total ? run.done / run.total : null} label={name} />
      </Box>
      {time !== '' && !held && <span className="claim-line-quiet">{text('time.left', { time })}</span>}
      <LineButton onClick={() => page.open(runPath(run.id))}>{text('act.see')}</LineButton>
      {held && <Dismiss onClick={onDismiss} />}
    </Row>
  );
}

function EndedLine({ run, onDismiss }: { run: Run; onDismiss(): void }) {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const [undone, setUndone] = useState<{ takenBack: number; kept: number } | null>(null);
  const outcome = useClaimOutcome(run.id);
  const undo = useUndoClaim(run.id);
  const made = outcome.data;
  const n = made === undefined ? run.done : made.undoable + made.kept;
  const filter = { claimRunId: run.id };
  if (undone !== null) {
    return (
      <Row
        className="claim-line-box"
        wrap
        align="center"
        gap={[4, 14]}
        maxW="100%"
        minH={46}
        p={[6, 8, 6, 16]}
        radius="xl"
        font="small"
      >
        <StateGlyph state="complete" />
        <span className="claim-line-text">
          {undone.kept === 0
            ? text('collect.unclaimed', { n: undone.takenBack })
            : text('collect.unclaimed.kept', { n: undone.takenBack, kept: undone.kept })}
        </span>
        <Dismiss onClick={onDismiss} />
      </Row>
    );
  }
  const well = run.state === 'complete';
  return (
    <Row
      className="claim-line-box"
      wrap
      align="center"
      gap={[4, 14]}
      maxW="100%"
      minH={46}
      p={[6, 8, 6, 16]}
      radius="xl"
      font="small"
    >
      <StateGlyph state={well ? 'claimed' : run.state} />
      <span className="claim-line-text">
        {text(well ? 'box.claim.done' : 'collect.claim.stopped', { n })}
      </span>
      {n > 0 && may('listing', 'add') && (
        <Box
          as="button"
          type="button"
          className="claim-line-main"
          h={30}
          p={[0, 12]}
          radius="m"
          weight={500}
          onClick={() => {
            handOver({ filter, except: [] }, n);
            page.open('/form/step-form');
          }}
        >
          {text('box.claim.list', { n })}
        </Box>
      )}
      <LineButton onClick={() => page.open(well ? `/products/list?claimRunId=${run.id}` : runPath(run.id))}>
        {text('act.see')}
      </LineButton>
      {made !== undefined && made.undoable > 0 && may('products', 'delete') && (
        <LineButton
          disabled={undo.isPending}
          onClick={() => void undo.undo(made).then((done) => done && setUndone(done))}
        >
          {text(undo.isPending ? 'box.claim.undoing' : 'act.undo')}
        </LineButton>
      )}
      <Dismiss onClick={onDismiss} />
    </Row>
  );
}

interface LineButtonProps {
  disabled?: boolean;
  onClick(): void;
  children: string;
}

function LineButton({ disabled = false, onClick, children }: LineButtonProps) {
  return (
    <Box
      as="button"
      type="button"
      className="bulk-bar-link"
      hover="underline"
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </Box>
  );
}

function Dismiss({ onClick }: { onClick(): void }) {
  const text = useText();
  return (
    <Row
      as="button"
      type="button"
      className="claim-line-close"
      inline
      p={6}
      radius="s"
      aria-label={text('act.close')}
      onClick={onClick}
    >
      <Icon name="close" size={14} />
    </Row>
  );
}
