import type { InvoiceData } from '@bowerbird/contract/billing';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { usePage } from '../../lib/page.ts';
import { useText } from '../../lib/text.ts';
import { Field } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useReportFailure } from '../../ui/use-report-failure.ts';
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
  const [kept, setKept] = useState(data ?? blank);
  const [draft, setDraft] = useState(kept);
  const [checked, setChecked] = useState(false);
  const errors: Partial<Record<keyof InvoiceData, string>> = {
    ...(draft.company.trim() === '' && { company: text('billing.invoice.companyMissing') }),
    ...(!/^\S+@\S+\.\S+$/.test(draft.email.trim()) && { email: text('billing.invoice.emailWrong') }),
  };
  const change = (name: keyof InvoiceData, value: string) => {
    const next = { ...draft, [name]: value };
    setDraft(next);
    page.setUnsaved(fields.filter((field) => next[field.name] !== kept[field.name]).length);
  };
  const submit = () => {
    setChecked(true);
    if (Object.keys(errors).length > 0) {
      return;
    }
    save.mutate(draft, {
      onSuccess: (saved) => {
        setKept(saved);
        setDraft(saved);
        page.setUnsaved(0);
        toast({ state: 'complete', text: text('billing.saved') });
      },
      onError: reportFailure,
    });
  };
  return (
    <form
      className="billing-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {fields.map(({ name, maximum, optional }) => (
        <Field
          key={name}
          label={text(`billing.invoice.${name}`)}
          optional={optional}
          changed={draft[name] !== kept[name]}
          error={checked ? (errors[name] ?? null) : null}
        >
          {(control) => (
            <Input
              {...control}
              value={draft[name]}
              maxLength={maximum}
              disabled={readOnly}
              onChange={({ target }) => change(name, target.value)}
            />
          )}
        </Field>
      ))}
      {!readOnly && (
        <div className="billing-actions">
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {text('act.save')}
          </Button>
        </div>
      )}
    </form>
  );
}
