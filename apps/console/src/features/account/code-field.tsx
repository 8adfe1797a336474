import { Input } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../lib/text.ts';
import { Field } from '../../ui/form/field.tsx';

interface CodeFieldProps {
  label: string;
  value: string;
  error: string | null;
  hint?: ReactNode;
  /** False: a recovery code is accepted, too. */
  digits?: boolean;
  autoFocus?: boolean;
  onChange(value: string): void;
}

/** A field for a code that is typed in: six digits, or a recovery code if allowed. */
export function CodeField({
  label,
  value,
  error,
  hint,
  digits = true,
  autoFocus = false,
  onChange,
}: CodeFieldProps) {
  const text = useText();
  return (
    <Field label={label} error={error} {...(hint !== undefined && { hint })}>
      {(control) => (
        <Input
          {...control}
          name="code"
          autoFocus={autoFocus}
          inputMode={digits ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={digits ? 6 : 40}
          {...(digits && { placeholder: text('account.code.six') })}
          status={error === null ? '' : 'error'}
          value={value}
          onChange={({ target }) => onChange(digits ? target.value.replace(/\D/g, '') : target.value)}
        />
      )}
    </Field>
  );
}
