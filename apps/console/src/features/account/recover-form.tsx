import { recoverPassword, sendMailCode, sendSmsCode } from '@bowerbird/contract/guest';
import type { BodyOf } from '@bowerbird/contract/route';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../lib/call.ts';
import { guestLink } from '../../lib/guard.ts';
import { useText } from '../../lib/text.ts';
import { useNotify } from '../../ui/notify.tsx';
import { GuestForm } from './guest-form.tsx';
import type { TypedPassword } from './new-password.tsx';
import { NewPassword, useNewPasswordErrors } from './new-password.tsx';
import { addressOf } from './phone.ts';
import { Refused } from './refused.tsx';
import { SentCodeField } from './sent-code-field.tsx';
import { TypedField } from './typed-field.tsx';
import { useCheckedFields } from './use-checked-fields.ts';
import { useCodeSending } from './use-code-sending.ts';
import { useCodeTaking } from './use-code-taking.ts';

const fieldNames = ['address', 'code', 'password', 'confirm'] as const;

/** The address, then the code that was sent there, then the new password: each opens the next. */
export function RecoverForm() {
  const text = useText();
  const [written, setWritten] = useState('');
  const [code, setCode] = useState('');
  const [typed, setTyped] = useState<TypedPassword>({ password: '', confirm: '' });
  const { fields, checked, look, focus, allRight } = useCheckedFields(fieldNames);
  const [sentTo, setSentTo] = useState<string | null>(null);

  const target = addressOf(written);
  const sending = useCodeSending(sendCodeTo, () => setSentTo(target?.address ?? null), null);
  useEffect(() => {
    if (sentTo !== null) {
      fields.code.current?.focus();
    }
  }, [sentTo, fields]);
  const { take, busy, refused, codeRefused, forgetCode } = useRecover();
  const passwords = useNewPasswordErrors(typed, checked);
  const addressError = useAddressError(written, checked.address);
  const codeError = checked.code && code === '' ? text('user.verification-code.required') : codeRefused;

  const sendCode = () => {
    look('address');
    if (target === null) {
      focus('address');
    } else {
      sending.send(target.address);
    }
  };
  const submit = () => {
    if (sentTo === null) {
      sendCode();
      return;
    }
    const right = allRight({
      address: false,
      code: code === '',
      password: typed.password.length < 6,
      confirm: !passwords.right,
    });
    if (right) {
      take({ address: sentTo, code, password: typed.password });
    }
  };
  return (
    <GuestForm roomy onSubmit={submit}>
      {refused !== null && <Refused told={refused} />}
      <TypedField
        label={text('user.recover.address')}
        error={addressError ?? (sentTo === null ? sending.refused : null)}
        name="address"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        inputRef={fields.address}
        value={written}
        onChange={(value) => {
          setWritten(value);
          setSentTo(null);
        }}
        onLeft={() => look('address')}
      />
      {sentTo === null ? (
        <Button
          type="primary"
          size="large"
          block
          htmlType="submit"
          loading={sending.busy}
          disabled={sending.left !== null && !sending.busy}
        >
          {sending.left === null || sending.busy
            ? text('user.register.get-verification-code')
            : text('user.code.again', { n: sending.left })}
        </Button>
      ) : (
        <>
          <SentCodeField
            value={code}
            error={sending.refused ?? codeError}
            hint={text('user.recover.code-hint')}
            sending={sending}
            inputRef={fields.code}
            onChange={(value) => {
              setCode(value);
              forgetCode();
            }}
            onBlur={() => code !== '' && look('code')}
            onSend={sendCode}
          />
          <NewPassword
            label={text('user.recover.password')}
            value={typed}
            errors={passwords}
            passwordField={fields.password}
            confirmField={fields.confirm}
            onChange={setTyped}
            onLeft={look}
          />
          <Button type="primary" size="large" block htmlType="submit" loading={busy}>
            {text('user.recover.submit')}
          </Button>
        </>
      )}
    </GuestForm>
  );
}

function sendCodeTo(address: string): Promise<unknown> {
  return address.includes('@')
    ? call(sendMailCode, { body: { email: address, purpose: 'recover' } })
    : call(sendSmsCode, { params: { purpose: 'recover' }, body: { phone: address } });
}

function useAddressError(written: string, checked: boolean): string | null {
  const text = useText();
  if (!checked || addressOf(written) !== null) {
    return null;
  }
  if (written.trim() === '') {
    return text('user.recover.address.required');
  }
  return text(written.includes('@') ? 'user.email.wrong-format' : 'user.phone-number.wrong-format');
}

/** Sets the new password and leads to the sign-in with the account filled in. */
function useRecover() {
  const text = useText();
  const notify = useNotify();
  const navigate = useNavigate();
  const { search } = useLocation();
  return useCodeTaking(
    (body: BodyOf<typeof recoverPassword>) => call(recoverPassword, { body }),
    (_answer, { address }) => {
      notify({ kind: 'success', title: text('user.recover.done.title'), text: text('user.recover.done') });
      void navigate(guestLink('/user/login', search), {
        replace: true,
        state: { account: address.includes('@') ? address : '' },
      });
    },
  );
}
