import type { ListingStoreJob } from '@bowerbird/contract/listing';
import { endStates, type Run } from '@bowerbird/contract/runs';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import type { BarTone } from '../../ui/bar.tsx';
import { SegmentBar } from '../../ui/bar.tsx';
import { PlatformMark } from '../../ui/platform-mark.tsx';
import type { StateName } from '../../ui/state-glyph.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { hasEnded } from './queries.ts';
import { isPausedForSameReason } from './rejections/paused-stores.tsx';
import { shownState, useHoldText } from './run-kinds.ts';
import { Throughput } from './throughput.tsx';

const segments: { key: keyof ListingStoreJob['counts']; tone: BarTone }[] = [
  { key: 'listed', tone: 'green' },
  { key: 'done', tone: 'green' },
  { key: 'refused', tone: 'red' },
  { key: 'conflict', tone: 'amber' },
  { key: 'unsure', tone: 'violet' },
  { key: 'sent', tone: 'primary' },
  { key: 'gone', tone: 't4' },
];

interface StoreJobProps {
  storeJob: ListingStoreJob;
  run: Run;
  dryRun: boolean;
  /** The run's only store: the reason of its pause is already shown above. */
  alone: boolean;
}

/** Progress in one store: what was done, how fast, and what limits it. */
export function StoreJob({ storeJob, run, dryRun, alone }: StoreJobProps) {
  const text = useText();
  const format = useFormat();
  const { counts, total } = storeJob;
  const done = counts.listed + counts.done + counts.refused + counts.conflict + counts.gone;
  const moving = storeJob.state === 'running' && run.state === 'running';
  const parts = segments.map(({ key, tone }) => ({ key, tone, count: counts[key] }));
  const cancelled = run.state === 'cancelled' && counts.cancelled > 0;
  const own = moving || hasEnded(run) || endStates.some((end) => end === storeJob.state);
  const isPaused = isPausedForSameReason(storeJob) && !hasEnded(run);
  const storeJobState = isPaused
    ? 'paused'
    : cancelled
      ? 'cancelled'
      : own
        ? storeJob.state
        : shownState(run);
  const main = counts.listed + counts.done;
  const cameToNothing = main === 0 && total > 0 && hasEnded(run) && !cancelled;
  return (
    <article className="box store-job" aria-label={storeJob.storeName}>
      <header className="store-job-head">
        <PlatformMark platform={storeJob.platform} size={20} />
        <h2 className="store-job-name cut" title={storeJob.storeName}>
          {storeJob.storeName}
        </h2>
        <span className="store-job-left">
          {moving && storeJob.secondsLeft !== null && done < total ? (
            text('time.left', { time: format.duration(storeJob.secondsLeft) })
          ) : (
            <>
              {isState(storeJobState) && <StateGlyph state={storeJobState} size={14} />}
              {text.named(`state.${storeJobState}`, {}, storeJobState)}
            </>
          )}
        </span>
      </header>
      <div className="store-job-figures">
        <div>
          <span className={cameToNothing ? 'store-job-figure tone-red' : 'store-job-figure'}>
            {format.number(main)}
          </span>{' '}
          <span className="store-job-of">{text(ofWhat(run, dryRun), { n: total })}</span>
        </div>
        {moving && done < total && (
          <Throughput perSecond={storeJob.perSecond} limitUsed={storeJob.limitUsed} />
        )}
      </div>
      <SegmentBar parts={parts} total={total} />
      <div className="store-job-foot">
        <StoreJobSpeed
          storeJob={storeJob}
          run={run}
          moving={moving}
          done={done + counts.cancelled === total}
          dryRun={dryRun}
          alone={alone}
        />
        <span className="store-job-counts">
          {(['unsure', 'conflict', 'refused', 'gone', 'waiting'] as const)
            .filter((state) => counts[state] > 0 && (state !== 'waiting' || !hasEnded(run)))
            .map((state) => (
              <span key={state} className="store-job-count">
                <StateGlyph state={state} size={14} />
                {text('runs.storeJob.count', { state: text(`state.${state}`), n: counts[state] })}
              </span>
            ))}
        </span>
      </div>
    </article>
  );
}

/** Returns the label of the large figure, which is out of a number of products. */
function ofWhat(run: Run, dryRun: boolean) {
  return run.act !== undefined
    ? 'runs.storeJob.doneOf'
    : dryRun
      ? 'runs.storeJob.wouldOf'
      : 'runs.storeJob.listedOf';
}

interface StoreJobSpeedProps extends StoreJobProps {
  moving: boolean;
  /** Every product is decided; only the comparison remains. */
  done: boolean;
}

/** The pace and its limit, or why the store job is paused. */
function StoreJobSpeed({ storeJob, run, moving, done, dryRun, alone }: StoreJobSpeedProps) {
  const text = useText();
  const holdText = useHoldText();
  const format = useFormat();
  const { perSecond, limitUsed } = storeJob;
  if (isPausedForSameReason(storeJob) && !hasEnded(run)) {
    return <span className="store-job-held">{text('runs.storeJob.pausedSimilar')}</span>;
  }
  if (storeJob.fault !== null && !alone && !isPausedForSameReason(storeJob)) {
    return <span className="store-job-held">{holdText(storeJob.fault, run, storeJob.storeName)}</span>;
  }
  if (moving && done && !dryRun && run.act === undefined) {
    return <span>{text('runs.storeJob.proving')}</span>;
  }
  if (!moving) {
    const { cancelled } = storeJob.counts;
    if (cancelled > 0) {
      return <span>{text('runs.storeJob.cancelled', { n: cancelled })}</span>;
    }
    return <span />;
  }
  const words = [
    ...(perSecond === null ? [] : [text('runs.storeJob.rate', { rate: format.number(rounded(perSecond)) })]),
    ...(limitUsed === null
      ? []
      : [text('runs.storeJob.limit', { percent: format.percent(limitUsed / 100) })]),
  ];
  return <span>{words.length === 0 ? text('runs.storeJob.starting') : words.join(' · ')}</span>;
}

function rounded(rate: number): number {
  return rate >= 10 ? Math.round(rate) : Math.round(rate * 10) / 10;
}

const storeJobStates: readonly StateName[] = [
  'waiting',
  'running',
  'held',
  'paused',
  'complete',
  'partial',
  'failed',
  'cancelled',
  'scheduled',
];
function isState(state: string): state is StateName {
  return storeJobStates.some((known) => known === state);
}
