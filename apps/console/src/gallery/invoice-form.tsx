import { InvoiceData } from '@bowerbird/contract/billing/billing';
import { Button, Input } from 'antd';
import { useText } from '../lib/text/text.ts';
import { Form } from '../ui/form/form.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { FormDrawer } from '../ui/form/form-drawer.tsx';
import { FormField } from '../ui/form/form-field.tsx';
import { useSchemaForm } from '../ui/form/use-schema-form.ts';

const initial = { company: '', taxId: '', address: '', email: '' };

/** A small form, checked by a schema of the contract. */
export function InvoiceForm() {
  const text = useText();
  const form = useSchemaForm({ schema: InvoiceData, initial });
  return (
    <Form form={form} onSubmit={() => undefined}>
      <FormField
        form={form}
        name="email"
        label={text('billing.invoice.email')}
        wrong={text('billing.invoice.emailWrong')}
      >
        {(control) => <Input {...control} maxLength={254} />}
      </FormField>
      <Button type="primary" htmlType="submit" style={{ alignSelf: 'start' }}>
        {text('act.save')}
      </Button>
    </Form>
  );
}

/** The same in a dialog. */
export function InvoiceDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const form = useSchemaForm({ schema: InvoiceData, initial });
  return (
    <FormDialog
      form={form}
      title={text('billing.invoice.email')}
      ok={text('act.save')}
      busy={false}
      onSubmit={onClose}
      onClose={onClose}
    >
      <FormField form={form} name="email" label={text('billing.invoice.email')}>
        {(control) => <Input {...control} maxLength={254} />}
      </FormField>
    </FormDialog>
  );
}

/** The same in a side panel. */
export function InvoiceDrawer({ onClose }: { onClose(): void }) {
  const text = useText();
  const form = useSchemaForm({ schema: InvoiceData, initial });
  return (
    <FormDrawer
      form={form}
      title={text('billing.invoice.email')}
      busy={false}
      className="billing-form"
      onSave={onClose}
      onClose={onClose}
    >
      <FormField form={form} name="email" label={text('billing.invoice.email')}>
        {(control) => <Input {...control} maxLength={254} />}
      </FormField>
    </FormDrawer>
  );
}
