import type { InputRef } from 'antd';
import { Button, Input } from 'antd';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { guestLink } from '../../../lib/person/guard.ts';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { PasswordInput } from '../fields/password-input.tsx';
import { isMailAddress } from '../fields/phone.ts';
import { Refused } from '../fields/refused.tsx';
import { SecondStepDialog } from '../security/second-step-dialog.tsx';
import { GuestForm } from './guest-form.tsx';
import { ActivationAgain } from './register/activation-again.tsx';
import { RememberMe } from './remember-me.tsx';
import type { SignInBody } from './use-sign-in.ts';
import { useSignIn } from './use-sign-in.ts';

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
  const [name, setName] = useState(() => handedAccount(state));
  const [handed] = useState(takesFocus && name !== '' && !touches());
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  /** Fields that were filled in and left, or submitted; only these show their errors. */
  const [checked, setChecked] = useState({ name: false, password: false });
  const nameField = useRef<InputRef>(null);
  const passwordField = useRef<InputRef>(null);
  const { signIn, busy, refused, waiting, giveUp } = useSignIn(() => passwordField.current?.select());

  const nameError = checked.name && name.trim() === '' ? text('user.userName.required') : null;
  const passwordError = checked.password && password === '' ? text('user.password.required') : null;

  const submit = () => {
    setChecked({ name: true, password: true });
    if (name.trim() === '') {
      nameField.current?.focus();
    } else if (password === '') {
      passwordField.current?.focus();
    } else {
      signIn(credentialsOf(name, password, remember));
    }
  };

  return (
    <>
      <GuestForm roomy onSubmit={submit}>
        {refused !== null && (
          <Refused reported={refused.reported}>
            {refused.code === 'auth.not-activated' && <ActivationAgain email={name.trim()} />}
          </Refused>
        )}
        <Field label={text('user.login.userName.label')} error={nameError}>
          {(control) => (
            <Input
              {...control}
              ref={nameField}
              autoFocus={takesFocus && !handed && !touches()}
              size="large"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              status={nameError === null ? '' : 'error'}
              value={name}
              onChange={({ target }) => {
                setName(target.value);
                setChecked((held) => ({ ...held, name: true }));
              }}
            />
          )}
        </Field>
        <Field
          label={text('user.login.password.label')}
          error={passwordError}
          beside={<Link to={guestLink('/user/recover', search)}>{text('user.login.forgot-password')}</Link>}
        >
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="current-password"
              inputRef={passwordField}
              value={password}
              autoFocus={handed}
              onChange={setPassword}
              onBlur={() => setChecked((held) => ({ ...held, password: held.password || password !== '' }))}
            />
          )}
        </Field>
        <RememberMe checked={remember} onChange={setRemember} />
        <Button type="primary" size="large" block htmlType="submit" loading={busy}>
          {text('user.login.login')}
        </Button>
      </GuestForm>
      <SecondStepDialog
        waiting={waiting}
        busy={busy}
        onCode={(code) => signIn({ ...credentialsOf(name, password, remember), code })}
        onGiveUp={giveUp}
      />
    </>
  );
}
