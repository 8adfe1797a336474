import { Input, Modal } from 'antd';
import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { Field } from '../../ui/form/field.tsx';

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
  const [name, setName] = useState(start);
  const [checked, setChecked] = useState(false);
  const empty = name.trim() === '';
  const submit = () => {
    setChecked(true);
    if (!empty) {
      onSave(name.trim());
    }
  };
  return (
    <Modal
      open
      centered
      width={440}
      title={title}
      okText={text('act.save')}
      cancelText={text('act.cancel')}
      confirmLoading={busy}
      onOk={submit}
      onCancel={onClose}
    >
      <div className="access-form">
        {parent !== null && (
          <Field label={text('access.part.parent')}>
            {(control) => <Input {...control} disabled value={parent} />}
          </Field>
        )}
        <Field label={text('access.part.name')} error={checked && empty ? text('access.required') : null}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              maxLength={60}
              value={name}
              onChange={({ target }) => setName(target.value)}
              onPressEnter={submit}
            />
          )}
        </Field>
      </div>
    </Modal>
  );
}
