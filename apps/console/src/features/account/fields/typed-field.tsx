import type { InputProps, InputRef } from 'antd';
import { Input } from 'antd';
import type { RefObject } from 'react';
import { Field } from '../../../ui/form/field.tsx';

interface TypedFieldProps
  extends Pick<InputProps, 'type' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'maxLength'> {
  name: string;
  label: string;
  hint?: string;
  /** The error, if the field was validated. */
  error: string | null;
  value: string;
  inputRef: RefObject<InputRef | null>;
  onChange(value: string): void;
  /** Called when the field is left with text in it. */
  onLeft(): void;
}

/** A labelled text field of a guest form. */
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
