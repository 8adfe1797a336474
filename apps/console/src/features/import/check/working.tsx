import { useRun } from '../../../lib/data/use-runs.tsx';
import { useText } from '../../../lib/text/text.ts';
import { ProgressLine } from '../../../ui/charts/progress-line.tsx';
import { Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { Import } from '../queries.ts';

/** The progress of a check, or of applying it. */
export function Working({ of }: { of: Import }) {
  const text = useText();
  const { data: run } = useRun(of.id);
  const isChecking = of.state === 'checking';
  return (
    <Stack gap={10} maxW={720} aria-live="polite">
      <ProgressLine
        name={text(isChecking ? 'import.checking' : 'import.applying')}
        done={run?.done ?? 0}
        total={run?.total ?? null}
        secondsLeft={run?.secondsLeft ?? null}
      />
      {isChecking && of.rows > 0 && (
        <Text font="small" tone="t2">
          {[
            text('import.rowsRead', { n: of.rows }),
            text('import.products', { n: of.products }),
            text('import.variants', { n: of.variants }),
            ...(of.faults > 0 ? [text('import.faultsFound', { n: of.faults })] : []),
          ].join(' · ')}
        </Text>
      )}
      <Text font="small" tone="t2">
        {text(isChecking ? 'import.checking.note' : 'import.applying.note')}
      </Text>
    </Stack>
  );
}
