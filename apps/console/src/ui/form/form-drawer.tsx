import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useText } from '../../lib/text/text.ts';
import { Row } from '../layout/box.tsx';
import { Drawer } from '../layout/drawer.tsx';
import { Form } from './form.tsx';
import type { SchemaForm } from './use-schema-form.ts';

interface FormDrawerProps<Values extends FieldValues, Sent> {
  form: SchemaForm<Values, Sent>;
  title: ReactNode;
  busy: boolean;
  width?: 480;
  className: string;
  gap?: 16 | 18;
  onSave(sent: Sent): void;
  onClose(): void;
  children: ReactNode;
}

/** A form in a side panel: "Save", or Enter in a field, sends it. */
export function FormDrawer<Values extends FieldValues, Sent>({
  form,
  title,
  busy,
  width,
  onSave,
  onClose,
  ...fields
}: FormDrawerProps<Values, Sent>) {
  const text = useText();
  const id = useId();
  return (
    <Drawer
      open
      title={title}
      {...(width !== undefined && { width })}
      onClose={onClose}
      footer={
        <Row justify="end" gap={10}>
          <Button onClick={onClose}>{text('act.cancel')}</Button>
          <Button type="primary" loading={busy} htmlType="submit" form={id}>
            {text('act.save')}
          </Button>
        </Row>
      }
    >
      <Form id={id} form={form} onSubmit={onSave} {...fields} />
    </Drawer>
  );
}
