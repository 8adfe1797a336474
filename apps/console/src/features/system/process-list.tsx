import type { SystemStatus } from '@bowerbird/contract/system';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { StateText } from '../../ui/feedback/state-glyph.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';

/** Every process that works on this database, with its last heartbeat. */
export function ProcessList({ processes }: { processes: SystemStatus['processes'] }) {
  const text = useText();
  const format = useFormat();
  return (
    <section className="system-processes">
      <SectionHead title={text('system.processes')} count={processes.length} />
      {processes.length === 0 && <p className="quiet">{text('system.processes.none')}</p>}
      <ul>
        {processes.map(({ id, host, pid, role, version, startedAt, seenAt, alive, errorsDay }) => (
          <li key={id} className="process-row">
            <StateText state={alive ? 'running' : 'failed'}>
              {text(alive ? 'system.process.alive' : 'system.process.silent')}
            </StateText>
            <span>
              {text(`system.role.${role}`)}
              <span className="caption"> · {text('system.process.version', { version })}</span>
            </span>
            <code>
              {host} · {pid}
            </code>
            <span className="caption">{text('system.process.since', { time: format.full(startedAt) })}</span>
            <span className="caption">
              {text('system.process.seen', { time: format.time(seenAt, true) })}
              {errorsDay > 0 && ` · ${text('system.process.errors', { n: errorsDay })}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
