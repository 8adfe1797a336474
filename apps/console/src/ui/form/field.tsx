import type { ReactNode } from 'react';
import { useId } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Row, Stack } from '../layout/box.tsx';
import { Text } from '../text/text.tsx';
import './field.css';

/** What ties a control to its label and its error. */
export interface FieldControl {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby'?: string;
}

interface FieldProps {
  label: ReactNode;
  /** Right of the label: an origin mark, a link. */
  beside?: ReactNode;
  /** The error, shown under the field. */
  error?: string | null;
  hint?: ReactNode;
  optional?: boolean;
  /** A changed field has an amber border until it is saved. */
  changed?: boolean;
  /** Renders the control, given the attributes that connect it to its label and its error. */
  children(control: FieldControl): ReactNode;
}

/** A label above its control, and its error below. */
export function Field({
  label,
  beside,
  error = null,
  hint,
  optional = false,
  changed = false,
  children,
}: FieldProps) {
  const text = useText();
  const id = useId();
  const described = error !== null || hint !== undefined;
  return (
    <Stack className={changed ? 'field changed' : 'field'} relative gap={4} shrink>
      <Row
        className="field-head"
        align="center"
        justify="between"
        gap={12}
        minH={22}
        font="small"
        weight={500}
      >
        <label htmlFor={id}>
          {label}
          {optional && <span className="quiet">{text('required.not')}</span>}
        </label>
        {beside}
      </Row>
      {children({
        id,
        'aria-invalid': error !== null,
        ...(described ? { 'aria-describedby': `${id}-note` } : {}),
      })}
      {error !== null ? (
        <p className="field-error" id={`${id}-note`} role="alert">
          {error}
        </p>
      ) : (
        hint !== undefined && (
          <Text as="p" font="caption" tone="t3" id={`${id}-note`}>
            {hint}
          </Text>
        )
      )}
    </Stack>
  );
}
