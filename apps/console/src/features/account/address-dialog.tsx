import { sendAddressCode } from '@bowerbird/contract/security';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useFaultText } from '../../lib/fault-text.ts';
import { useText } from '../../lib/text.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Grid } from '../../ui/layout/box.tsx';
import { CodeField } from './code-field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useChangeAddress } from './own-account-queries.ts';
import { OwnPasswordField, useOwnPassword } from './own-password-field.tsx';
import { defaultDial, isMailAddress, phoneOf } from './phone.ts';
import { useCodeSending } from './use-code-sending.ts';

const codeFaults: readonly string[] = ['code.wrong', 'code.expired'];

interface AddressDialogProps {
  channel: 'mail' | 'sms';
  /** There was no address before. */
  first?: boolean;
  onClose(): void;
}

/** Changes the mail address or phone number: the code goes to the new one, the old one is notified. */
export function AddressDialog({ channel, first = false, onClose }: AddressDialogProps) {
  const text = useText();
  const toast = useToast();
  const sentence = useFaultText();
  const sending = useCodeSending((address) => call(sendAddressCode, { body: { channel, address } }));
  const change = useChangeAddress();
  const own = useOwnPassword(change.error);
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState('');
  const [checked, setChecked] = useState({ address: false, code: false });
  const mail = channel === 'mail';

  const address = mail ? (isMailAddress(typed) ? typed.trim() : null) : phoneOf(defaultDial, typed);
  const addressError =
    typed.trim() === ''
      ? text(mail ? 'user.email.required' : 'user.phone-number.required')
      : address !== null
        ? null
        : text(mail ? 'user.email.wrong-format' : 'user.phone-number.wrong-format');
  const codeRefused = own.refused !== null && codeFaults.includes(own.refused.code) ? own.refused : null;
  const codeError = checked.code && code.trim() === '' ? text('user.verification-code.required') : null;
  const refused = own.refused !== null && codeRefused === null ? sentence(own.refused) : sending.refused;

  const requestConfirmation = () => {
    setChecked((held) => ({ ...held, address: true }));
    if (address !== null) {
      sending.send(address);
    }
  };
  const send = () => {
    setChecked({ address: true, code: true });
    const known = own.check();
    if (known && address !== null && code.trim() !== '') {
      change.mutate(
        { channel, address, code: code.trim(), password: own.password },
        {
          onSuccess: () => {
            toast({
              state: 'complete',
              text: text(mail ? 'account.mail.changed' : 'account.phone.changed'),
            });
            onClose();
          },
        },
      );
    }
  };
  return (
    <FormDialog
      title={text(
        mail
          ? 'account.security.mail.modify'
          : first
            ? 'account.security.phone.bind'
            : 'account.security.phone.modify',
      )}
      confirm={text(first ? 'account.bind' : 'account.address.confirm')}
      busy={change.isPending}
      refused={refused}
      onSend={send}
      onClose={onClose}
    >
      <Field
        label={text(mail ? 'account.mail.new' : 'account.phone.new')}
        error={checked.address ? addressError : null}
        {...(mail ? {} : { hint: text('account.phone.hint') })}
      >
        {(control) => (
          <Input
            {...control}
            autoFocus
            type={mail ? 'email' : 'tel'}
            autoComplete={mail ? 'email' : 'tel'}
            maxLength={254}
            status={checked.address && addressError !== null ? 'error' : ''}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={() => typed !== '' && setChecked((held) => ({ ...held, address: true }))}
          />
        )}
      </Field>
      <Grid className="code-line" columns="minmax(0, 1fr) auto" gap={10} align="start">
        <CodeField
          label={text('user.login.mobile.verification-code.placeholder')}
          value={code}
          error={codeError ?? (codeRefused === null ? null : sentence(codeRefused))}
          onChange={(value) => {
            setCode(value);
            change.reset();
          }}
        />
        <Button loading={sending.busy} disabled={sending.left !== null} onClick={requestConfirmation}>
          {sending.left === null
            ? text('user.register.get-verification-code')
            : text('account.code.again', { n: sending.left })}
        </Button>
      </Grid>
      <OwnPasswordField own={own} onTyped={() => change.reset()} />
      <p className="caption">
        {text(mail ? 'account.mail.note' : first ? 'account.phone.first' : 'account.phone.note')}
      </p>
    </FormDialog>
  );
}
