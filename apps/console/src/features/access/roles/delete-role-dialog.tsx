import type { Role } from '@bowerbird/contract/team/roles';
import { deleteRole } from '@bowerbird/contract/team/roles';
import { Select } from 'antd';
import { minLength, object, string } from 'zod/mini';
import { call } from '../../../lib/api/call.ts';
import { useText } from '../../../lib/text/text.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { useAccessChange } from '../queries.ts';
import { useAccessText } from '../texts.ts';

interface DeleteRoleDialogProps {
  role: Role;
  /** Roles that the members of this role can be moved to. */
  others: Role[];
  onClose(): void;
  onGone(): void;
}

/** Deletes a role; while people hold it, first asks which role replaces it. */
export function DeleteRoleDialog({ role, others, onClose, onGone }: DeleteRoleDialogProps) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const words = useAccessText();
  const held = role.people > 0;
  const form = useSchemaForm({
    schema: object({ moveTo: held ? string().check(minLength(1)) : string() }),
    initial: { moveTo: '' },
  });
  const remove = useAccessChange((moveTo: string) =>
    call(deleteRole, { params: { id: role.id }, query: moveTo === '' ? {} : { moveTo } }),
  );
  return (
    <FormDialog
      form={form}
      width={440}
      title={text('access.role.delete.title', { name: role.name })}
      ok={text('access.role.delete')}
      danger
      busy={remove.isPending}
      onSubmit={({ moveTo }) =>
        remove.mutate(moveTo, {
          onError: reportFailure,
          onSuccess: () => {
            toast({ state: 'complete', text: text('access.role.deleted', { name: role.name }) });
            onClose();
            onGone();
          },
        })
      }
      onClose={onClose}
    >
      <p className="quiet">
        {held ? text('access.role.delete.held', { n: role.people }) : text('access.role.delete.free')}
      </p>
      {held && (
        <FormField
          form={form}
          name="moveTo"
          label={text('access.role.moveTo')}
          missing={text('access.required')}
        >
          {({ value, ...control }) => (
            <Select
              {...control}
              {...(value !== '' && { value })}
              options={others.map((other) => ({ value: other.id, label: words.role(other) }))}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  );
}
