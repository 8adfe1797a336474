import type { FieldPath, FieldValues } from 'react-hook-form';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts';

/**
 * Returns a function that shows why the server refused a form: at the field that `fields` names for the error's code,
 * which then has the focus, or else above the fields (`FormDialog`).
 */
export function useRefusal<Values extends FieldValues, Sent>(
  form: SchemaForm<Values, Sent>,
  fields: Readonly<Record<string, FieldPath<Values>>>,
): (thrown: unknown) => void {
  const sentence = useFaultText();
  return (thrown) => {
    const failure = CallFailure.from(thrown);
    const field = fields[failure.code];
    const message = sentence(failure);
    if (field === undefined) {
      form.setError('root', { message });
    } else {
      form.setError(field, { message }, { shouldFocus: true });
    }
  };
}
