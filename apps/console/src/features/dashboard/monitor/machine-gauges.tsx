import type { Gauge, Machine } from '@bowerbird/contract/figures/monitor';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Box, Grid, Row } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { HealthMark } from './health-mark.tsx';

const gauges = ['queueWait', 'silentJobs', 'databaseAnswer', 'databaseConnections', 'disk'] as const;
type GaugeName = (typeof gauges)[number];

/** The machine's state, each figure with its normal range. */
export function MachineGauges({ machine }: { machine: Machine }) {
  const text = useText();
  const format = useFormat();
  const write: Record<GaugeName, (value: number) => string> = {
    queueWait: format.duration,
    silentJobs: format.number,
    databaseAnswer: (value) => text('monitor.milliseconds', { n: value }),
    databaseConnections: format.number,
    disk: format.bytes,
  };
  return (
    <section>
      <SectionHead title={text('monitor.machine')} />
      <ul className="machine-gauges">
        {gauges.map((name) => {
          const gauge = machine[name];
          return gauge && <GaugeRow key={name} name={name} gauge={gauge} write={write[name]} />;
        })}
      </ul>
      <Row as="dl" wrap gap={[8, 36]} pt={14} font="small">
        <Row gap={10}>
          <Text as="dt" tone="t2">
            {text('monitor.databaseBytes')}
          </Text>
          <Text as="dd" weight={500}>
            {format.bytes(machine.databaseBytes)}
          </Text>
        </Row>
        <Row gap={10}>
          <Text as="dt" tone="t2">
            {text('monitor.memoryBytes')}
          </Text>
          <Text as="dd" weight={500}>
            {format.bytes(machine.memoryBytes)}
          </Text>
        </Row>
        <Row gap={10}>
          <Text as="dt" tone="t2">
            {text('monitor.upSeconds')}
          </Text>
          <Text as="dd" weight={500}>
            {format.duration(machine.upSeconds)}
          </Text>
        </Row>
      </Row>
    </section>
  );
}

interface GaugeRowProps {
  name: GaugeName;
  gauge: Gauge;
  write(value: number): string;
}

function GaugeRow({ name, gauge, write }: GaugeRowProps) {
  const text = useText();
  const { value, normalMax, max, health } = gauge;
  const scale = max ?? Math.max(normalMax * 2, value * 1.1, 1);
  return (
    <Grid
      as="li"
      className="machine-gauge"
      columns="minmax(180px, 1.2fr) minmax(140px, 0.8fr) minmax(140px, 2fr) minmax(220px, 1.2fr)"
      align="center"
      gap={[4, 24]}
      minH={48}
      p={[8, 0]}
      borderBottom
      font="small"
    >
      <span className="machine-gauge-name">{text(`monitor.gauge.${name}`)}</span>
      <Text weight={500} textAlign="end">
        {write(value)}
        {max !== null && <span className="quiet"> / {write(max)}</span>}
      </Text>
      <Box as="span" relative h={8} radius="xs" ground="track" aria-hidden="true">
        <span className="gauge-normal" style={{ width: `${Math.min(100, (normalMax / scale) * 100)}%` }} />
        <Box
          as="span"
          className={`gauge-value ${health}`}
          w={3}
          style={{ insetInlineStart: `${Math.min(100, (value / scale) * 100)}%` }}
        />
      </Box>
      <Row as="span" wrap align="center" gap={[2, 12]} font="caption">
        {health !== 'normal' && <HealthMark health={health} />}
        <span className="quiet">{text('monitor.normal', { value: write(normalMax) })}</span>
      </Row>
      {health === 'act' && name !== 'silentJobs' && (
        <Text column="1 / -1" tone="red" role="alert">
          {text(`monitor.remedy.${name}`)}
        </Text>
      )}
    </Grid>
  );
}
