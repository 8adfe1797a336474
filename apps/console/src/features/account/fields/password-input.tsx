import type { InputRef } from 'antd';
import { Input } from 'antd';
import type { RefObject } from 'react';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row } from '../../../ui/layout/box.tsx';

interface PasswordInputProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby'?: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  autoFocus?: boolean;
  inputRef?: RefObject<InputRef | null>;
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
}

/** A password field whose text can be shown. */
export function PasswordInput({ inputRef, onChange, ...rest }: PasswordInputProps) {
  const text = useText();
  const [shown, setShown] = useState(false);
  return (
    <Input
      {...rest}
      {...(inputRef && { ref: inputRef })}
      size="large"
      type={shown ? 'text' : 'password'}
      maxLength={256}
      status={rest['aria-invalid'] ? 'error' : ''}
      onChange={({ target }) => onChange(target.value)}
      suffix={
        <Row
          as="button"
          type="button"
          className="login-eye"
          inline
          p={4}
          radius="s"
          tone="t2"
          aria-label={shown ? text('user.login.password.hide') : text('user.login.password.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye' : 'eye-off'} size={17} />
        </Row>
      }
    />
  );
}
