import { InvoiceData } from '@bowerbird/contract/billing/billing';
import { Button, Input } from 'antd';
import { useEffect } from 'react';
import { usePage } from '../../lib/page.ts';
import { useText } from '../../lib/text/text.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Form } from '../../ui/form/form.tsx';
import { FormField } from '../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Row } from '../../ui/layout/box.tsx';
import { useSaveInvoiceData } from './queries.ts';

const blank: InvoiceData = { company: '', taxId: '', address: '', email: '' };
const fields = [
  { name: 'company', maximum: 120, optional: false },
  { name: 'taxId', maximum: 40, optional: true },
  { name: 'address', maximum: 300, optional: true },
  { name: 'email', maximum: 254, optional: false },
] as const;

/** The recipient data of invoices. */
export function InvoiceForm({ data, readOnly }: { data: InvoiceData | null; readOnly: boolean }) {
  const text = useText();
  const page = usePage();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const save = useSaveInvoiceData();
  const form = useSchemaForm({ schema: InvoiceData, initial: data ?? blank });
  const unsaved = Object.keys(form.formState.dirtyFields).length;
  useEffect(() => page.setUnsaved(unsaved), [page, unsaved]);
  const submit = (draft: InvoiceData) =>
    save.mutate(draft, {
      onSuccess: (saved) => {
        form.reset(saved);
        toast({ state: 'complete', text: text('billing.saved') });
      },
      onError: reportFailure,
    });
  const problems = {
    company: { missing: text('billing.invoice.companyMissing') },
    email: { missing: text('billing.invoice.emailWrong'), wrong: text('billing.invoice.emailWrong') },
    taxId: {},
    address: {},
  };
  return (
    <Form form={form} onSubmit={submit} className="billing-form">
      {fields.map(({ name, maximum, optional }) => (
        <FormField
          key={name}
          form={form}
          name={name}
          label={text(`billing.invoice.${name}`)}
          optional={optional}
          marked
          {...problems[name]}
        >
          {(control) => <Input {...control} maxLength={maximum} disabled={readOnly} />}
        </FormField>
      ))}
      {!readOnly && (
        <Row gap={12}>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {text('act.save')}
          </Button>
        </Row>
      )}
    </Form>
  );
}
