import { Button } from 'antd';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { boolean, maxLength, minLength, object, string, trim } from 'zod/mini';
import { guestLink } from '../../../lib/person/guard.ts';
import { useText } from '../../../lib/text/text.ts';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { GuestInput } from '../fields/guest-input.tsx';
import { isMailAddress } from '../fields/phone.ts';
import { SecretInput } from '../fields/secret-input.tsx';
import { SecondStepDialog } from '../security/second-step-dialog.tsx';
import { GuestForm } from './guest-form.tsx';
import { ActivationAgain } from './register/activation-again.tsx';
import { RememberMe } from './remember-me.tsx';
import type { SignInBody } from './use-sign-in.ts';
import { useSignIn } from './use-sign-in.ts';

const Credentials = object({
  name: string().check(trim(), minLength(1), maxLength(254)),
  password: string().check(minLength(1), maxLength(256)),
  rememberMe: boolean(),
});

/**
 * Returns the credentials for a sign-in: text that looks like an address is sent as one, everything else as a user
 * name.
 */
export function credentialsOf(name: string, password: string, rememberMe: boolean): SignInBody {
  const typed = name.trim();
  return { ...(isMailAddress(typed) ? { email: typed } : { username: typed }), password, rememberMe };
}

/** Returns the account that another guest page passed on. */
function handedAccount(state: unknown): string {
  const held = typeof state === 'object' && state !== null && 'account' in state ? state.account : '';
  return typeof held === 'string' ? held : '';
}

/** On a phone, the keyboard would cover the page before it was seen. */
const touches = () => matchMedia('(pointer: coarse)').matches;

/** Signs in with a user name or mail address and the password. `takesFocus`: the first field has the focus at once. */
export function CredentialsForm({ takesFocus }: { takesFocus: boolean }) {
  const text = useText();
  const { search, state } = useLocation();
  const [account] = useState(() => handedAccount(state));
  const [focused] = useState(() => (!takesFocus || touches() ? null : account === '' ? 'name' : 'password'));
  const form = useSchemaForm({
    schema: Credentials,
    initial: { name: account, password: '', rememberMe: true },
  });
  const { signIn, busy, refused, waiting, giveUp } = useSignIn(() =>
    form.setFocus('password', { shouldSelect: true }),
  );
  return (
    <>
      <GuestForm
        roomy
        form={form}
        refused={refused?.reported ?? null}
        remedy={
          refused?.code === 'auth.not-activated' && <ActivationAgain email={form.getValues('name').trim()} />
        }
        onSubmit={({ name, password, rememberMe }) => signIn(credentialsOf(name, password, rememberMe))}
      >
        <FormField
          form={form}
          name="name"
          label={text('user.login.userName.label')}
          missing={text('user.userName.required')}
        >
          {(control) => (
            <GuestInput
              {...control}
              autoFocus={focused === 'name'}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="password"
          label={text('user.login.password.label')}
          missing={text('user.password.required')}
          beside={<Link to={guestLink('/user/recover', search)}>{text('user.login.forgot-password')}</Link>}
        >
          {(control) => (
            <SecretInput
              {...control}
              size="large"
              autoComplete="current-password"
              autoFocus={focused === 'password'}
            />
          )}
        </FormField>
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
