import type { BankDetails } from '@bowerbird/contract/billing';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useMay } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Field } from '../../ui/form/field.tsx';
import { useBank, useSaveBank } from './admin-queries.ts';

/** The bank account to which merchants transfer. Without it, no transfer is offered. */
export function BankPart() {
  const bank = useBank();
  return bank.isError ? (
    <SectionFault failure={bank.error} onRetry={() => void bank.refetch()} />
  ) : bank.data === undefined ? (
    <SkeletonLines lines={4} />
  ) : (
    <BankForm held={bank.data} />
  );
}

const blank: BankDetails = { accountName: '', accountNumber: '', bank: '', more: '' };
const fields = [
  { name: 'accountName', maximum: 120, optional: false },
  { name: 'accountNumber', maximum: 60, optional: false },
  { name: 'bank', maximum: 120, optional: false },
  { name: 'more', maximum: 200, optional: true },
] as const;

function BankForm({ held }: { held: BankDetails | null }) {
  const text = useText();
  const may = useMay();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const save = useSaveBank();
  const [draft, setDraft] = useState(held ?? blank);
  const [checked, setChecked] = useState(false);
  const missing = (name: keyof BankDetails) => name !== 'more' && draft[name].trim() === '';
  const submit = () => {
    setChecked(true);
    if (!fields.some(({ name }) => missing(name))) {
      save.mutate(draft, {
        onSuccess: () => toast({ state: 'complete', text: text('billing.saved') }),
        onError: reportFailure,
      });
    }
  };
  return (
    <form
      className="billing-form wide"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="quiet">{text('billing.bank.note')}</p>
      {fields.map(({ name, maximum, optional }) => (
        <Field
          key={name}
          label={text(`billing.bank.${name}`)}
          optional={optional}
          error={checked && missing(name) ? text('billing.bank.missing') : null}
        >
          {(control) => (
            <Input
              {...control}
              maxLength={maximum}
              disabled={!may('support', 'edit')}
              value={draft[name]}
              onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
            />
          )}
        </Field>
      ))}
      {may('support', 'edit') && (
        <div className="billing-actions">
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {text('act.save')}
          </Button>
        </div>
      )}
    </form>
  );
}
