import { bodySchema } from '@bowerbird/contract/route';
import { renameOrganisationNode } from '@bowerbird/contract/team/organisation';
import { Input } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';

interface PartDialogProps {
  title: string;
  /** The parent of a new part; null: at the top level, or unchanged. */
  parent: string | null;
  start: string;
  busy: boolean;
  onClose(): void;
  onSave(name: string): void;
}

/** Edits the name of a part of the organisation. */
export function PartDialog({ title, parent, start, busy, onClose, onSave }: PartDialogProps) {
  const text = useText();
  const form = useSchemaForm({ schema: bodySchema(renameOrganisationNode), initial: { name: start } });
  return (
    <FormDialog
      form={form}
      width={440}
      title={title}
      ok={text('act.save')}
      busy={busy}
      onSubmit={({ name }) => onSave(name)}
      onClose={onClose}
    >
      {parent !== null && (
        <Field label={text('access.part.parent')}>
          {(control) => <Input {...control} disabled value={parent} />}
        </Field>
      )}
      <FormField form={form} name="name" label={text('access.part.name')} missing={text('access.required')}>
        {(control) => <Input {...control} autoFocus maxLength={60} />}
      </FormField>
    </FormDialog>
  );
}
