import { sendSignInCode } from '@bowerbird/contract/account/guest';
import type { InputRef } from 'antd';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { useText } from '../../../lib/text/text.ts';
import { defaultDial, phoneOf } from '../fields/phone.ts';
import type { TypedPhone } from '../fields/phone-field.tsx';
import { PhoneField } from '../fields/phone-field.tsx';
import { Refused } from '../fields/refused.tsx';
import { SentCodeField } from '../fields/sent-code-field.tsx';
import { useCodeSending } from '../fields/use-code-sending.ts';
import { usePhoneError } from '../fields/use-phone-error.ts';
import { SecondStepDialog } from '../security/second-step-dialog.tsx';
import { GuestForm } from './guest-form.tsx';
import { RememberMe } from './remember-me.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Signs in with a code sent to the phone. */
export function MobileForm() {
  const text = useText();
  const [phone, setPhone] = useState<TypedPhone>({ dial: defaultDial, number: '' });
  const [captcha, setCaptcha] = useState('');
  const [remember, setRemember] = useState(true);
  const [checked, setChecked] = useState({ phone: false, captcha: false });
  const phoneField = useRef<InputRef>(null);
  const codeField = useRef<InputRef>(null);
  const sending = useCodeSending(
    (address) => call(sendSignInCode, { body: { phone: address } }),
    () => codeField.current?.focus(),
    'user.code.sent-if',
  );
  const { signIn, busy, refused, waiting, giveUp } = useSignIn(() => codeField.current?.select());
  const mobile = phoneOf(phone.dial, phone.number);
  const phoneError = usePhoneError(phone, checked.phone);
  const codeError =
    sending.refused ?? (checked.captcha && captcha === '' ? text('user.verification-code.required') : null);
  const body = { mobile: mobile ?? '', captcha, rememberMe: remember };

  const sendCode = () => {
    setChecked((held) => ({ ...held, phone: true }));
    if (mobile === null) {
      phoneField.current?.focus();
    } else {
      sending.send(mobile);
    }
  };
  const submit = () => {
    setChecked({ phone: true, captcha: true });
    if (mobile === null) {
      phoneField.current?.focus();
    } else if (captcha === '') {
      codeField.current?.focus();
    } else {
      signIn(body);
    }
  };
  return (
    <>
      <GuestForm roomy onSubmit={submit}>
        {refused !== null && <Refused reported={refused.reported} />}
        <PhoneField
          value={phone}
          error={phoneError}
          inputRef={phoneField}
          onChange={setPhone}
          onBlur={() => setChecked((held) => ({ ...held, phone: held.phone || phone.number !== '' }))}
        />
        <SentCodeField
          value={captcha}
          error={codeError}
          sending={sending}
          inputRef={codeField}
          onChange={setCaptcha}
          onBlur={() => setChecked((held) => ({ ...held, captcha: held.captcha || captcha !== '' }))}
          onSend={sendCode}
        />
        <RememberMe checked={remember} onChange={setRemember} />
        <Button type="primary" size="large" block htmlType="submit" loading={busy}>
          {text('user.login.login')}
        </Button>
      </GuestForm>
      <SecondStepDialog
        waiting={waiting}
        busy={busy}
        onCode={(code) => signIn({ ...body, code })}
        onGiveUp={giveUp}
      />
    </>
  );
}
