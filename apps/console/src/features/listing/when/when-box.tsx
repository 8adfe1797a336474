import { useText } from '../../../lib/text/text.ts';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import type { When } from './when-draft.ts';
import { WhenFields } from './when-fields.tsx';
import './when.css';

interface WhenBoxProps {
  when: When;
  onChange(when: When): void;
}

const kinds = ['now', 'once', 'repeating'] as const;

/** When the listing starts: now, at a time, or repeatedly, each store in its own time zone. */
export function WhenBox({ when, onChange }: WhenBoxProps) {
  const text = useText();
  return (
    <Stack as="fieldset" className="options-box when-box" gap={10} m={0} p={0} border="none" shrink>
      <legend>{text('schedules.when')}</legend>
      {kinds.map((kind) => (
        <Row as="label" key={kind} className="option-line" align="start" gap={8}>
          <input
            type="radio"
            name="listing-when"
            checked={when.kind === kind}
            onChange={() => onChange({ ...when, kind })}
          />
          <span>
            {text(`schedules.when.${kind}`)}
            {when.kind === kind && kind !== 'now' && (
              <span className="caption">{text(`schedules.when.${kind}.note`)}</span>
            )}
          </span>
        </Row>
      ))}
      {when.kind !== 'now' && <WhenFields when={when} onChange={onChange} />}
    </Stack>
  );
}
