import type { ListingLane } from '@bowerbird/contract/listing';
import { endStates, type Run } from '@bowerbird/contract/runs';
import { useFormat } from '../../lib/format.ts';
import type { TextKey } from '../../lib/text.ts';
import { useText } from '../../lib/text.ts';
import type { BarTone } from '../../ui/bar.tsx';
import { SegmentBar } from '../../ui/bar.tsx';
import { PlatformMark } from '../../ui/platform-mark.tsx';
import type { StateName } from '../../ui/state-glyph.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { hasEnded } from './queries.ts';
import { isPausedAlike } from './rejections/paused-stores.tsx';
import { shownState, useHoldText } from './run-kinds.ts';
import { Throughput } from './throughput.tsx';

const segments: { key: keyof ListingLane['counts']; tone: BarTone }[] = [
  { key: 'listed', tone: 'green' },
  { key: 'done', tone: 'green' },
  { key: 'refused', tone: 'red' },
  { key: 'conflict', tone: 'amber' },
  { key: 'unsure', tone: 'violet' },
  { key: 'sent', tone: 'primary' },
  { key: 'gone', tone: 't4' },
];

interface LaneProps {
  lane: ListingLane;
  run: Run;
  dryRun: boolean;
  /** The run's only store: why it stands is told above already. */
  alone: boolean;
}

/** What went through in one store, how fast, and what holds it. */
export function Lane({ lane, run, dryRun, alone }: LaneProps) {
  const text = useText();
  const format = useFormat();
  const { counts, total } = lane;
  const done = counts.listed + counts.done + counts.refused + counts.conflict + counts.gone;
  const moving = lane.state === 'running' && run.state === 'running';
  const parts = segments.map(({ key, tone }) => ({ key, tone, count: counts[key] }));
  const cancelled = run.state === 'cancelled' && counts.cancelled > 0;
  const own = moving || hasEnded(run) || endStates.some((end) => end === lane.state);
  const isPaused = isPausedAlike(lane) && !hasEnded(run);
  const laneState = isPaused ? 'paused' : cancelled ? 'cancelled' : own ? lane.state : shownState(run);
  const main = counts.listed + counts.done;
  const cameToNothing = main === 0 && total > 0 && hasEnded(run) && !cancelled;
  return (
    <article className="box lane" aria-label={lane.storeName}>
      <header className="lane-head">
        <PlatformMark platform={lane.platform} size={20} />
        <h2 className="lane-name cut" title={lane.storeName}>
          {lane.storeName}
        </h2>
        <span className="lane-left">
          {moving && lane.secondsLeft !== null && done < total ? (
            text('time.left', { time: format.duration(lane.secondsLeft) })
          ) : (
            <>
              {isState(laneState) && <StateGlyph state={laneState} size={14} />}
              {text.named(`state.${laneState}`, {}, laneState)}
            </>
          )}
        </span>
      </header>
      <div className="lane-figures">
        <div>
          <span className={cameToNothing ? 'lane-figure tone-red' : 'lane-figure'}>
            {format.number(main)}
          </span>{' '}
          <span className="lane-of">{text(ofWhat(run, dryRun), { n: total })}</span>
        </div>
        {moving && done < total && <Throughput perSecond={lane.perSecond} limitUsed={lane.limitUsed} />}
      </div>
      <SegmentBar parts={parts} total={total} />
      <div className="lane-foot">
        <LaneSpeed
          lane={lane}
          run={run}
          moving={moving}
          done={done + counts.cancelled === total}
          dryRun={dryRun}
          alone={alone}
        />
        <span className="lane-counts">
          {(['unsure', 'conflict', 'refused', 'gone', 'waiting'] as const)
            .filter((state) => counts[state] > 0 && (state !== 'waiting' || !hasEnded(run)))
            .map((state) => (
              <span key={state} className="lane-count">
                <StateGlyph state={state} size={14} />
                {text('runs.lane.count', { state: text(`state.${state}`), n: counts[state] })}
              </span>
            ))}
        </span>
      </div>
    </article>
  );
}

/** What the big figure counts, out of how many products. */
function ofWhat(run: Run, dryRun: boolean): TextKey {
  return run.act !== undefined ? 'runs.lane.doneOf' : dryRun ? 'runs.lane.wouldOf' : 'runs.lane.listedOf';
}

interface LaneSpeedProps extends LaneProps {
  moving: boolean;
  /** Every product is decided; what is left is the comparing. */
  done: boolean;
}

/** The pace and what binds it, or why the lane stands. */
function LaneSpeed({ lane, run, moving, done, dryRun, alone }: LaneSpeedProps) {
  const text = useText();
  const holdText = useHoldText();
  const format = useFormat();
  const { perSecond, limitUsed } = lane;
  if (isPausedAlike(lane) && !hasEnded(run)) {
    return <span className="lane-held">{text('runs.lane.pausedAlike')}</span>;
  }
  if (lane.fault !== null && !alone && !isPausedAlike(lane)) {
    return <span className="lane-held">{holdText(lane.fault, run, lane.storeName)}</span>;
  }
  if (moving && done && !dryRun && run.act === undefined) {
    return <span>{text('runs.lane.proving')}</span>;
  }
  if (!moving) {
    const { cancelled } = lane.counts;
    if (cancelled > 0) {
      return <span>{text('runs.lane.cancelled', { n: cancelled })}</span>;
    }
    return <span />;
  }
  const words = [
    ...(perSecond === null ? [] : [text('runs.lane.rate', { rate: format.number(rounded(perSecond)) })]),
    ...(limitUsed === null ? [] : [text('runs.lane.limit', { percent: format.percent(limitUsed / 100) })]),
  ];
  return <span>{words.length === 0 ? text('runs.lane.starting') : words.join(' · ')}</span>;
}

function rounded(rate: number): number {
  return rate >= 10 ? Math.round(rate) : Math.round(rate * 10) / 10;
}

const laneStates: readonly StateName[] = [
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
  return laneStates.some((known) => known === state);
}
