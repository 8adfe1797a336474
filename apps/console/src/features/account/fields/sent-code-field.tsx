import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { FormField } from '../../../ui/form/form-field.tsx';
import { partOf, type SchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Row } from '../../../ui/layout/box.tsx';
import { GuestInput } from './guest-input.tsx';
import type { CodeSending } from './use-code-sending.ts';

interface SentCodeFieldProps<Values extends { captcha: string }, Sent> {
  form: SchemaForm<Values, Sent>;
  hint?: ReactNode;
  sending: CodeSending;
  /** Called when the button is pressed: validates the preceding field and sends the code. */
  onSend(): void;
}

/** Field for a sent code, with the button that sends it and then counts down. */
export function SentCodeField<Values extends { captcha: string }, Sent>(
  props: SentCodeFieldProps<Values, Sent>,
) {
  const { hint, sending, onSend } = props;
  const text = useText();
  const form: SchemaForm<{ captcha: string }> = partOf(props.form);
  const note = sending.busy ? text('user.code.sending') : hint;
  return (
    <FormField
      form={form}
      name="captcha"
      label={text('user.login.mobile.verification-code.placeholder')}
      missing={text('user.verification-code.required')}
      refused={sending.refused}
      {...(note !== undefined && { hint: <span role="status">{note}</span> })}
    >
      {(control) => (
        <Row className="guest-code" gap={8}>
          <GuestInput
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            onChange={({ target }) => control.onChange(target.value.replace(/\D/g, ''))}
          />
          <Button size="large" disabled={sending.left !== null} onClick={onSend}>
            {sending.left === null
              ? text('user.register.get-verification-code')
              : text('user.code.again', { n: sending.left })}
          </Button>
        </Row>
      )}
    </FormField>
  );
}
