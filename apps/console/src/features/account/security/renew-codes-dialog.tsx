import { renewRecoveryCodes } from '@bowerbird/contract/account/security';
import { bodySchema } from '@bowerbird/contract/route';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { CodeInput } from '../fields/code-input.tsx';
import { FormDialog } from '../fields/form-dialog.tsx';
import { useRenewRecoveryCodes } from '../settings/own-account-queries.ts';
import { CodesShown } from './recovery-codes.tsx';

/** Creates new recovery codes, given a code of the app; the earlier ones become invalid. */
export function RenewCodesDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const sentence = useFaultText();
  const renew = useRenewRecoveryCodes();
  const form = useSchemaForm({ schema: bodySchema(renewRecoveryCodes), initial: { code: '' } });
  if (renew.data !== undefined) {
    return <CodesShown codes={renew.data.recoveryCodes} onClose={onClose} />;
  }
  return (
    <FormDialog
      form={form}
      title={text('account.security.codes.renew')}
      ok={text('account.codes.make')}
      busy={renew.isPending}
      onSubmit={({ code }) =>
        renew.mutate(code, {
          onError: (thrown) => form.setError('code', { message: sentence(CallFailure.from(thrown)) }),
        })
      }
      onClose={onClose}
    >
      <p>{text('account.codes.renew.note')}</p>
      <FormField
        form={form}
        name="code"
        label={text('account.twoStep.code')}
        hint={text('account.twoStep.code.hint')}
        missing={text('user.verification-code.required')}
      >
        {(control) => <CodeInput {...control} autoFocus digits={false} />}
      </FormField>
    </FormDialog>
  );
}
