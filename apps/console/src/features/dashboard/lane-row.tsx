import type { MonitorLane } from '@bowerbird/contract/monitor';
import { Link } from 'react-router';
import { useFaultText } from '../../lib/fault-text.ts';
import { useFormat } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { runPath } from '../../lib/use-runs.tsx';
import { Bar } from '../../ui/bar.tsx';
import { PlatformMark } from '../../ui/platform-mark.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import type { StateName } from '../../ui/state-glyph.tsx';
import { StateText } from '../../ui/state-glyph.tsx';
import { HealthMark } from './health-mark.tsx';

/** Above this part of a store's limit the pace is bound by it; up to it, all is normal. */
export const limitNormalMax = 97;

/** One store or source now: its state, its pace, its limit and what waits. */
export function LaneRow({ lane, paces }: { lane: MonitorLane; paces: readonly number[] }) {
  const text = useText();
  const format = useFormat();
  const rate = text('monitor.rate', { rate: format.number(Math.round(lane.perSecond * 10) / 10) });
  return (
    <li className="monitor-lane" data-lane={lane.key}>
      <div className="monitor-lane-name">
        <PlatformMark platform={lane.platform} size={20} />
        <span className="monitor-lane-words">
          <span className="cut monitor-lane-title" title={lane.name}>
            {lane.name}
          </span>
          <span className="monitor-lane-note">
            {text(`monitor.what.${lane.what}`)}
            {lane.runs > 1 && ` · ${text('monitor.runs.more', { n: lane.runs })}`}
          </span>
        </span>
      </div>
      <LaneState lane={lane} />
      <div className="monitor-lane-pace">
        <Sparkline values={paces} width={88} />
        <span>{rate}</span>
      </div>
      <LaneLimit lane={lane} />
      <span className="monitor-lane-waiting">
        {lane.runs === 0
          ? ''
          : lane.waiting === null
            ? text('monitor.waiting.unknown')
            : text('monitor.waiting', { n: lane.waiting })}
      </span>
      <LaneAct lane={lane} />
    </li>
  );
}

function LaneState({ lane }: { lane: MonitorLane }) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const why =
    lane.fault !== null
      ? sentence({
          code: lane.fault.code,
          params: {
            ...(lane.what === 'store' ? { store: lane.name } : { host: lane.name }),
            ...lane.fault.params,
            ...(lane.goesOnAt === null ? {} : { time: format.time(lane.goesOnAt) }),
          },
        })
      : lane.goesOnAt !== null
        ? text('monitor.goesOn', { time: format.time(lane.goesOnAt) })
        : null;
  const state: StateName | null =
    lane.state === 'idle' ? null : lane.state === 'held' && lane.goesOnAt === null ? 'paused' : lane.state;
  return (
    <div className="monitor-lane-state">
      {state === null ? <span className="quiet">{text('monitor.idle')}</span> : <StateText state={state} />}
      {why !== null && <span className={`monitor-lane-why ${lane.health}`}>{why}</span>}
    </div>
  );
}

function LaneLimit({ lane }: { lane: MonitorLane }) {
  const text = useText();
  const format = useFormat();
  if (lane.limitUsed === null) {
    return <span className="monitor-lane-limit quiet">{text('monitor.limit.none')}</span>;
  }
  const percent = format.percent(lane.limitUsed / 100);
  return (
    <div className="monitor-lane-limit" title={text('monitor.limit.band')}>
      <span className="monitor-lane-limit-words">
        <span>{text('monitor.limit')}</span>
        <span>{percent}</span>
      </span>
      <Bar
        part={lane.limitUsed / 100}
        tone={lane.limitUsed > limitNormalMax ? 'amber' : 'primary'}
        label={text('monitor.limit')}
        valueText={percent}
      />
    </div>
  );
}

/** Where to go: to mend what asks for a person, else to the run. */
function LaneAct({ lane }: { lane: MonitorLane }) {
  const text = useText();
  const may = useMay();
  const broken = lane.health === 'act' && lane.what === 'store' && lane.fault !== null;
  const run = lane.runId !== null && may('runs', 'get') ? lane.runId : null;
  return (
    <span className="monitor-lane-act">
      <HealthMark health={lane.health} />
      {broken && may('stores', 'query') ? (
        <Link to="/list/card">{text('monitor.act.store')}</Link>
      ) : (
        run !== null && <Link to={runPath(run)}>{text('monitor.act.run')}</Link>
      )}
    </span>
  );
}
