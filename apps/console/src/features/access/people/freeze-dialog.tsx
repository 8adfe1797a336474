import { type BodyOf, bodySchema } from '@bowerbird/contract/route';
import type { Person } from '@bowerbird/contract/team/people';
import { freezeMerchant } from '@bowerbird/contract/team/people';
import { Input } from 'antd';
import { call } from '../../../lib/api/call.ts';
import { useText } from '../../../lib/text/text.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { useAccessChange } from '../queries.ts';

interface FreezeDialogProps {
  person: Person;
  onClose(): void;
}

/** Freezes a merchant, with a reason that the merchant sees. */
export function FreezeDialog({ person: { merchant }, onClose }: FreezeDialogProps) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const form = useSchemaForm({ schema: bodySchema(freezeMerchant), initial: { reason: '' } });
  const freeze = useAccessChange((body: BodyOf<typeof freezeMerchant>) =>
    call(freezeMerchant, { params: { id: merchant?.id ?? '' }, body }),
  );
  const name = merchant?.name ?? '';
  return (
    <FormDialog
      form={form}
      title={text('access.freeze.title', { name })}
      ok={text('access.person.freeze')}
      danger
      busy={freeze.isPending}
      onSubmit={(body) =>
        freeze.mutate(body, {
          onError: reportFailure,
          onSuccess: () => {
            toast({ state: 'complete', text: text('access.freeze.done', { name }) });
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p className="quiet">{text('access.freeze.content')}</p>
      <FormField
        form={form}
        name="reason"
        label={text('access.freeze.reason')}
        missing={text('access.required')}
      >
        {(control) => <Input.TextArea {...control} autoFocus rows={3} maxLength={300} />}
      </FormField>
    </FormDialog>
  );
}
