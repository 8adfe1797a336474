import type { ListingStoreJob } from '@bowerbird/contract/listing/listing';
import { endStates, hasEnded, type Run } from '@bowerbird/contract/runs';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import type { BarTone } from '../../../ui/charts/bar.tsx';
import { SegmentBar } from '../../../ui/charts/bar.tsx';
import type { StateName } from '../../../ui/feedback/state-glyph.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Grid, Row } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { isPausedForSameReason } from '../rejections/paused-stores.tsx';
import { shownState, useHoldText } from '../run-kinds.ts';
import { Throughput } from './throughput.tsx';

const segments: { key: keyof ListingStoreJob['counts']; tone: BarTone }[] = [
  { key: 'listed', tone: 'green' },
  { key: 'done', tone: 'green' },
  { key: 'refused', tone: 'red' },
  { key: 'conflict', tone: 'amber' },
  { key: 'verifying', tone: 'violet' },
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
    <Grid as="article" className="box store-job" gap={8} aria-label={storeJob.storeName}>
      <Row as="header" align="center" gap={8} shrink>
        <PlatformMark platform={storeJob.platform} size={20} />
        <Box as="h2" className="cut" grow font="body" weight={600} title={storeJob.storeName}>
          {storeJob.storeName}
        </Box>
        <Row as="span" inline align="center" gap={4} rigid font="small" tone="t2">
          {moving && storeJob.secondsLeft !== null && done < total ? (
            text('time.left', { time: format.duration(storeJob.secondsLeft) })
          ) : (
            <>
              {isState(storeJobState) && <StateGlyph state={storeJobState} size={14} />}
              {text.named(`state.${storeJobState}`, {}, storeJobState)}
            </>
          )}
        </Row>
      </Row>
      <Row className="store-job-figures" align="end" justify="between" gap={16} minH={34}>
        <div>
          <Text className={cameToNothing ? 'store-job-figure tone-red' : 'store-job-figure'} weight={650}>
            {format.number(main)}
          </Text>{' '}
          <Text tone="t2">{text(ofWhat(run, dryRun), { n: total })}</Text>
        </div>
        {moving && done < total && (
          <Throughput perSecond={storeJob.perSecond} limitUsed={storeJob.limitUsed} />
        )}
      </Row>
      <SegmentBar parts={parts} total={total} />
      <Row wrap justify="between" gap={[2, 12]} font="caption" tone="t2">
        <StoreJobSpeed
          storeJob={storeJob}
          run={run}
          moving={moving}
          done={done + counts.cancelled === total}
          dryRun={dryRun}
          alone={alone}
        />
        <Row as="span" gap={12}>
          {(['verifying', 'conflict', 'refused', 'gone', 'waiting'] as const)
            .filter((state) => counts[state] > 0 && (state !== 'waiting' || !hasEnded(run)))
            .map((state) => (
              <Row as="span" key={state} inline align="center" gap={4}>
                <StateGlyph state={state} size={14} />
                {text('runs.storeJob.count', { state: text(`state.${state}`), n: counts[state] })}
              </Row>
            ))}
        </Row>
      </Row>
    </Grid>
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
    return <Text tone="amber">{text('runs.storeJob.pausedSimilar')}</Text>;
  }
  if (storeJob.fault !== null && !alone && !isPausedForSameReason(storeJob)) {
    return <Text tone="amber">{holdText(storeJob.fault, run, storeJob.storeName)}</Text>;
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
