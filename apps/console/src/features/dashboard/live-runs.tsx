import { hasEnded, type Run } from '@bowerbird/contract/runs';
import { Link } from 'react-router';
import { succeededOf } from '../../lib/data/run-figures.ts';
import { pathOfRun, useCurrentRuns } from '../../lib/data/use-runs.tsx';
import { useFormat } from '../../lib/text/format.ts';
import { runName } from '../../lib/text/sentences/run-name.ts';
import { useText } from '../../lib/text/text.ts';
import { ProgressLine } from '../../ui/charts/progress-line.tsx';
import { Thumbnails } from '../../ui/images/thumbnails.tsx';
import { Box, Row } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';

/** The runs that have not ended, updated by the event stream. */
export function LiveRuns() {
  const text = useText();
  const format = useFormat();
  const runs = useCurrentRuns().filter((run) => !hasEnded(run));
  const nameOf = (run: Run) => runName(text, run);
  return (
    <section>
      <SectionHead
        title={text('monitor.live')}
        {...(runs.length > 0 && { count: format.number(runs.length), live: true })}
      />
      {runs.length === 0 && (
        <Box as="p" p={[14, 0]} font="small" tone="t2">
          {text('monitor.live.none')}
        </Box>
      )}
      <ul className="monitor-runs">
        {runs.map((run) => (
          <li key={run.id}>
            <Row
              as={Link}
              className="monitor-run"
              hover="plain"
              align="center"
              gap={12}
              p={[12, 0]}
              borderBottom
              tone="inherit"
              to={pathOfRun(run)}
            >
              <Thumbnails urls={run.images ?? []} size={28} />
              <ProgressLine
                name={nameOf(run)}
                done={succeededOf(run)}
                total={run.total}
                secondsLeft={run.state === 'running' ? run.secondsLeft : null}
                {...(run.state === 'running' ? {} : { tone: 'amber', end: text(`state.${run.state}`) })}
              />
            </Row>
          </li>
        ))}
      </ul>
    </section>
  );
}
