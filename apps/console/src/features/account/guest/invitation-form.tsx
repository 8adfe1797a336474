import { Button, Input } from 'antd';
import { useState } from 'react';
import type { CallFailure } from '../../../lib/api/call-failure.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import type { TypedPassword } from '../fields/new-password.tsx';
import { NewPassword, useNewPasswordErrors } from '../fields/new-password.tsx';
import { Refused } from '../fields/refused.tsx';
import { isPasswordRefused } from '../fields/refused-password.ts';
import { TypedField } from '../fields/typed-field.tsx';
import { useCheckedFields } from '../fields/use-checked-fields.ts';
import { GuestForm } from './guest-form.tsx';

export interface NewMember {
  name: string;
  username: string;
  password: string;
}

interface InvitationFormProps {
  email: string;
  busy: boolean;
  refused: CallFailure | null;
  onSend(member: NewMember): void;
}

const usernameShape = /^[\p{L}\p{N}][\p{L}\p{N}._-]{1,39}$/u;
const fieldNames = ['name', 'username', 'password', 'confirm'] as const;

/** Name, user name and password of an invited person; the address is the one that the invitation was sent to. */
export function InvitationForm({ email, busy, refused, onSend }: InvitationFormProps) {
  const text = useText();
  const sentence = useFaultText();
  const [name, setName] = useState('');
  const [username, setUsername] = useState('');
  const [typed, setTyped] = useState<TypedPassword>({ password: '', confirm: '' });
  const [sent, setSent] = useState('');
  const { fields, checked, look, allRight } = useCheckedFields(fieldNames);
  const passwords = useNewPasswordErrors(
    typed,
    checked,
    refused !== null && isPasswordRefused(refused) ? { password: sent, reported: sentence(refused) } : null,
  );
  const nameWrong = name.trim() === '';
  const usernameWrong = !usernameShape.test(username.trim());
  const taken = refused?.code === 'person.username-taken' && refused.params.name === username.trim();
  const usernameError =
    checked.username && usernameWrong
      ? text(username.trim() === '' ? 'user.invitation.username.required' : 'user.invitation.username.wrong')
      : taken
        ? sentence(refused)
        : null;

  const underField = refused?.code === 'person.username-taken' || isPasswordRefused(refused);
  const submit = () => {
    const right = allRight({
      name: nameWrong,
      username: usernameWrong,
      password: typed.password.length < 6,
      confirm: !passwords.right,
    });
    if (right) {
      setSent(typed.password);
      onSend({ name: name.trim(), username: username.trim(), password: typed.password });
    }
  };
  return (
    <GuestForm onSubmit={submit}>
      {refused !== null && !underField && <Refused reported={sentence(refused)} />}
      <Field label={text('user.register.email.placeholder')}>
        {(control) => (
          <Input {...control} size="large" name="email" autoComplete="email" readOnly value={email} />
        )}
      </Field>
      <TypedField
        label={text('user.invitation.name')}
        error={checked.name && nameWrong ? text('user.invitation.name.required') : null}
        name="name"
        autoComplete="name"
        maxLength={80}
        inputRef={fields.name}
        value={name}
        onChange={setName}
        onLeft={() => look('name')}
      />
      <TypedField
        label={text('user.invitation.username')}
        hint={text('user.invitation.username.hint')}
        error={usernameError}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        inputRef={fields.username}
        value={username}
        onChange={setUsername}
        onLeft={() => look('username')}
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
      <Row className="guest-end" align="center" justify="between" gap={16} mt={4} font="small">
        <Button type="primary" size="large" htmlType="submit" loading={busy}>
          {text('user.invitation.accept')}
        </Button>
      </Row>
    </GuestForm>
  );
}
