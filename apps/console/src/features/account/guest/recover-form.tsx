import { recoverPassword, sendMailCode, sendSmsCode } from '@bowerbird/contract/account/guest';
import type { BodyOf } from '@bowerbird/contract/route';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../../lib/api/call.ts';
import { guestLink } from '../../../lib/person/guard.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { useNotify } from '../../../ui/feedback/notify.tsx';
import type { TypedPassword } from '../fields/new-password.tsx';
import { NewPassword, useNewPasswordErrors } from '../fields/new-password.tsx';
import { addressOf } from '../fields/phone.ts';
import { Refused } from '../fields/refused.tsx';
import { SentCodeField } from '../fields/sent-code-field.tsx';
import { TypedField } from '../fields/typed-field.tsx';
import { useCheckedFields } from '../fields/use-checked-fields.ts';
import { useCodeSending } from '../fields/use-code-sending.ts';
import { useCodeTaking } from '../fields/use-code-taking.ts';
import { SecondStepDialog } from '../security/second-step-dialog.tsx';
import { GuestForm } from './guest-form.tsx';
import { type RefusedSignIn, secondStep } from './use-sign-in.ts';

type ResetBody = BodyOf<typeof recoverPassword>;

/** A password reset that waits for the second step. */
type WaitingReset = Pick<RefusedSignIn, 'code' | 'reported'> & { body: ResetBody };

const fieldNames = ['address', 'code', 'password', 'confirm'] as const;

/** The address, then the code that was sent to it, then the new password: each step opens the next. */
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
  const { take, busy, refused, codeRefused, passwordRefused, forgetCode, secondStep } = useRecover();
  const passwords = useNewPasswordErrors(typed, checked, passwordRefused);
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
    <>
      <GuestForm roomy onSubmit={submit}>
        {refused !== null && <Refused reported={refused} />}
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
      <SecondStepDialog {...secondStep} busy={busy} />
    </>
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

/**
 * Sets the new password, asks for the second step if the account has one, and leads to sign-in with the account filled
 * in.
 */
function useRecover() {
  const text = useText();
  const notify = useNotify();
  const navigate = useNavigate();
  const { search } = useLocation();
  const sentence = useFaultText();
  const [waiting, setWaiting] = useState<WaitingReset | null>(null);
  const taking = useCodeTaking(
    (body: ResetBody) => call(recoverPassword, { body }),
    ({ ended }, { address }) => {
      setWaiting(null);
      notify({
        kind: 'success',
        title: text('user.recover.done.title'),
        text: text('user.recover.done', { tokens: ended.tokens.length }),
      });
      void navigate(guestLink('/user/login', search), {
        replace: true,
        state: { account: address.includes('@') ? address : '' },
      });
    },
    (failure, body) => {
      const requested = secondStep.includes(failure.code);
      setWaiting(requested ? { code: failure.code, reported: sentence(failure), body } : null);
      return requested;
    },
  );
  const goOn = (code: string) => waiting && taking.take({ ...waiting.body, secondStep: code });
  return {
    ...taking,
    secondStep: { waiting, onCode: (code: string) => void goOn(code), onGiveUp: () => setWaiting(null) },
  };
}
