import { useText } from '../../lib/text.ts';
import { Icon } from '../images/icon.tsx';
import './steps.css';

interface StepsProps {
  label: string;
  steps: { key: string; title: string }[];
  /** Index of the current step. */
  current: number;
  /** Goes back to a finished step; without it, the steps are display only. */
  onBack?(index: number): void;
}

/** Shows the current one of a few steps; a finished step is a link back. */
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
