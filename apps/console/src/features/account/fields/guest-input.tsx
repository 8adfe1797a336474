import { Input, type InputProps } from 'antd';
import type { FieldControl } from '../../../ui/form/field.tsx';

/** The large text input of forms before sign-in; it shows whether its field is wrong. */
export function GuestInput(props: FieldControl & Omit<InputProps, 'size' | 'status'>) {
  return <Input {...props} size="large" status={props['aria-invalid'] ? 'error' : ''} />;
}
