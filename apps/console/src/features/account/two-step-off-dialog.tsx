import { useState } from 'react';
import { useFaultText } from '../../lib/fault-text.ts';
import { useText } from '../../lib/text.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { CodeField } from './code-field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useTurnOffTwoStep } from './own-account-queries.ts';
import { OwnPasswordField, useOwnPassword } from './own-password-field.tsx';

/** Turns the second step off, given the password and a code. */
export function TwoStepOffDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const toast = useToast();
  const sentence = useFaultText();
  const off = useTurnOffTwoStep();
  const own = useOwnPassword(off.error);
  const [code, setCode] = useState('');
  const [checked, setChecked] = useState(false);
  const empty = checked && code.trim() === '' ? text('user.verification-code.required') : null;
  const codeRefused = own.refused?.code === 'auth.second-step-wrong' ? sentence(own.refused) : null;
  const send = () => {
    setChecked(true);
    if (own.check() && code.trim() !== '') {
      off.mutate(
        { password: own.password, code: code.trim() },
        {
          onSuccess: () => {
            toast({ state: 'complete', text: text('account.twoStep.turnedOff') });
            onClose();
          },
        },
      );
    }
  };
  return (
    <FormDialog
      title={text('account.security.twoStep.turnOff.name')}
      confirm={text('account.security.twoStep.turnOff')}
      danger
      busy={off.isPending}
      refused={own.refused === null || codeRefused !== null ? null : sentence(own.refused)}
      onSend={send}
      onClose={onClose}
    >
      <p>{text('account.twoStep.off.note')}</p>
      <OwnPasswordField own={own} autoFocus onTyped={() => off.reset()} />
      <CodeField
        digits={false}
        label={text('account.twoStep.code')}
        hint={text('account.twoStep.code.hint')}
        value={code}
        error={empty ?? codeRefused}
        onChange={(typed) => {
          setCode(typed);
          off.reset();
        }}
      />
    </FormDialog>
  );
}
