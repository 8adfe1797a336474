import { useText } from '../../lib/text/text.ts';
import { Icon } from '../images/icon.tsx';
import { Row } from './box.tsx';
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
    <Row as="ol" className="steps" wrap align="center" gap={[6, 12]} aria-label={label}>
      {steps.map(({ key, title }, index) => {
        const done = index < current;
        const inside = (
          <>
            <Row
              as="span"
              className="step-mark"
              inline
              align="center"
              justify="center"
              w={22}
              h={22}
              border="line2"
              radius="round"
              tone="t2"
            >
              {done ? <Icon name="check" size={13} /> : index + 1}
            </Row>
            <span className="step-title">{title}</span>
            {done && <span className="only-read">{text('state.complete')}</span>}
          </>
        );
        return (
          <Row
            as="li"
            key={key}
            className={done ? 'step done' : 'step'}
            align="center"
            gap={12}
            font="body"
            tone="t2"
            aria-current={index === current ? 'step' : undefined}
          >
            {done && onBack !== undefined ? (
              <Row
                as="button"
                type="button"
                className="step-inside"
                inline
                align="center"
                gap={8}
                minH={28}
                radius="m"
                onClick={() => onBack(index)}
              >
                {inside}
              </Row>
            ) : (
              <Row as="span" className="step-inside" inline align="center" gap={8} minH={28} radius="m">
                {inside}
              </Row>
            )}
          </Row>
        );
      })}
    </Row>
  );
}
