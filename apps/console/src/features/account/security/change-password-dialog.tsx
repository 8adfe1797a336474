import { changePassword } from '@bowerbird/contract/account/security';
import { bodySchema } from '@bowerbird/contract/route';
import { array, extend, minLength, pipe, string, transform } from 'zod/mini';
import { useText } from '../../../lib/text/text.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { FormDialog } from '../fields/form-dialog.tsx';
import { NewPassword, typedTwice } from '../fields/new-password.tsx';
import { SecretInput } from '../fields/secret-input.tsx';
import { useRefusal } from '../fields/use-refusal.ts';
import { useChangePassword } from '../settings/own-account-queries.ts';
import { KeptTokens } from './kept-tokens.tsx';

/** The change of a password, with the new one typed twice. */
const TypedChange = pipe(
  extend(bodySchema(changePassword), {
    confirm: string().check(minLength(1)),
    keep: array(string()),
  }).check(typedTwice),
  transform(({ confirm: _, ...sent }) => sent),
);

/** Changes the password, given the current one. All other sessions end, and all tokens that are not kept. */
export function ChangePasswordDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const toast = useToast();
  const change = useChangePassword();
  const form = useSchemaForm({
    schema: TypedChange,
    initial: { present: '', password: '', confirm: '', keep: [] },
  });
  const refuse = useRefusal(form, {
    'account.password-wrong': 'present',
    'account.password-common': 'password',
  });
  return (
    <FormDialog
      form={form}
      title={text('account.security.password.modify')}
      ok={text('account.password.confirm')}
      busy={change.isPending}
      onSubmit={(sent) =>
        change.mutate(sent, {
          onSuccess: ({ ended }) => {
            toast({
              state: 'complete',
              text: text('account.password.changed', { n: ended.sessions, tokens: ended.tokens.length }),
            });
            onClose();
          },
          onError: refuse,
        })
      }
      onClose={onClose}
    >
      <FormField
        form={form}
        name="present"
        label={text('account.password.present')}
        missing={text('user.password.required')}
      >
        {(control) => <SecretInput {...control} autoFocus autoComplete="current-password" />}
      </FormField>
      <NewPassword form={form} label={text('account.password.new')} />
      <p className="caption">{text('account.password.note')}</p>
      <KeptTokens kept={form.watch('keep')} onChange={(keep) => form.setValue('keep', keep)} />
    </FormDialog>
  );
}
