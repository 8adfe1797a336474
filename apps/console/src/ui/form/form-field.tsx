import type { ReactNode } from 'react';
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form';
import { useController } from 'react-hook-form';
import { useText } from '../../lib/text/text.ts';
import { afterPress } from './after-press.ts';
import type { FieldControl } from './field.tsx';
import { Field } from './field.tsx';
import type { SchemaForm } from './use-schema-form.ts';

/** What a control of a form gets: its value, its events, and what ties it to its label and its error. */
export interface FormControl<Value> extends FieldControl {
  name: string;
  value: Value;
  /** Takes the value, or the event of a text field. */
  onChange(value: unknown): void;
  onBlur(): void;
  /** What gets the focus if the field is the first wrong one. */
  ref(control: { focus(): void } | null): void;
}

interface FormFieldProps<Values extends FieldValues, Sent, Name extends FieldPath<Values>> {
  form: SchemaForm<Values, Sent>;
  name: Name;
  label: ReactNode;
  beside?: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
  /** The error of an empty field; a general sentence if absent. */
  missing?: string;
  /** The error of a value that the schema refuses; a general sentence if absent. */
  wrong?: string;
  /** Why something else than the schema refuses the value; shown first. */
  refused?: string | null;
  /** Fields whose check depends on this one: those that were left or are wrong are checked again when it changes. */
  affects?: readonly FieldPath<Values>[];
  /** Marks a changed field until it is saved: for settings, not for what is created. */
  marked?: boolean;
  children(control: FormControl<FieldPathValue<Values, Name>>): ReactNode;
}

/** A field of a form: its label, its control, and its error once it was left or the form was sent. */
export function FormField<Values extends FieldValues, Sent, Name extends FieldPath<Values>>({
  form,
  name,
  missing,
  wrong,
  refused = null,
  affects = [],
  marked = false,
  children,
  ...others
}: FormFieldProps<Values, Sent, Name>) {
  const text = useText();
  const { field, fieldState } = useController({ control: form.control, name });
  const empty = isEmpty(field.value);
  const { error } = fieldState;
  const checkAffected = () => {
    const checked = affects.filter((each) => {
      const { invalid, isTouched } = form.getFieldState(each);
      return invalid || isTouched;
    });
    if (checked.length > 0) {
      void form.trigger(checked);
    }
  };
  const sentence = empty ? (missing ?? text('form.missing')) : (wrong ?? text('form.wrong'));
  return (
    <Field
      {...others}
      changed={marked && fieldState.isDirty}
      error={refused ?? (error === undefined ? null : error.message || sentence)}
    >
      {(control) =>
        children({
          ...control,
          ...field,
          onChange: (value) => {
            field.onChange(value);
            checkAffected();
          },
          // A field that is left without a value is not yet wrong: it may be filled in later.
          onBlur: () => (empty && !fieldState.isDirty ? undefined : afterPress(() => field.onBlur())),
        })
      }
    </Field>
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
