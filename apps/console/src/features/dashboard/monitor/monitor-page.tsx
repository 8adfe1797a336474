import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useMay, useSession } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Grid } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { Monitor } from '../insight-queries.ts';
import { useMonitor } from '../insight-queries.ts';
import { LiveRuns } from '../live-runs.tsx';
import { ChannelRow } from './channel-row.tsx';
import { MachineGauges } from './machine-gauges.tsx';
import { JobsTable, OpenRunsTable, PlatformTable } from './monitor-tables.tsx';
import { usePaces } from './use-paces.ts';
import './monitor.css';

/** Current activity: each store and source, the runs, the queue; for administrators totals and the machine. */
export default function MonitorPage() {
  const text = useText();
  const format = useFormat();
  const { user } = useSession();
  const monitor = useMonitor();
  return (
    <div className="page">
      <PageHead
        title={text('menu.dashboard.monitor')}
        before={<Text className="live-dot" m={[0, 4]} aria-hidden="true" />}
        hint={
          monitor.data === undefined
            ? undefined
            : text('monitor.updated', { time: format.time(monitor.data.at, true) })
        }
      />
      {monitor.isError && <SectionFault failure={monitor.error} onRetry={() => void monitor.refetch()} />}
      {monitor.data === undefined ? (
        !monitor.isError && <SkeletonRows rows={5} />
      ) : user.ownerId === null ? (
        <Whole monitor={monitor.data} />
      ) : (
        <Own monitor={monitor.data} />
      )}
    </div>
  );
}

function Own({ monitor }: { monitor: Monitor }) {
  const text = useText();
  const paces = usePaces(monitor);
  return (
    <Grid className="monitor" gap={28}>
      <section>
        <SectionHead title={text('monitor.channels')} />
        {monitor.channels.length === 0 ? (
          <NoChannels />
        ) : (
          <ul className="monitor-channels">
            {monitor.channels.map((channel) => (
              <ChannelRow key={`${channel.what} ${channel.key}`} channel={channel} paces={paces(channel)} />
            ))}
          </ul>
        )}
      </section>
      <Grid oneUnder={768} columns={2} align="start" gap={[28, 36]}>
        <LiveRuns />
        <section>
          <SectionHead title={text('monitor.queue')} />
          <OpenRunsTable runs={monitor.runs} label={text('monitor.queue')} />
        </section>
      </Grid>
    </Grid>
  );
}

function NoChannels() {
  const text = useText();
  const navigate = useNavigate();
  const may = useMay();
  return (
    <Empty
      act={
        may('collect', 'add') && (
          <Button type="primary" onClick={() => void navigate('/collect/product')}>
            {text('monitor.channels.collect')}
          </Button>
        )
      }
      link={
        may('stores', 'add') && (
          <button type="button" className="link-button" onClick={() => void navigate('/list/card')}>
            {text('monitor.channels.connect')}
          </button>
        )
      }
    >
      {text('monitor.channels.none')}
    </Empty>
  );
}

function Whole({ monitor }: { monitor: Monitor }) {
  const text = useText();
  const { machine } = monitor;
  return (
    <Grid className="monitor" gap={28}>
      {machine !== null && <MachineGauges machine={machine} />}
      <section>
        <SectionHead title={text('monitor.platforms')} />
        <PlatformTable platforms={monitor.platforms} />
      </section>
      <Grid oneUnder={768} columns={2} align="start" gap={[28, 36]}>
        <section>
          <SectionHead title={text('monitor.whole')} />
          <OpenRunsTable runs={monitor.runs} label={text('monitor.whole')} />
        </section>
        {machine !== null && (
          <section>
            <SectionHead title={text('monitor.jobs')} />
            <JobsTable queue={machine.queue} />
          </section>
        )}
      </Grid>
    </Grid>
  );
}
