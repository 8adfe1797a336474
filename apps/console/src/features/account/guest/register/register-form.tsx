import { sendSmsCode, signUp } from '@bowerbird/contract/account/guest';
import type { BodyOf } from '@bowerbird/contract/route';
import { bodySchema } from '@bowerbird/contract/route';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { boolean, extend, minLength, pick, refine, string } from 'zod/mini';
import { call } from '../../../../lib/api/call.ts';
import { CallFailure } from '../../../../lib/api/call-failure.ts';
import { consoleSettingsKey, useConsoleSettings } from '../../../../lib/links.ts';
import { useText } from '../../../../lib/text/text.ts';
import { FormField } from '../../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts';
import { Row } from '../../../../ui/layout/box.tsx';
import { GuestInput } from '../../fields/guest-input.tsx';
import { NewPassword, typedTwice } from '../../fields/new-password.tsx';
import { defaultDial } from '../../fields/phone.ts';
import { Phone, PhoneField } from '../../fields/phone-field.tsx';
import { SentCodeField } from '../../fields/sent-code-field.tsx';
import { useCodeSending } from '../../fields/use-code-sending.ts';
import { useRefusal } from '../../fields/use-refusal.ts';
import { useSendToPhone } from '../../fields/use-send-to-phone.ts';
import { GuestForm } from '../guest-form.tsx';
import { AcceptTerms } from './accept-terms.tsx';

const NewAccount = extend(pick(bodySchema(signUp), { email: true, password: true }), {
  confirm: string().check(minLength(1)),
  phone: Phone,
  captcha: string().check(minLength(1)),
  accepted: boolean().check(refine((accepted) => accepted)),
}).check(typedTwice);

/** The fields of a new account. The first invalid one gets the focus. */
export function RegisterForm({ beside }: { beside: ReactNode }) {
  const text = useText();
  const form = useSchemaForm({
    schema: NewAccount,
    initial: {
      email: '',
      password: '',
      confirm: '',
      phone: { dial: defaultDial, number: '' },
      captcha: '',
      accepted: false,
    },
  });
  const legalVersions = useConsoleSettings()?.legalVersions;
  const cache = useQueryClient();
  const navigate = useNavigate();
  const sending = useCodeSending(
    (address) => call(sendSmsCode, { params: { purpose: 'sign-up' }, body: { phone: address } }),
    () => form.setFocus('captcha'),
  );
  const sendCode = useSendToPhone(form, sending);
  const refuse = useRefusal(form, {
    'code.wrong': 'captcha',
    'code.expired': 'captcha',
    'account.password-common': 'password',
  });
  const request = useMutation({
    mutationFn: (body: BodyOf<typeof signUp>) => call(signUp, { body }),
    onSuccess: ({ email }) => void navigate('/user/register-result', { replace: true, state: { email } }),
    onError: (thrown) => {
      if (CallFailure.from(thrown).code === 'sign-up.texts-changed') {
        form.setValue('accepted', false);
        void cache.invalidateQueries({ queryKey: consoleSettingsKey });
      }
      refuse(thrown);
    },
  });
  return (
    <GuestForm
      roomy
      form={form}
      onSubmit={({ email, password, phone, captcha }) =>
        request.mutate({
          email,
          password,
          phone,
          code: captcha,
          ...(legalVersions && { accepted: legalVersions }),
        })
      }
    >
      <FormField
        form={form}
        name="email"
        label={text('user.register.email.placeholder')}
        missing={text('user.email.required')}
        wrong={text('user.email.wrong-format')}
      >
        {(control) => <GuestInput {...control} type="email" autoComplete="email" maxLength={254} />}
      </FormField>
      <NewPassword form={form} size="large" label={text('user.login.password.label')} />
      <PhoneField form={form} />
      <SentCodeField form={form} sending={sending} onSend={() => void sendCode()} />
      <AcceptTerms form={form} />
      <Row className="guest-end" align="center" justify="between" gap={16} mt={4} font="small">
        <Button type="primary" size="large" htmlType="submit" loading={request.isPending}>
          {text('user.register.register')}
        </Button>
        {beside}
      </Row>
    </GuestForm>
  );
}
