import type { Gauge, Machine } from '@bowerbird/contract/monitor';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { SectionHead } from '../../ui/layout/section-head.tsx';
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
      <dl className="machine-facts">
        <div>
          <dt>{text('monitor.databaseBytes')}</dt>
          <dd>{format.bytes(machine.databaseBytes)}</dd>
        </div>
        <div>
          <dt>{text('monitor.memoryBytes')}</dt>
          <dd>{format.bytes(machine.memoryBytes)}</dd>
        </div>
        <div>
          <dt>{text('monitor.upSeconds')}</dt>
          <dd>{format.duration(machine.upSeconds)}</dd>
        </div>
      </dl>
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
    <li className="machine-gauge">
      <span className="machine-gauge-name">{text(`monitor.gauge.${name}`)}</span>
      <span className="machine-gauge-value">
        {write(value)}
        {max !== null && <span className="quiet"> / {write(max)}</span>}
      </span>
      <span className="gauge-band" aria-hidden="true">
        <span className="gauge-normal" style={{ width: `${Math.min(100, (normalMax / scale) * 100)}%` }} />
        <span
          className={`gauge-value ${health}`}
          style={{ insetInlineStart: `${Math.min(100, (value / scale) * 100)}%` }}
        />
      </span>
      <span className="machine-gauge-note">
        {health !== 'normal' && <HealthMark health={health} />}
        <span className="quiet">{text('monitor.normal', { value: write(normalMax) })}</span>
      </span>
      {health === 'act' && name !== 'silentJobs' && (
        <span className="machine-gauge-remedy" role="alert">
          {text(`monitor.remedy.${name}`)}
        </span>
      )}
    </li>
  );
}
