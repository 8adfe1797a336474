import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormDialog as Dialog } from '../../../ui/form/form-dialog.tsx';
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Box } from '../../../ui/layout/box.tsx';

interface FormDialogProps<Values extends FieldValues, Sent>
  extends Omit<ComponentProps<typeof Dialog<Values, Sent>>, 'stays'> {
  form: SchemaForm<Values, Sent>;
  /** Why something else than the form was refused; the form's own refusal is its `root` error (`useRefusal`). */
  refused?: string | null;
}

/** A form in a dialog of the settings; what no field can show is said above the fields. */
export function FormDialog<Values extends FieldValues, Sent>({
  refused = null,
  busy,
  onSubmit,
  children,
  ...others
}: FormDialogProps<Values, Sent>) {
  const reported = others.form.formState.errors.root?.message ?? refused;
  return (
    <Dialog width={440} {...others} stays busy={busy} onSubmit={(sent) => busy || onSubmit(sent)}>
      {reported !== null && (
        <Box as="p" className="dialog-refused" p={[8, 12]} radius="m" tone="red" ground="red-s" role="alert">
          {reported}
        </Box>
      )}
      {children}
    </Dialog>
  );
}
