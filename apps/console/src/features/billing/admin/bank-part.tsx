import { BankDetails } from '@bowerbird/contract/billing/billing';
import { Button, Input } from 'antd';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Row } from '../../../ui/layout/box.tsx';
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
  const form = useSchemaForm({ schema: BankDetails, initial: held ?? blank });
  return (
    <Form
      form={form}
      className="billing-form wide"
      onSubmit={(bank) =>
        save.mutate(bank, {
          onSuccess: () => toast({ state: 'complete', text: text('billing.saved') }),
          onError: reportFailure,
        })
      }
    >
      <p className="quiet">{text('billing.bank.note')}</p>
      {fields.map(({ name, maximum, optional }) => (
        <FormField
          key={name}
          form={form}
          name={name}
          label={text(`billing.bank.${name}`)}
          optional={optional}
          missing={text('billing.bank.missing')}
        >
          {(control) => <Input {...control} maxLength={maximum} disabled={!may('support', 'edit')} />}
        </FormField>
      ))}
      {may('support', 'edit') && (
        <Row wrap gap={10}>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {text('act.save')}
          </Button>
        </Row>
      )}
    </Form>
  );
}
