import type { Run } from '@bowerbird/contract/runs';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { handOver } from '../../../lib/handed-selection.ts';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/session.ts';
import { useText } from '../../../lib/text.ts';
import { runPath, useRun } from '../../../lib/use-runs.tsx';
import { Bar } from '../../../ui/charts/bar.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { hasEnded } from '../queries.ts';
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
    <section className="claim-lines" aria-label={text('box.claim.lines')} aria-live="polite">
      {runIds.map((runId) => (
        <ClaimLine key={runId} runId={runId} onDismiss={() => onDismiss(runId)} />
      ))}
    </section>
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
    <div className="claim-line-box">
      <StateGlyph state={run.state} />
      <span className="claim-line-text">
        {held ? text('box.claim.held', { n: run.done }) : name}{' '}
        {run.total !== null && (
          <span className="num claim-line-quiet">
            {text('progress.of', { done: run.done, total: run.total })}
          </span>
        )}
      </span>
      <span className="claim-line-bar">
        <Bar part={run.total ? run.done / run.total : null} label={name} />
      </span>
      {time !== '' && !held && <span className="claim-line-quiet">{text('time.left', { time })}</span>}
      <LineButton onClick={() => page.open(runPath(run.id))}>{text('act.see')}</LineButton>
      {held && <Dismiss onClick={onDismiss} />}
    </div>
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
      <div className="claim-line-box">
        <StateGlyph state="complete" />
        <span className="claim-line-text">
          {undone.kept === 0
            ? text('collect.unclaimed', { n: undone.takenBack })
            : text('collect.unclaimed.kept', { n: undone.takenBack, kept: undone.kept })}
        </span>
        <Dismiss onClick={onDismiss} />
      </div>
    );
  }
  const well = run.state === 'complete';
  return (
    <div className="claim-line-box">
      <StateGlyph state={well ? 'claimed' : run.state} />
      <span className="claim-line-text">
        {text(well ? 'box.claim.done' : 'collect.claim.stopped', { n })}
      </span>
      {n > 0 && may('listing', 'add') && (
        <button
          type="button"
          className="claim-line-main"
          onClick={() => {
            handOver({ filter, except: [] }, n);
            page.open('/form/step-form');
          }}
        >
          {text('box.claim.list', { n })}
        </button>
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
    </div>
  );
}

interface LineButtonProps {
  disabled?: boolean;
  onClick(): void;
  children: string;
}

function LineButton({ disabled = false, onClick, children }: LineButtonProps) {
  return (
    <button type="button" className="bulk-bar-link" disabled={disabled} onClick={onClick}>
      {children}
    </button>
  );
}

function Dismiss({ onClick }: { onClick(): void }) {
  const text = useText();
  return (
    <button type="button" className="claim-line-close" aria-label={text('act.close')} onClick={onClick}>
      <Icon name="close" size={14} />
    </button>
  );
}
