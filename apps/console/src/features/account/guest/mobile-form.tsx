import { sendSignInCode } from '@bowerbird/contract/account/guest';
import { Button } from 'antd';
import { boolean, minLength, object, string } from 'zod/mini';
import { call } from '../../../lib/api/call.ts';
import { useText } from '../../../lib/text/text.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { defaultDial } from '../fields/phone.ts';
import { Phone, PhoneField } from '../fields/phone-field.tsx';
import { SentCodeField } from '../fields/sent-code-field.tsx';
import { useCodeSending } from '../fields/use-code-sending.ts';
import { useSendToPhone } from '../fields/use-send-to-phone.ts';
import { SecondStepDialog } from '../security/second-step-dialog.tsx';
import { GuestForm } from './guest-form.tsx';
import { RememberMe } from './remember-me.tsx';
import { useSignIn } from './use-sign-in.ts';

const ByCode = object({
  phone: Phone,
  captcha: string().check(minLength(1)),
  rememberMe: boolean(),
});

/** Signs in with a code sent to the phone. */
export function MobileForm() {
  const text = useText();
  const form = useSchemaForm({
    schema: ByCode,
    initial: { phone: { dial: defaultDial, number: '' }, captcha: '', rememberMe: true },
  });
  const sending = useCodeSending(
    (address) => call(sendSignInCode, { body: { phone: address } }),
    () => form.setFocus('captcha'),
    'user.code.sent-if',
  );
  const sendCode = useSendToPhone(form, sending);
  const { signIn, busy, refused, waiting, giveUp } = useSignIn(() =>
    form.setFocus('captcha', { shouldSelect: true }),
  );
  return (
    <>
      <GuestForm
        roomy
        form={form}
        refused={refused?.reported ?? null}
        onSubmit={({ phone, ...sent }) => signIn({ mobile: phone, ...sent })}
      >
        <PhoneField form={form} />
        <SentCodeField form={form} sending={sending} onSend={() => void sendCode()} />
        <RememberMe form={form} />
        <Button type="primary" size="large" block htmlType="submit" loading={busy}>
          {text('user.login.login')}
        </Button>
      </GuestForm>
      <SecondStepDialog
        waiting={waiting}
        busy={busy}
        onCode={(code) => waiting && signIn({ ...waiting.body, code })}
        onGiveUp={giveUp}
      />
    </>
  );
}
