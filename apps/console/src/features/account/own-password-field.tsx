import { useState } from 'react';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFaultText } from '../../lib/fault-text.ts';
import { useText } from '../../lib/text.ts';
import { SecretField } from './secret-field.tsx';

/** A password that must be given before a guard of the account changes, and what is wrong with it. */
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
    /** True when there is one to send; else the field says so. */
    check: () => {
      setChecked(true);
      return password !== '';
    },
    /** What else was refused. */
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
