import { judgePassword } from '@bowerbird/contract/account/password-strength';
import type { InputRef } from 'antd';
import type { RefObject } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { PasswordInput } from './password-input.tsx';
import type { RefusedPassword } from './refused-password.ts';
import { StrengthMeter } from './strength-meter.tsx';

export interface TypedPassword {
  password: string;
  confirm: string;
}

interface Checked {
  password: boolean;
  confirm: boolean;
}

/** Returns the errors of a new password and its confirmation, for the fields that are to be checked. */
export function useNewPasswordErrors(
  { password, confirm }: TypedPassword,
  checked: Checked,
  refused: RefusedPassword | null,
) {
  const text = useText();
  const ofPassword =
    password === ''
      ? text('user.password.required')
      : judgePassword(password) === 'short'
        ? text('user.password.strength.msg')
        : null;
  const ofConfirm =
    confirm === ''
      ? text('user.confirm-password.required')
      : confirm.trim() === password.trim()
        ? null
        : text('user.password.twice.msg');
  return {
    password:
      (checked.password ? ofPassword : null) ?? (refused?.password === password ? refused.reported : null),
    confirm: checked.confirm ? ofConfirm : null,
    right: ofPassword === null && ofConfirm === null,
  };
}

interface NewPasswordProps {
  label: string;
  value: TypedPassword;
  errors: { password: string | null; confirm: string | null };
  passwordField: RefObject<InputRef | null>;
  confirmField: RefObject<InputRef | null>;
  onChange(value: TypedPassword): void;
  onLeft(field: keyof TypedPassword): void;
}

/** Fields for a new password with its strength, and its confirmation. */
export function NewPassword(props: NewPasswordProps) {
  const { label, value, errors, passwordField, confirmField, onChange, onLeft } = props;
  const text = useText();
  return (
    <>
      <Field label={label} error={errors.password}>
        {(control) => (
          <div>
            <PasswordInput
              {...control}
              name="password"
              autoComplete="new-password"
              inputRef={passwordField}
              value={value.password}
              onChange={(password) => onChange({ ...value, password })}
              onBlur={() => value.password !== '' && onLeft('password')}
            />
            {value.password !== '' && <StrengthMeter password={value.password} />}
          </div>
        )}
      </Field>
      <Field label={text('user.register.confirm-password.placeholder')} error={errors.confirm}>
        {(control) => (
          <PasswordInput
            {...control}
            name="confirm"
            autoComplete="new-password"
            inputRef={confirmField}
            value={value.confirm}
            onChange={(confirm) => onChange({ ...value, confirm })}
            onBlur={() => value.confirm !== '' && onLeft('confirm')}
          />
        )}
      </Field>
    </>
  );
}
