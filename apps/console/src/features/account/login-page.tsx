import { login } from '@bowerbird/contract/account';
import type { BodyOf } from '@bowerbird/contract/route';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputRef } from 'antd';
import { Button, Checkbox, Input } from 'antd';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../lib/call.ts';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFaultText } from '../../lib/fault-text.ts';
import { greetingOf } from '../../lib/greeting.ts';
import { redirectOf } from '../../lib/guard.ts';
import { useText } from '../../lib/text.ts';
import { keepToken } from '../../lib/token.ts';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNotify } from '../../ui/notify.tsx';
import { GuestLayout } from './guest-layout.tsx';
import './login-page.css';

/** When the welcome comes after a sign-in, in milliseconds. */
const welcomeMs = 1000;

/** What is typed as an address is sent as one, everything else as a user name. */
export function credentialsOf(name: string, password: string, rememberMe: boolean): BodyOf<typeof login> {
  const typed = name.trim();
  const isMail = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(typed);
  return { ...(isMail ? { email: typed } : { username: typed }), password, rememberMe };
}

export default function LoginPage() {
  const text = useText();
  return (
    <GuestLayout>
      <h1 className="login-title">{text('user.login.title')}</h1>
      <p className="login-tagline">{text('layouts.userLayout.title')}</p>
      <div className="login-tabs" role="tablist">
        <span role="tab" aria-selected="true" tabIndex={0} className="login-tab">
          {text('user.login.tab-login-credentials')}
        </span>
      </div>
      <LoginForm />
    </GuestLayout>
  );
}

function LoginForm() {
  const text = useText();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  /** Fields that were left or sent; only these are told what is wrong. */
  const [checked, setChecked] = useState({ name: false, password: false });
  const nameField = useRef<InputRef>(null);
  const passwordField = useRef<InputRef>(null);
  const { signIn, busy, refused } = useSignIn(() => passwordField.current?.select());

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
    <form
      className="login-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {refused !== null && (
        <p className="login-refused" role="alert">
          {refused}
        </p>
      )}
      <Field label={text('user.login.userName.label')} error={nameError}>
        {(control) => (
          <Input
            {...control}
            ref={nameField}
            size="large"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            status={nameError === null ? '' : 'error'}
            value={name}
            onChange={({ target }) => setName(target.value)}
            onBlur={() => setChecked((held) => ({ ...held, name: held.name || name !== '' }))}
          />
        )}
      </Field>
      <Field label={text('user.login.password.label')} error={passwordError}>
        {(control) => (
          <PasswordInput
            {...control}
            inputRef={passwordField}
            invalid={passwordError !== null}
            value={password}
            onChange={setPassword}
            onBlur={() => setChecked((held) => ({ ...held, password: held.password || password !== '' }))}
          />
        )}
      </Field>
      <Checkbox
        className="login-remember"
        checked={remember}
        onChange={({ target }) => setRemember(target.checked)}
      >
        {text('user.login.remember-me')}
        {text('user.login.remember-days')}
      </Checkbox>
      <Button type="primary" size="large" block htmlType="submit" loading={busy}>
        {text('user.login.login')}
      </Button>
    </form>
  );
}

interface PasswordInputProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby'?: string;
  inputRef: { current: InputRef | null };
  invalid: boolean;
  value: string;
  onChange(value: string): void;
  onBlur(): void;
}

function PasswordInput({ inputRef, invalid, onChange, ...rest }: PasswordInputProps) {
  const text = useText();
  const [shown, setShown] = useState(false);
  return (
    <Input
      {...rest}
      ref={inputRef}
      size="large"
      type={shown ? 'text' : 'password'}
      name="password"
      autoComplete="current-password"
      maxLength={256}
      status={invalid ? 'error' : ''}
      onChange={({ target }) => onChange(target.value)}
      suffix={
        <button
          type="button"
          className="login-eye"
          aria-label={shown ? text('user.login.password.hide') : text('user.login.password.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye' : 'eye-off'} size={17} />
        </button>
      }
    />
  );
}

/** Signs in, keeps the token as long as was asked, and goes where the person wanted to go. */
function useSignIn(onRefused: () => void) {
  const text = useText();
  const notify = useNotify();
  const sentence = useFaultText();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { pathname, search } = useLocation();
  const [refused, setRefused] = useState<string | null>(null);

  const signIn = useMutation({
    mutationFn: (body: BodyOf<typeof login>) => call(login, { body }),
    onMutate: () => setRefused(null),
    onSuccess: (token, { rememberMe }) => {
      keepToken(token, rememberMe ?? false);
      cache.clear();
      void navigate(redirectOf(`${pathname}${search}`), { replace: true });
      const greeting = text(greetingOf(new Date().getHours()));
      setTimeout(
        () =>
          notify({
            kind: 'success',
            title: text('user.login.welcome'),
            text: text('user.login.welcome-back', { greeting }),
          }),
        welcomeMs,
      );
    },
    onError: (thrown) => {
      const failure = CallFailure.from(thrown);
      const told =
        failure.code === 'auth.wrong-credentials'
          ? text('user.login.message-invalid-credentials')
          : sentence(failure);
      setRefused(told);
      notify({ kind: 'error', title: text('user.login.error'), text: told });
      // The field is written to again only after the button has freed it.
      setTimeout(onRefused);
    },
  });
  return { signIn: signIn.mutate, busy: signIn.isPending, refused };
}
