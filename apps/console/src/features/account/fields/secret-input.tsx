import { Input } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import type { FormControl } from '../../../ui/form/form-field.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row } from '../../../ui/layout/box.tsx';

interface SecretInputProps extends FormControl<string> {
  /** Hint for password managers. */
  autoComplete: 'current-password' | 'new-password';
  autoFocus?: boolean;
  size?: 'large';
}

/** A password in a form; the eye button shows the text. */
export function SecretInput(control: SecretInputProps) {
  const text = useText();
  const [shown, setShown] = useState(false);
  return (
    <Input
      {...control}
      type={shown ? 'text' : 'password'}
      maxLength={256}
      status={control['aria-invalid'] ? 'error' : ''}
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
  );
}
