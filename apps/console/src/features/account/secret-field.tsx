import type { InputRef } from 'antd';
import { Input } from 'antd';
import type { ReactNode, Ref } from 'react';
import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { Field } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Row } from '../../ui/layout/box.tsx';

interface SecretFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  error?: string | null;
  /** Hint for password managers. */
  autoComplete: 'current-password' | 'new-password';
  autoFocus?: boolean;
  inputRef?: Ref<InputRef>;
  /** Shown between the field and its error. */
  children?: ReactNode;
}

/** A password field with its label; the eye button shows the text. */
export function SecretField({
  label,
  value,
  onChange,
  onBlur,
  error = null,
  autoComplete,
  autoFocus = false,
  inputRef,
  children,
}: SecretFieldProps) {
  const text = useText();
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} error={error}>
      {(control) => (
        <>
          <Input
            {...control}
            {...(inputRef === undefined ? {} : { ref: inputRef })}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoFocus={autoFocus}
            maxLength={256}
            status={error === null ? '' : 'error'}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            onBlur={onBlur}
            suffix={
              <Row
                as="button"
                type="button"
                hover="t1"
                inline
                tone="t3"
                radius="xs"
                aria-label={shown ? text('user.login.password.hide') : text('user.login.password.show')}
                aria-pressed={shown}
                onClick={() => setShown(!shown)}
              >
                <Icon name={shown ? 'eye' : 'eye-off'} size={16} />
              </Row>
            }
          />
          {children}
        </>
      )}
    </Field>
  );
}
