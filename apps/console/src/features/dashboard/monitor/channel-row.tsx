import type { MonitorChannel } from '@bowerbird/contract/figures/monitor';
import { Link } from 'react-router';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { useMay } from '../../../lib/person/session.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Bar } from '../../../ui/charts/bar.tsx';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import type { StateName } from '../../../ui/feedback/state-glyph.tsx';
import { StateText } from '../../../ui/feedback/state-glyph.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { HealthMark } from './health-mark.tsx';

/** Above this percentage of a store's limit, the limit slows the pace; up to it, all is normal. */
export const limitNormalMax = 97;

/** The current state of one store or source: its state, pace, limit and queue. */
export function ChannelRow({ channel, paces }: { channel: MonitorChannel; paces: readonly number[] }) {
  const text = useText();
  const format = useFormat();
  const rate = text('monitor.rate', { rate: format.number(Math.round(channel.perSecond * 10) / 10) });
  return (
    <Grid
      as="li"
      className="monitor-channel"
      columns="minmax(180px, 1.4fr) minmax(150px, 1.2fr) 190px minmax(120px, 0.9fr) 90px minmax(
      110px,
      auto
    )"
      align="center"
      gap={[8, 20]}
      minH={60}
      p={[8, 0]}
      borderBottom
      font="small"
      data-channel={channel.key}
    >
      <Row className="monitor-channel-name" align="center" gap={10} shrink>
        <PlatformMark platform={channel.platform} size={20} />
        <Stack as="span" shrink>
          <Text className="cut" font="body" weight={500} title={channel.name}>
            {channel.name}
          </Text>
          <Text font="caption" tone="t2">
            {text(`monitor.what.${channel.what}`)}
            {channel.runs > 1 && ` · ${text('monitor.runs.more', { n: channel.runs })}`}
          </Text>
        </Stack>
      </Row>
      <ChannelState channel={channel} />
      <Row className="monitor-channel-pace" align="center" justify="between" gap={12}>
        <Sparkline values={paces} width={88} />
        <span>{rate}</span>
      </Row>
      <ChannelLimit channel={channel} />
      <Text className="monitor-channel-waiting" textAlign="end">
        {channel.runs === 0
          ? ''
          : channel.waiting === null
            ? text('monitor.waiting.unknown')
            : text('monitor.waiting', { n: channel.waiting })}
      </Text>
      <ChannelAction channel={channel} />
    </Grid>
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
    <Box className="monitor-channel-state" gap={2} shrink>
      {state === null ? <span className="quiet">{text('monitor.idle')}</span> : <StateText state={state} />}
      {why !== null && (
        <Text className={`monitor-channel-why ${channel.health}`} font="caption" tone="t2" anywhere>
          {why}
        </Text>
      )}
    </Box>
  );
}

function ChannelLimit({ channel }: { channel: MonitorChannel }) {
  const text = useText();
  const format = useFormat();
  if (channel.limitUsed === null) {
    return (
      <Box as="span" className="monitor-channel-limit quiet" gap={4} font="caption">
        {text('monitor.limit.none')}
      </Box>
    );
  }
  const percent = format.percent(channel.limitUsed / 100);
  return (
    <Box className="monitor-channel-limit" gap={4} font="caption" title={text('monitor.limit.band')}>
      <Row as="span" justify="between" gap={8} tone="t2">
        <span>{text('monitor.limit')}</span>
        <span>{percent}</span>
      </Row>
      <Bar
        part={channel.limitUsed / 100}
        tone={channel.limitUsed > limitNormalMax ? 'amber' : 'primary'}
        label={text('monitor.limit')}
        valueText={percent}
      />
    </Box>
  );
}

/** Link to fix a problem that needs a person, else to the run. */
function ChannelAction({ channel }: { channel: MonitorChannel }) {
  const text = useText();
  const may = useMay();
  const broken = channel.health === 'act' && channel.what === 'store' && channel.fault !== null;
  const run = channel.runId !== null && may('runs', 'get') ? channel.runId : null;
  return (
    <Box as="span" className="monitor-channel-action" gap={2}>
      <HealthMark health={channel.health} />
      {broken && may('stores', 'query') ? (
        <Link to="/list/card">{text('monitor.act.store')}</Link>
      ) : (
        run !== null && <Link to={runPath(run)}>{text('monitor.act.run')}</Link>
      )}
    </Box>
  );
}
