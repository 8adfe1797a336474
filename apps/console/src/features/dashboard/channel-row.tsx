import type { MonitorChannel } from '@bowerbird/contract/monitor';
import { Link } from 'react-router';
import { useFaultText } from '../../lib/fault-text.ts';
import { useFormat } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { runPath } from '../../lib/use-runs.tsx';
import { Bar } from '../../ui/charts/bar.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import type { StateName } from '../../ui/feedback/state-glyph.tsx';
import { StateText } from '../../ui/feedback/state-glyph.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { HealthMark } from './health-mark.tsx';

/** Above this percentage of a store's limit, the limit slows the pace; up to it, all is normal. */
export const limitNormalMax = 97;

/** The current state of one store or source: its state, pace, limit and queue. */
export function ChannelRow({ channel, paces }: { channel: MonitorChannel; paces: readonly number[] }) {
  const text = useText();
  const format = useFormat();
  const rate = text('monitor.rate', { rate: format.number(Math.round(channel.perSecond * 10) / 10) });
  return (
    <li className="monitor-channel" data-channel={channel.key}>
      <div className="monitor-channel-name">
        <PlatformMark platform={channel.platform} size={20} />
        <span className="monitor-channel-text">
          <span className="cut monitor-channel-title" title={channel.name}>
            {channel.name}
          </span>
          <span className="monitor-channel-note">
            {text(`monitor.what.${channel.what}`)}
            {channel.runs > 1 && ` · ${text('monitor.runs.more', { n: channel.runs })}`}
          </span>
        </span>
      </div>
      <ChannelState channel={channel} />
      <div className="monitor-channel-pace">
        <Sparkline values={paces} width={88} />
        <span>{rate}</span>
      </div>
      <ChannelLimit channel={channel} />
      <span className="monitor-channel-waiting">
        {channel.runs === 0
          ? ''
          : channel.waiting === null
            ? text('monitor.waiting.unknown')
            : text('monitor.waiting', { n: channel.waiting })}
      </span>
      <ChannelAction channel={channel} />
    </li>
  );
}

function ChannelState({ channel }: { channel: MonitorChannel }) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const why =
    channel.fault !== null
      ? sentence({
          code: channel.fault.code,
          params: {
            ...(channel.what === 'store' ? { store: channel.name } : { host: channel.name }),
            ...channel.fault.params,
            ...(channel.goesOnAt === null ? {} : { time: format.time(channel.goesOnAt) }),
          },
        })
      : channel.goesOnAt !== null
        ? text('monitor.goesOn', { time: format.time(channel.goesOnAt) })
        : null;
  const state: StateName | null =
    channel.state === 'idle'
      ? null
      : channel.state === 'held' && channel.goesOnAt === null
        ? 'paused'
        : channel.state;
  return (
    <div className="monitor-channel-state">
      {state === null ? <span className="quiet">{text('monitor.idle')}</span> : <StateText state={state} />}
      {why !== null && <span className={`monitor-channel-why ${channel.health}`}>{why}</span>}
    </div>
  );
}

function ChannelLimit({ channel }: { channel: MonitorChannel }) {
  const text = useText();
  const format = useFormat();
  if (channel.limitUsed === null) {
    return <span className="monitor-channel-limit quiet">{text('monitor.limit.none')}</span>;
  }
  const percent = format.percent(channel.limitUsed / 100);
  return (
    <div className="monitor-channel-limit" title={text('monitor.limit.band')}>
      <span className="monitor-channel-limit-text">
        <span>{text('monitor.limit')}</span>
        <span>{percent}</span>
      </span>
      <Bar
        part={channel.limitUsed / 100}
        tone={channel.limitUsed > limitNormalMax ? 'amber' : 'primary'}
        label={text('monitor.limit')}
        valueText={percent}
      />
    </div>
  );
}

/** Link to fix a problem that needs a person, else to the run. */
function ChannelAction({ channel }: { channel: MonitorChannel }) {
  const text = useText();
  const may = useMay();
  const broken = channel.health === 'act' && channel.what === 'store' && channel.fault !== null;
  const run = channel.runId !== null && may('runs', 'get') ? channel.runId : null;
  return (
    <span className="monitor-channel-action">
      <HealthMark health={channel.health} />
      {broken && may('stores', 'query') ? (
        <Link to="/list/card">{text('monitor.act.store')}</Link>
      ) : (
        run !== null && <Link to={runPath(run)}>{text('monitor.act.run')}</Link>
      )}
    </span>
  );
}
