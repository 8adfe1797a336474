import { useState } from 'react';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFaultText } from '../../lib/fault-text.ts';
import { useText } from '../../lib/text.ts';
import { SecretField } from './secret-field.tsx';

/** Returns the state of a password field that must be filled in before a security setting changes, and its error. */
export function useOwnPassword(thrown: unknown) {
  const text = useText();
  const sentence = useFaultText();
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const failure = thrown === null || thrown === undefined ? null : CallFailure.from(thrown);
  const wrong = failure?.code === 'account.password-wrong';
  const empty = checked && password === '' ? text('user.password.required') : null;
  return {
    password,
    setPassword,
    error: empty ?? (wrong ? sentence(failure) : null),
    /** Returns true if there is a password to send; else shows an error in the field. */
    check: () => {
      setChecked(true);
      return password !== '';
    },
    /** Any other refusal. */
    refused: failure === null || wrong ? null : failure,
  };
}

interface OwnPasswordFieldProps {
  own: ReturnType<typeof useOwnPassword>;
  autoFocus?: boolean;
  onTyped?(): void;
}

export function OwnPasswordField({ own, autoFocus = false, onTyped }: OwnPasswordFieldProps) {
  const text = useText();
  return (
    <SecretField
      label={text('account.password.own')}
      autoComplete="current-password"
      autoFocus={autoFocus}
      value={own.password}
      error={own.error}
      onChange={(typed) => {
        own.setPassword(typed);
        onTyped?.();
      }}
    />
  );
}
