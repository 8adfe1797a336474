import {
  NewPassword as Password,
  recoverPassword,
  sendMailCode,
  sendSmsCode,
} from '@bowerbird/contract/account/guest';
import type { BodyOf } from '@bowerbird/contract/route';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { minLength, object, pipe, refine, string, transform } from 'zod/mini';
import { call } from '../../../lib/api/call.ts';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { guestLink } from '../../../lib/person/guard.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { useNotify } from '../../../ui/feedback/notify.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { type SchemaForm, useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { GuestInput } from '../fields/guest-input.tsx';
import { NewPassword, typedTwice } from '../fields/new-password.tsx';
import { addressOf } from '../fields/phone.ts';
import { SentCodeField } from '../fields/sent-code-field.tsx';
import { useCodeSending } from '../fields/use-code-sending.ts';
import { useRefusal } from '../fields/use-refusal.ts';
import { SecondStepDialog } from '../security/second-step-dialog.tsx';
import { GuestForm } from './guest-form.tsx';
import { type RefusedSignIn, secondStep } from './use-sign-in.ts';

type ResetBody = BodyOf<typeof recoverPassword>;

/** A password reset that waits for the second step. */
type WaitingReset = Pick<RefusedSignIn, 'code' | 'reported'> & { body: ResetBody };

interface TypedReset {
  address: string;
  captcha: string;
  password: string;
  confirm: string;
}

/** A mail address or a phone number, as the code is sent to it. */
const Address = pipe(
  string().check(refine((typed) => addressOf(typed) !== null)),
  transform((typed) => addressOf(typed)?.address ?? typed),
);
/** Before a code was sent, only the address counts. */
const AddressAlone = object({ address: Address, captcha: string(), password: string(), confirm: string() });
const WholeReset = object({
  address: Address,
  captcha: string().check(minLength(1)),
  password: Password,
  confirm: string().check(minLength(1)),
}).check(typedTwice);

/** The address, then the code that was sent to it, then the new password: each step opens the next. */
export function RecoverForm() {
  const text = useText();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSchemaForm({
    schema: sentTo === null ? AddressAlone : WholeReset,
    initial: { address: '', captcha: '', password: '', confirm: '' },
  });
  const sending = useCodeSending(
    async (address) => {
      await sendCodeTo(address);
      setSentTo(address);
    },
    undefined,
    null,
  );
  useEffect(() => {
    if (sentTo !== null) {
      form.setFocus('captcha');
    }
  }, [sentTo, form]);
  const reset = useReset(form);
  const isMail = form.watch('address').includes('@');
  return (
    <>
      <GuestForm
        roomy
        form={form}
        onSubmit={({ address, captcha, password }) =>
          sentTo === null ? sending.send(address) : reset.mutate({ address: sentTo, code: captcha, password })
        }
      >
        <FormField
          form={form}
          name="address"
          label={text('user.recover.address')}
          missing={text('user.recover.address.required')}
          wrong={text(isMail ? 'user.email.wrong-format' : 'user.phone-number.wrong-format')}
          refused={sentTo === null ? sending.refused : null}
        >
          {(control) => (
            <GuestInput
              {...control}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              onChange={(event) => {
                control.onChange(event);
                setSentTo(null);
              }}
            />
          )}
        </FormField>
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
              form={form}
              hint={text('user.recover.code-hint')}
              sending={sending}
              onSend={() => sending.send(sentTo)}
            />
            <NewPassword form={form} size="large" label={text('user.recover.password')} />
            <Button type="primary" size="large" block htmlType="submit" loading={reset.busy}>
              {text('user.recover.submit')}
            </Button>
          </>
        )}
      </GuestForm>
      <SecondStepDialog {...reset.secondStep} busy={reset.busy} />
    </>
  );
}

function sendCodeTo(address: string): Promise<unknown> {
  return address.includes('@')
    ? call(sendMailCode, { body: { email: address, purpose: 'recover' } })
    : call(sendSmsCode, { params: { purpose: 'recover' }, body: { phone: address } });
}

/**
 * Sets the new password, asks for the second step if the account has one, and leads to sign-in with the account filled
 * in.
 */
function useReset<Sent>(form: SchemaForm<TypedReset, Sent>) {
  const text = useText();
  const notify = useNotify();
  const navigate = useNavigate();
  const { search } = useLocation();
  const sentence = useFaultText();
  const [waiting, setWaiting] = useState<WaitingReset | null>(null);
  const refuse = useRefusal(form, {
    'code.wrong': 'captcha',
    'code.expired': 'captcha',
    'account.password-common': 'password',
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (body: ResetBody) => call(recoverPassword, { body }),
    onSuccess: ({ ended }, { address }) => {
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
    onError: (thrown, body) => {
      const failure = CallFailure.from(thrown);
      const requested = secondStep.includes(failure.code);
      setWaiting(requested ? { code: failure.code, reported: sentence(failure), body } : null);
      if (!requested) {
        refuse(thrown);
      }
    },
  });
  return {
    mutate,
    busy: isPending,
    secondStep: {
      waiting,
      onCode: (code: string) => waiting && mutate({ ...waiting.body, secondStep: code }),
      onGiveUp: () => setWaiting(null),
    },
  };
}
