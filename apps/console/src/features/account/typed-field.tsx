import type { InputProps, InputRef } from 'antd';
import { Input } from 'antd';
import type { RefObject } from 'react';
import { Field } from '../../ui/field.tsx';

interface TypedFieldProps
  extends Pick<InputProps, 'type' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'maxLength'> {
  name: string;
  label: string;
  hint?: string;
  /** What is wrong with it, where it was looked at. */
  error: string | null;
  value: string;
  inputRef: RefObject<InputRef | null>;
  onChange(value: string): void;
  /** It was left with something in it. */
  onLeft(): void;
}

/** One line of a guest's form that is typed. */
export function TypedField(props: TypedFieldProps) {
  const { label, hint, error, value, inputRef, onChange, onLeft, ...input } = props;
  return (
    <Field label={label} error={error} {...(hint !== undefined && { hint })}>
      {(control) => (
        <Input
          {...control}
          {...input}
          ref={inputRef}
          size="large"
          status={error === null ? '' : 'error'}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onBlur={() => value !== '' && onLeft()}
        />
      )}
    </Field>
  );
}
