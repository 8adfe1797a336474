import type { SystemStatus } from '@bowerbird/contract/system/system';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { StateText } from '../../ui/feedback/state-glyph.tsx';
import { Box, Grid } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';

/** Every process that works on this database, with its last heartbeat. */
export function ProcessList({ processes }: { processes: SystemStatus['processes'] }) {
  const text = useText();
  const format = useFormat();
  return (
    <Box as="section" mt={32}>
      <SectionHead title={text('system.processes')} count={processes.length} />
      {processes.length === 0 && <p className="quiet">{text('system.processes.none')}</p>}
      <ul>
        {processes.map(({ id, host, pid, role, version, startedAt, seenAt, alive, errorsDay }) => (
          <Grid
            as="li"
            key={id}
            oneUnder={768}
            columns="130px minmax(160px, 1.4fr) minmax(120px, 1fr) minmax(120px, auto) minmax(120px, auto)"
            align="center"
            gap={[4, 16]}
            p={[10, 0]}
            borderBottom
          >
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
          </Grid>
        ))}
      </ul>
    </Box>
  );
}
