import { judgePassword } from '@bowerbird/contract/password-strength';
import { useState } from 'react';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFaultText } from '../../lib/fault-text.ts';
import { useText } from '../../lib/text.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { FormDialog } from './form-dialog.tsx';
import { KeptTokens } from './kept-tokens.tsx';
import { useChangePassword } from './own-account-queries.ts';
import { isPasswordRefused } from './refused-password.ts';
import { SecretField } from './secret-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';

/** Changes the password, given the current one. All other sessions end, and all tokens that are not kept. */
export function ChangePasswordDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const toast = useToast();
  const sentence = useFaultText();
  const change = useChangePassword();
  const [present, setPresent] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [keep, setKeep] = useState<string[]>([]);
  const [checked, setChecked] = useState({ present: false, password: false, again: false });
  const check = (name: keyof typeof checked) => setChecked((held) => ({ ...held, [name]: true }));

  const failure = change.error === null ? null : CallFailure.from(change.error);
  const wrong = failure?.code === 'account.password-wrong';
  const common = isPasswordRefused(failure);
  const errors = {
    present: present === '' ? text('user.password.required') : null,
    password:
      password === ''
        ? text('user.password.required')
        : judgePassword(password) === 'short'
          ? text('user.password.strength.msg')
          : null,
    again:
      again === ''
        ? text('user.confirm-password.required')
        : again === password
          ? null
          : text('user.password.twice.msg'),
  };
  const reported = (name: keyof typeof errors) => (checked[name] ? errors[name] : null);

  const send = () => {
    setChecked({ present: true, password: true, again: true });
    if (Object.values(errors).some((error) => error !== null)) {
      return;
    }
    change.mutate(
      { present, password, keep },
      {
        onSuccess: ({ ended }) => {
          toast({
            state: 'complete',
            text: text('account.password.changed', { n: ended.sessions, tokens: ended.tokens.length }),
          });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={text('account.security.password.modify')}
      confirm={text('account.password.confirm')}
      busy={change.isPending}
      refused={failure === null || wrong || common ? null : sentence(failure)}
      onSend={send}
      onClose={onClose}
    >
      <SecretField
        autoFocus
        label={text('account.password.present')}
        autoComplete="current-password"
        value={present}
        error={reported('present') ?? (wrong ? sentence(failure) : null)}
        onChange={(typed) => {
          setPresent(typed);
          change.reset();
        }}
        onBlur={() => present !== '' && check('present')}
      />
      <SecretField
        label={text('account.password.new')}
        autoComplete="new-password"
        value={password}
        error={
          reported('password') ??
          (failure !== null && common && change.variables?.password === password ? sentence(failure) : null)
        }
        onChange={setPassword}
        onBlur={() => password !== '' && check('password')}
      >
        {password !== '' && <StrengthMeter password={password} />}
      </SecretField>
      <SecretField
        label={text('user.register.confirm-password.placeholder')}
        autoComplete="new-password"
        value={again}
        error={reported('again')}
        onChange={setAgain}
        onBlur={() => again !== '' && check('again')}
      />
      <p className="caption">{text('account.password.note')}</p>
      <KeptTokens kept={keep} onChange={setKeep} />
    </FormDialog>
  );
}
