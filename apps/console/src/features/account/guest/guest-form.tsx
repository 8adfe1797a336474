import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Form } from '../../../ui/form/form.tsx';
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Refused } from '../fields/refused.tsx';

interface GuestFormProps<Values extends FieldValues, Sent> {
  form: SchemaForm<Values, Sent>;
  /** More room between the fields, for a form that is alone on its page. */
  roomy?: boolean;
  /** Why something else than the form was refused; the form's own refusal is its `root` error (`useRefusal`). */
  refused?: string | null;
  /** What solves a refusal; shown below it. */
  remedy?: ReactNode;
  onSubmit(sent: Sent): void;
  children: ReactNode;
}

/** A form of a guest page; what no field can show is said above the fields. */
export function GuestForm<Values extends FieldValues, Sent>({
  form,
  roomy = false,
  refused = null,
  remedy,
  onSubmit,
  children,
}: GuestFormProps<Values, Sent>) {
  const reported = refused ?? form.formState.errors.root?.message;
  return (
    <Form form={form} className={roomy ? 'guest-fields roomy' : 'guest-fields'} onSubmit={onSubmit}>
      {reported !== undefined && <Refused reported={reported}>{remedy}</Refused>}
      {children}
    </Form>
  );
}
