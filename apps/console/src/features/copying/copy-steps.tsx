import type { CopyStep } from '@bowerbird/contract/collect/copying';
import { copySteps } from '@bowerbird/contract/collect/copying';
import { useText } from '../../lib/text/text.ts';
import { Steps } from '../../ui/layout/steps.tsx';

/** The steps of a copy, with the current one; past the last one all are done. */
export function StepsHint({ current }: { current: number }) {
  const text = useText();
  return (
    <Steps
      label={text('copying.steps')}
      current={current}
      steps={copySteps.map((key) => ({ key, title: text(`copying.step.${key}`) }))}
    />
  );
}

export function placeOf(step: CopyStep): number {
  return copySteps.indexOf(step);
}
