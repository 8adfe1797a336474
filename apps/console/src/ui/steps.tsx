import { useText } from '../lib/text.ts';
import { Icon } from './icon.tsx';
import './steps.css';

interface StepsProps {
  label: string;
  steps: { key: string; title: string }[];
  /** Index of the step one is at. */
  current: number;
  /** Back to a step that is done; without it the steps only show. */
  onBack?(index: number): void;
}

/** Where one is in a few steps; a step that is done leads back to it. */
export function Steps({ label, steps, current, onBack }: StepsProps) {
  const text = useText();
  return (
    <ol className="steps" aria-label={label}>
      {steps.map(({ key, title }, index) => {
        const done = index < current;
        const inside = (
          <>
            <span className="step-mark">{done ? <Icon name="check" size={13} /> : index + 1}</span>
            <span className="step-title">{title}</span>
            {done && <span className="only-read">{text('state.complete')}</span>}
          </>
        );
        return (
          <li
            key={key}
            className={done ? 'step done' : 'step'}
            aria-current={index === current ? 'step' : undefined}
          >
            {done && onBack !== undefined ? (
              <button type="button" className="step-inside" onClick={() => onBack(index)}>
                {inside}
              </button>
            ) : (
              <span className="step-inside">{inside}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
