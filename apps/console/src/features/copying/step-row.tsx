import type { CopyRun, CopyStep } from '@bowerbird/contract/collect/copying';
import type { Run } from '@bowerbird/contract/runs';
import { Link } from 'react-router';
import { runPath } from '../../lib/data/use-runs.tsx';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { ProgressLine } from '../../ui/charts/progress-line.tsx';
import { StateText } from '../../ui/feedback/state-glyph.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';

interface StepRowProps {
  copy: CopyRun;
  step: CopyStep;
  run: Run | null;
}

/** One step: what it does, its progress, and a link to its run. */
export function StepRow({ copy, step, run }: StepRowProps) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const works = run?.state === 'running';
  return (
    <Stack
      as="li"
      className="copy-step"
      gap={10}
      shrink
      pt={14}
      aria-current={copy.step === step && copy.state === 'going' ? 'step' : undefined}
    >
      <Row wrap align="start" justify="between" gap={[4, 12]} font="small">
        <h2 className="section-title">{text(`copying.step.${step}`)}</h2>
        {run === null ? (
          <StateText state="none">{text('copying.notYet')}</StateText>
        ) : (
          <StateText state={run.state} note={run.fault === null ? undefined : sentence(run.fault)} />
        )}
      </Row>
      {works ? (
        <ProgressLine
          name={text(`copying.step.${step}.works`)}
          done={run.done}
          total={run.total}
          secondsLeft={run.secondsLeft}
        />
      ) : (
        <Row as="p" className="copy-step-figure" wrap align="baseline" gap={[2, 10]}>
          <span className={run === null ? 'figure none' : 'figure'}>
            {run === null ? '—' : format.number(run.done)}
          </span>
          <span className="quiet">{text(`copying.step.${step}.done`, { n: run?.done ?? 0 })}</span>
        </Row>
      )}
      {run !== null && run.failed > 0 && (
        <Text as="p" className="tone-amber" font="small">
          {text(`copying.step.${step}.failed`, { n: run.failed })}
        </Text>
      )}
      {run !== null && (
        <Box
          as={Link}
          font="small"
          self="start"
          to={step === 'collecting' ? `/collect/product?run=${run.id}` : runPath(run.id)}
        >
          {text('copying.toRun')}
        </Box>
      )}
    </Stack>
  );
}
