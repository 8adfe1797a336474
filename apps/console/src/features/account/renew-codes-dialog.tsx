import { useState } from 'react';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFaultText } from '../../lib/fault-text.ts';
import { useText } from '../../lib/text.ts';
import { CodeField } from './code-field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useRenewRecoveryCodes } from './own-account-queries.ts';
import { CodesShown } from './recovery-codes.tsx';

/** Creates new recovery codes, given a code of the app; the earlier ones become invalid. */
export function RenewCodesDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const sentence = useFaultText();
  const renew = useRenewRecoveryCodes();
  const [code, setCode] = useState('');
  const [checked, setChecked] = useState(false);
  if (renew.data !== undefined) {
    return <CodesShown codes={renew.data.recoveryCodes} onClose={onClose} />;
  }
  const empty = checked && code.trim() === '' ? text('user.verification-code.required') : null;
  return (
    <FormDialog
      title={text('account.security.codes.renew')}
      confirm={text('account.codes.make')}
      busy={renew.isPending}
      onSend={() => {
        setChecked(true);
        if (code.trim() !== '') {
          renew.mutate(code.trim());
        }
      }}
      onClose={onClose}
    >
      <p>{text('account.codes.renew.note')}</p>
      <CodeField
        autoFocus
        digits={false}
        label={text('account.twoStep.code')}
        hint={text('account.twoStep.code.hint')}
        value={code}
        error={empty ?? (renew.error === null ? null : sentence(CallFailure.from(renew.error)))}
        onChange={(typed) => {
          setCode(typed);
          renew.reset();
        }}
      />
    </FormDialog>
  );
}
