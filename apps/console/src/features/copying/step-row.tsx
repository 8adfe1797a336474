import type { CopyRun, CopyStep } from '@bowerbird/contract/copying';
import type { Run } from '@bowerbird/contract/runs';
import { Link } from 'react-router';
import { useFaultText } from '../../lib/fault-text.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { runPath } from '../../lib/use-runs.tsx';
import { ProgressLine } from '../../ui/charts/progress-line.tsx';
import { StateText } from '../../ui/feedback/state-glyph.tsx';

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
    <li
      className="copy-step"
      aria-current={copy.step === step && copy.state === 'going' ? 'step' : undefined}
    >
      <div className="copy-step-head">
        <h2 className="section-title">{text(`copying.step.${step}`)}</h2>
        {run === null ? (
          <StateText state="none">{text('copying.notYet')}</StateText>
        ) : (
          <StateText state={run.state} note={run.fault === null ? undefined : sentence(run.fault)} />
        )}
      </div>
      {works ? (
        <ProgressLine
          name={text(`copying.step.${step}.works`)}
          done={run.done}
          total={run.total}
          secondsLeft={run.secondsLeft}
        />
      ) : (
        <p className="copy-step-figure">
          <span className={run === null ? 'figure none' : 'figure'}>
            {run === null ? '—' : format.number(run.done)}
          </span>
          <span className="quiet">{text(`copying.step.${step}.done`, { n: run?.done ?? 0 })}</span>
        </p>
      )}
      {run !== null && run.failed > 0 && (
        <p className="tone-amber copy-step-failed">
          {text(`copying.step.${step}.failed`, { n: run.failed })}
        </p>
      )}
      {run !== null && (
        <Link
          className="copy-step-link"
          to={step === 'collecting' ? `/collect/product?run=${run.id}` : runPath(run.id)}
        >
          {text('copying.toRun')}
        </Link>
      )}
    </li>
  );
}
