import { hasEnded } from '@bowerbird/contract/runs';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useRun } from '../../lib/data/use-runs.tsx';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useText } from '../../lib/text/text.ts';
import { ProgressLine } from '../../ui/charts/progress-line.tsx';
import { FaultRow } from '../../ui/feedback/fault-row.tsx';
import { Box } from '../../ui/layout/box.tsx';
import { exportKeys } from './queries.ts';

/** The file being written, until it is in the list below. */
export function RunningExport({ runId }: { runId: string }) {
  const text = useText();
  const sentence = useFaultText();
  const cache = useQueryClient();
  const { data: run } = useRun(runId);
  const ended = run !== undefined && hasEnded(run);

  useEffect(() => {
    if (ended) {
      void cache.invalidateQueries({ queryKey: exportKeys.files });
    }
  }, [cache, ended]);

  if (run === undefined || run.state === 'complete') {
    return null;
  }
  return (
    <Box as="section" className="export-running" mt={24}>
      {ended ? (
        <FaultRow
          state={run.state}
          what={text('export.ended', { title: run.title })}
          why={run.fault === null ? undefined : sentence(run.fault)}
          act={<Link to={`/profile/basic/${run.id}`}>{text('act.see')}</Link>}
        />
      ) : (
        <ProgressLine
          name={text('export.running', { title: run.title })}
          done={run.done}
          total={run.total}
          secondsLeft={run.secondsLeft}
        />
      )}
    </Box>
  );
}
