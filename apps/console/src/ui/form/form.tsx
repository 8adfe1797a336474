import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Stack } from '../layout/box.tsx';
import type { Look, Space } from '../layout/look.ts';
import type { SchemaForm } from './use-schema-form.ts';

interface FormProps<Values extends FieldValues, Sent> extends Pick<Look, 'w' | 'maxW' | 'shrink'> {
  form: SchemaForm<Values, Sent>;
  /** Called with what the schema made of the fields, once all are right. */
  onSubmit(sent: Sent): void;
  gap?: Space;
  /** The id, for a button outside the form (`form={id}`), as in the footer of a drawer. */
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A form that is checked by a schema (`useSchemaForm`); its fields are `FormField`. */
export function Form<Values extends FieldValues, Sent>({
  form,
  onSubmit,
  gap = 14,
  children,
  ...others
}: FormProps<Values, Sent>) {
  return (
    <Stack
      as="form"
      gap={gap}
      noValidate
      onSubmit={(event) => {
        // A dialog within a page's form must not send the page's form too.
        event.stopPropagation();
        void form.handleSubmit((sent) => onSubmit(sent))(event);
      }}
      {...others}
    >
      {children}
    </Stack>
  );
}
