import type { ExportTemplate } from '@bowerbird/contract/exports/templates';
import type { ExportChoices } from '@bowerbird/contract/products/export';
import { Input } from 'antd';
import { maxLength, minLength, object, string, trim } from 'zod/mini';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { useSaveTemplate } from './template-queries.ts';

const Named = object({ name: string().check(trim(), minLength(1), maxLength(60)) });

interface NameDialogProps {
  title: string;
  /** The template to rename; left out: a new one. */
  id?: string;
  name: string;
  choices: ExportChoices;
  onSaved(template: ExportTemplate): void;
  onClose(): void;
}

/** Asks for the name under which choices are saved. */
export function NameDialog({ title, id, name, choices, onSaved, onClose }: NameDialogProps) {
  const text = useText();
  const toast = useToast();
  const save = useSaveTemplate();
  const form = useSchemaForm({ schema: Named, initial: { name } });
  return (
    <FormDialog
      form={form}
      title={title}
      ok={text('act.save')}
      width={400}
      busy={save.isPending}
      onClose={onClose}
      onSubmit={(sent) =>
        save.mutate(
          { ...(id !== undefined && { id }), name: sent.name, choices },
          {
            onSuccess: (template) => {
              toast({ state: 'complete', text: text('export.template.saved', { name: template.name }) });
              onSaved(template);
            },
          },
        )
      }
    >
      <FormField
        form={form}
        name="name"
        label={text('export.template.name')}
        missing={text('export.template.needName')}
      >
        {(control) => <Input {...control} maxLength={60} autoFocus />}
      </FormField>
      {save.isError && <SectionFault failure={save.error} />}
    </FormDialog>
  );
}
