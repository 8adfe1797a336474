import { sendSmsCode, signUp } from '@bowerbird/contract/account/guest';
import type { BodyOf } from '@bowerbird/contract/route';
import { useQueryClient } from '@tanstack/react-query';
import type { CheckboxRef } from 'antd';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../../lib/api/call.ts';
import { consoleSettingsKey, useConsoleSettings } from '../../../../lib/links.ts';
import { useText } from '../../../../lib/text/text.ts';
import { Row } from '../../../../ui/layout/box.tsx';
import type { TypedPassword } from '../../fields/new-password.tsx';
import { NewPassword, useNewPasswordErrors } from '../../fields/new-password.tsx';
import { defaultDial, isMailAddress, phoneOf } from '../../fields/phone.ts';
import type { TypedPhone } from '../../fields/phone-field.tsx';
import { PhoneField } from '../../fields/phone-field.tsx';
import { Refused } from '../../fields/refused.tsx';
import { SentCodeField } from '../../fields/sent-code-field.tsx';
import { TypedField } from '../../fields/typed-field.tsx';
import { useCheckedFields } from '../../fields/use-checked-fields.ts';
import { useCodeSending } from '../../fields/use-code-sending.ts';
import { useCodeTaking } from '../../fields/use-code-taking.ts';
import { usePhoneError } from '../../fields/use-phone-error.ts';
import { GuestForm } from '../guest-form.tsx';
import { AcceptTerms } from './accept-terms.tsx';

const fieldNames = ['email', 'password', 'confirm', 'phone', 'code'] as const;

/** The fields of a new account. The first invalid one gets the focus. */
export function RegisterForm({ beside }: { beside: ReactNode }) {
  const text = useText();
  const [email, setEmail] = useState('');
  const [typed, setTyped] = useState<TypedPassword>({ password: '', confirm: '' });
  const [phone, setPhone] = useState<TypedPhone>({ dial: defaultDial, number: '' });
  const [code, setCode] = useState('');
  const [accepted, setAccepted] = useState(false);
  const [tried, setTried] = useState(false);
  const acceptBox = useRef<CheckboxRef>(null);
  const { fields, checked, look, focus, allRight } = useCheckedFields(fieldNames);
  const legalVersions = useConsoleSettings()?.legalVersions;
  const cache = useQueryClient();

  const number = phoneOf(phone.dial, phone.number);
  const sending = useCodeSending(
    (address) => call(sendSmsCode, { params: { purpose: 'sign-up' }, body: { phone: address } }),
    () => focus('code'),
  );
  const navigate = useNavigate();
  const { take, busy, refused, codeRefused, passwordRefused, forgetCode } = useCodeTaking(
    (body: BodyOf<typeof signUp>) => call(signUp, { body }),
    ({ email: sentTo }) =>
      void navigate('/user/register-result', { replace: true, state: { email: sentTo } }),
    ({ code: why }) => {
      if (why === 'sign-up.texts-changed') {
        setAccepted(false);
        void cache.invalidateQueries({ queryKey: consoleSettingsKey });
      }
      return false;
    },
  );

  const emailError = email.trim() === '' ? 'user.email.required' : 'user.email.wrong-format';
  const emailRight = isMailAddress(email);
  const passwords = useNewPasswordErrors(typed, checked, passwordRefused);
  const phoneError = usePhoneError(phone, checked.phone);
  const codeError =
    sending.refused ?? (checked.code && code === '' ? text('user.verification-code.required') : codeRefused);

  const submit = () => {
    setTried(true);
    const right = allRight({
      email: !emailRight,
      password: typed.password.length < 6,
      confirm: !passwords.right,
      phone: number === null,
      code: code === '',
    });
    if (right && !accepted) {
      acceptBox.current?.focus();
    } else if (right && number !== null) {
      take({
        email: email.trim(),
        password: typed.password,
        phone: number,
        code,
        ...(legalVersions && { accepted: legalVersions }),
      });
    }
  };
  return (
    <GuestForm roomy onSubmit={submit}>
      {refused !== null && <Refused reported={refused} />}
      <TypedField
        label={text('user.register.email.placeholder')}
        error={checked.email && !emailRight ? text(emailError) : null}
        type="email"
        name="email"
        autoComplete="email"
        maxLength={254}
        inputRef={fields.email}
        value={email}
        onChange={setEmail}
        onLeft={() => look('email')}
      />
      <NewPassword
        label={text('user.login.password.label')}
        value={typed}
        errors={passwords}
        passwordField={fields.password}
        confirmField={fields.confirm}
        onChange={setTyped}
        onLeft={look}
      />
      <PhoneField
        value={phone}
        error={phoneError}
        inputRef={fields.phone}
        onChange={setPhone}
        onBlur={() => phone.number !== '' && look('phone')}
      />
      <SentCodeField
        value={code}
        error={codeError}
        sending={sending}
        inputRef={fields.code}
        onChange={(value) => {
          setCode(value);
          forgetCode();
        }}
        onBlur={() => code !== '' && look('code')}
        onSend={() => {
          look('phone');
          if (number === null) {
            focus('phone');
          } else {
            sending.send(number);
          }
        }}
      />
      <AcceptTerms
        inputRef={acceptBox}
        checked={accepted}
        wrong={tried && !accepted}
        onChange={setAccepted}
      />
      <Row className="guest-end" align="center" justify="between" gap={16} mt={4} font="small">
        <Button type="primary" size="large" htmlType="submit" loading={busy}>
          {text('user.register.register')}
        </Button>
        {beside}
      </Row>
    </GuestForm>
  );
}
