import type { InputRef } from 'antd';
import { Button, Input } from 'antd';
import type { ReactNode, RefObject } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import type { CodeSending } from './use-code-sending.ts';

interface SentCodeFieldProps {
  value: string;
  error: string | null;
  hint?: ReactNode;
  sending: CodeSending;
  inputRef?: RefObject<InputRef | null>;
  onChange(value: string): void;
  onBlur(): void;
  /** Called when the button is pressed: validates the preceding field and sends the code. */
  onSend(): void;
}

/** Field for a sent code, with the button that sends it and then counts down. */
export function SentCodeField(props: SentCodeFieldProps) {
  const { value, error, hint, sending, inputRef, onChange, onBlur, onSend } = props;
  const text = useText();
  const note = sending.busy ? text('user.code.sending') : hint;
  return (
    <Field
      label={text('user.login.mobile.verification-code.placeholder')}
      error={error}
      {...(note !== undefined && { hint: <span role="status">{note}</span> })}
    >
      {(control) => (
        <Row className="guest-code" gap={8}>
          <Input
            {...control}
            {...(inputRef && { ref: inputRef })}
            size="large"
            name="captcha"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            status={error === null ? '' : 'error'}
            value={value}
            onChange={({ target }) => onChange(target.value.replace(/\D/g, ''))}
            onBlur={onBlur}
          />
          <Button size="large" disabled={sending.left !== null} onClick={onSend}>
            {sending.left === null
              ? text('user.register.get-verification-code')
              : text('user.code.again', { n: sending.left })}
          </Button>
        </Row>
      )}
    </Field>
  );
}
