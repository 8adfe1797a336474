import type { BodyOf } from '@bowerbird/contract/route';
import { bodySchema } from '@bowerbird/contract/route';
import { acceptInvitation } from '@bowerbird/contract/team/invitations';
import { Button } from 'antd';
import { extend, minLength, omit, pipe, string, transform } from 'zod/mini';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Row } from '../../../ui/layout/box.tsx';
import { GuestInput } from '../fields/guest-input.tsx';
import { NewPassword, typedTwice } from '../fields/new-password.tsx';
import { useRefusal } from '../fields/use-refusal.ts';
import { GuestForm } from './guest-form.tsx';

/** What an invited person enters. */
export type NewMember = Omit<BodyOf<typeof acceptInvitation>, 'token'>;

const TypedMember = pipe(
  extend(omit(bodySchema(acceptInvitation), { token: true }), {
    confirm: string().check(minLength(1)),
  }).check(typedTwice),
  transform(({ confirm: _, ...member }) => member),
);

interface InvitationFormProps {
  email: string;
  busy: boolean;
  onSend(member: NewMember, onError: (thrown: unknown) => void): void;
}

/** Name, user name and password of an invited person; the address is the one that the invitation was sent to. */
export function InvitationForm({ email, busy, onSend }: InvitationFormProps) {
  const text = useText();
  const form = useSchemaForm({
    schema: TypedMember,
    initial: { name: '', username: '', password: '', confirm: '' },
  });
  const refuse = useRefusal(form, {
    'person.username-taken': 'username',
    'account.password-common': 'password',
  });
  return (
    <GuestForm form={form} onSubmit={(member) => onSend(member, refuse)}>
      <Field label={text('user.register.email.placeholder')}>
        {(control) => <GuestInput {...control} name="email" autoComplete="email" readOnly value={email} />}
      </Field>
      <FormField
        form={form}
        name="name"
        label={text('user.invitation.name')}
        missing={text('user.invitation.name.required')}
      >
        {(control) => <GuestInput {...control} autoComplete="name" maxLength={80} />}
      </FormField>
      <FormField
        form={form}
        name="username"
        label={text('user.invitation.username')}
        hint={text('user.invitation.username.hint')}
        missing={text('user.invitation.username.required')}
        wrong={text('user.invitation.username.wrong')}
      >
        {(control) => (
          <GuestInput
            {...control}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
          />
        )}
      </FormField>
      <NewPassword form={form} size="large" label={text('user.login.password.label')} />
      <Row className="guest-end" align="center" justify="between" gap={16} mt={4} font="small">
        <Button type="primary" size="large" htmlType="submit" loading={busy}>
          {text('user.invitation.accept')}
        </Button>
      </Row>
    </GuestForm>
  );
}
