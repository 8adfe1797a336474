import { Code, Password, sendAddressCode } from '@bowerbird/contract/account/security';
import type { BodyOf } from '@bowerbird/contract/route';
import { Button, Input } from 'antd';
import { useMemo } from 'react';
import { object, type output, pipe, refine, string, transform } from 'zod/mini';
import { call } from '../../../lib/api/call.ts';
import { useText } from '../../../lib/text/text.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Grid } from '../../../ui/layout/box.tsx';
import { CodeInput } from '../fields/code-input.tsx';
import { FormDialog } from '../fields/form-dialog.tsx';
import { defaultDial, isMailAddress, phoneOf } from '../fields/phone.ts';
import { SecretInput } from '../fields/secret-input.tsx';
import { useCodeSending } from '../fields/use-code-sending.ts';
import { useRefusal } from '../fields/use-refusal.ts';
import { useChangeAddress } from '../settings/own-account-queries.ts';

type Channel = BodyOf<typeof sendAddressCode>['channel'];

interface AddressDialogProps {
  channel: Channel;
  /** There was no address before. */
  first?: boolean;
  onClose(): void;
}

/** Changes the mail address or phone number: the code goes to the new one, the old one is notified. */
export function AddressDialog({ channel, first = false, onClose }: AddressDialogProps) {
  const text = useText();
  const toast = useToast();
  const sending = useCodeSending((address) => call(sendAddressCode, { body: { channel, address } }));
  const change = useChangeAddress();
  const schema = useMemo(() => changeOf(channel), [channel]);
  const form = useSchemaForm({ schema, initial: { address: '', code: '', password: '' } });
  const refuse = useRefusal(form, {
    'account.password-wrong': 'password',
    'code.wrong': 'code',
    'code.expired': 'code',
  });
  const mail = channel === 'mail';

  const requestConfirmation = async () => {
    const right = await form.trigger('address', { shouldFocus: true });
    const address = addressFrom(channel, form.getValues('address'));
    if (right && address !== null) {
      sending.send(address);
    }
  };
  const send = (sent: output<typeof schema>) =>
    change.mutate(
      { channel, ...sent },
      {
        onSuccess: () => {
          toast({
            state: 'complete',
            text: text(mail ? 'account.mail.changed' : 'account.phone.changed'),
          });
          onClose();
        },
        onError: refuse,
      },
    );
  return (
    <FormDialog
      form={form}
      title={text(
        mail
          ? 'account.security.mail.modify'
          : first
            ? 'account.security.phone.bind'
            : 'account.security.phone.modify',
      )}
      ok={text(first ? 'account.bind' : 'account.address.confirm')}
      busy={change.isPending}
      refused={sending.refused}
      onSubmit={send}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="address"
        label={text(mail ? 'account.mail.new' : 'account.phone.new')}
        missing={text(mail ? 'user.email.required' : 'user.phone-number.required')}
        wrong={text(mail ? 'user.email.wrong-format' : 'user.phone-number.wrong-format')}
        hint={mail ? undefined : text('account.phone.hint')}
      >
        {(control) => (
          <Input
            {...control}
            autoFocus
            type={mail ? 'email' : 'tel'}
            autoComplete={mail ? 'email' : 'tel'}
            maxLength={254}
          />
        )}
      </FormField>
      <Grid className="code-line" columns="minmax(0, 1fr) auto" gap={10} align="start">
        <FormField
          form={form}
          name="code"
          label={text('user.login.mobile.verification-code.placeholder')}
          missing={text('user.verification-code.required')}
        >
          {(control) => <CodeInput {...control} />}
        </FormField>
        <Button
          loading={sending.busy}
          disabled={sending.left !== null}
          onClick={() => void requestConfirmation()}
        >
          {sending.left === null
            ? text('user.register.get-verification-code')
            : text('account.code.again', { n: sending.left })}
        </Button>
      </Grid>
      <FormField
        form={form}
        name="password"
        label={text('account.password.own')}
        missing={text('user.password.required')}
      >
        {(control) => <SecretInput {...control} autoComplete="current-password" />}
      </FormField>
      <p className="caption">
        {text(mail ? 'account.mail.note' : first ? 'account.phone.first' : 'account.phone.note')}
      </p>
      {!mail && <p className="caption">{text('account.phone.risk')}</p>}
    </FormDialog>
  );
}

/** The change of an address, as it is typed. */
function changeOf(channel: Channel) {
  return object({
    address: pipe(
      string().check(refine((typed) => addressFrom(channel, typed) !== null)),
      transform((typed) => addressFrom(channel, typed) ?? typed),
    ),
    code: Code,
    password: Password,
  });
}

/** Returns the typed address as it is sent; null if it cannot be one. */
function addressFrom(channel: Channel, typed: string): string | null {
  return channel === 'sms' ? phoneOf(defaultDial, typed) : isMailAddress(typed) ? typed.trim() : null;
}
