import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useText } from '../../lib/text.ts';

interface FormDialogProps {
  title: string;
  /** Label of the primary button. */
  confirm: string;
  busy: boolean;
  /** The error message, shown above the fields. */
  refused?: string | null;
  danger?: boolean;
  width?: number;
  onSend(): void;
  onClose(): void;
  children: ReactNode;
}

/** A few fields in a dialog, submitted by its one button or by Enter. */
export function FormDialog({
  title,
  confirm,
  busy,
  refused = null,
  danger = false,
  width = 440,
  onSend,
  onClose,
  children,
}: FormDialogProps) {
  const text = useText();
  const form = useId();
  return (
    <Modal
      open
      centered
      width={width}
      title={title}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button key="no" onClick={onClose}>
          {text('act.cancel')}
        </Button>,
        <Button key="yes" type="primary" danger={danger} htmlType="submit" form={form} loading={busy}>
          {confirm}
        </Button>,
      ]}
    >
      <form
        id={form}
        className="dialog-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) {
            onSend();
          }
        }}
      >
        {refused !== null && (
          <p className="dialog-refused" role="alert">
            {refused}
          </p>
        )}
        {children}
      </form>
    </Modal>
  );
}
