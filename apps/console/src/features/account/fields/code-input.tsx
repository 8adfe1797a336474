import { Input } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import type { FormControl } from '../../../ui/form/form-field.tsx';

interface CodeInputProps extends FormControl<string> {
  /** False: a recovery code is accepted, too. */
  digits?: boolean;
  autoFocus?: boolean;
}

/** A code that is typed into a form: six digits, or a recovery code if allowed. */
export function CodeInput({ digits = true, ...control }: CodeInputProps) {
  const text = useText();
  return (
    <Input
      {...control}
      inputMode={digits ? 'numeric' : 'text'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={digits ? 6 : 40}
      {...(digits && { placeholder: text('account.code.six') })}
      status={control['aria-invalid'] ? 'error' : ''}
      onChange={({ target }) => control.onChange(digits ? target.value.replace(/\D/g, '') : target.value)}
    />
  );
}
