import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useText } from '../../lib/text/text.ts';
import { Form } from './form.tsx';
import type { SchemaForm } from './use-schema-form.ts';

interface FormDialogProps<Values extends FieldValues, Sent> {
  form: SchemaForm<Values, Sent>;
  title: ReactNode;
  /** The verb on the button that sends the form. */
  ok: string;
  danger?: boolean;
  busy: boolean;
  width?: number;
  /** A click beside the dialog does not close it. */
  stays?: boolean;
  onSubmit(sent: Sent): void;
  onClose(): void;
  children: ReactNode;
}

/** A form in a dialog: its button, or Enter in a field, sends it. */
export function FormDialog<Values extends FieldValues, Sent>({
  form,
  title,
  ok,
  danger = false,
  busy,
  width = 480,
  stays = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps<Values, Sent>) {
  const text = useText();
  const id = useId();
  return (
    <Modal
      open
      centered
      mask={{ closable: !stays }}
      width={width}
      title={title}
      okText={ok}
      okButtonProps={{ danger, htmlType: 'submit', form: id }}
      cancelText={text('act.cancel')}
      confirmLoading={busy}
      onCancel={onClose}
    >
      <Form id={id} form={form} onSubmit={onSubmit}>
        {children}
      </Form>
    </Modal>
  );
}
