import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useText } from '../../lib/text.ts';
import { Box, Stack } from '../../ui/layout/box.tsx';

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
      <Stack
        as="form"
        id={form}
        gap={16}
        pt={6}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) {
            onSend();
          }
        }}
      >
        {refused !== null && (
          <Box
            as="p"
            className="dialog-refused"
            p={[8, 12]}
            radius="m"
            tone="red"
            ground="red-s"
            role="alert"
          >
            {refused}
          </Box>
        )}
        {children}
      </Stack>
    </Modal>
  );
}
