import { turnOffTwoStep } from '@bowerbird/contract/account/security';
import { bodySchema } from '@bowerbird/contract/route';
import { useText } from '../../../lib/text/text.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { CodeInput } from '../fields/code-input.tsx';
import { FormDialog } from '../fields/form-dialog.tsx';
import { SecretInput } from '../fields/secret-input.tsx';
import { useRefusal } from '../fields/use-refusal.ts';
import { useTurnOffTwoStep } from '../settings/own-account-queries.ts';

/** Turns the second step off, given the password and a code. */
export function TwoStepOffDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const toast = useToast();
  const off = useTurnOffTwoStep();
  const form = useSchemaForm({ schema: bodySchema(turnOffTwoStep), initial: { password: '', code: '' } });
  const refuse = useRefusal(form, {
    'account.password-wrong': 'password',
    'auth.second-step-wrong': 'code',
  });
  return (
    <FormDialog
      form={form}
      title={text('account.security.twoStep.turnOff.name')}
      ok={text('account.security.twoStep.turnOff')}
      danger
      busy={off.isPending}
      onSubmit={(sent) =>
        off.mutate(sent, {
          onSuccess: () => {
            toast({ state: 'complete', text: text('account.twoStep.turnedOff') });
            onClose();
          },
          onError: refuse,
        })
      }
      onClose={onClose}
    >
      <p>{text('account.twoStep.off.note')}</p>
      <FormField
        form={form}
        name="password"
        label={text('account.password.own')}
        missing={text('user.password.required')}
      >
        {(control) => <SecretInput {...control} autoFocus autoComplete="current-password" />}
      </FormField>
      <FormField
        form={form}
        name="code"
        label={text('account.twoStep.code')}
        hint={text('account.twoStep.code.hint')}
        missing={text('user.verification-code.required')}
      >
        {(control) => <CodeInput {...control} digits={false} />}
      </FormField>
    </FormDialog>
  );
}
