import type { Role } from '@bowerbird/contract/roles';
import { deleteRole } from '@bowerbird/contract/roles';
import { Modal, Select } from 'antd';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useText } from '../../lib/text.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Field } from '../../ui/form/field.tsx';
import { useAccessChange } from './queries.ts';
import { useAccessText } from './texts.ts';

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
  const [moveTo, setMoveTo] = useState<string | null>(null);
  const [checked, setChecked] = useState(false);
  const remove = useAccessChange(() =>
    call(deleteRole, { params: { id: role.id }, query: moveTo === null ? {} : { moveTo } }),
  );
  const held = role.people > 0;
  const submit = () => {
    setChecked(true);
    if (!held || moveTo !== null) {
      remove.mutate(undefined, {
        onError: reportFailure,
        onSuccess: () => {
          toast({ state: 'complete', text: text('access.role.deleted', { name: role.name }) });
          onClose();
          onGone();
        },
      });
    }
  };
  return (
    <Modal
      open
      centered
      width={440}
      title={text('access.role.delete.title', { name: role.name })}
      okText={text('access.role.delete')}
      okButtonProps={{ danger: true }}
      cancelText={text('act.cancel')}
      confirmLoading={remove.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <div className="access-form">
        <p className="quiet">
          {held ? text('access.role.delete.held', { n: role.people }) : text('access.role.delete.free')}
        </p>
        {held && (
          <Field
            label={text('access.role.moveTo')}
            error={checked && moveTo === null ? text('access.required') : null}
          >
            {(control) => (
              <Select
                {...control}
                value={moveTo}
                options={others.map((other) => ({ value: other.id, label: words.role(other) }))}
                onChange={setMoveTo}
              />
            )}
          </Field>
        )}
      </div>
    </Modal>
  );
}
