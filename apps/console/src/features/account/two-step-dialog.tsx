import { QRCode } from 'antd';
import { useState } from 'react';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFaultText } from '../../lib/fault-text.ts';
import { useText } from '../../lib/text.ts';
import { Box, Stack } from '../../ui/layout/box.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { CodeField } from './code-field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useConfirmTwoStep, useSetUpTwoStep } from './own-account-queries.ts';
import { OwnPasswordField, useOwnPassword } from './own-password-field.tsx';
import { CodesShown } from './recovery-codes.tsx';

/** Sets up the second step: the password, the QR code, a first code of the app, the recovery codes. */
export function TwoStepDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const sentence = useFaultText();
  const setUp = useSetUpTwoStep();
  const confirm = useConfirmTwoStep();
  const own = useOwnPassword(setUp.error);

  if (confirm.data !== undefined) {
    return <CodesShown codes={confirm.data.recoveryCodes} onClose={onClose} />;
  }
  if (setUp.data !== undefined) {
    return (
      <AppStep
        {...setUp.data}
        busy={confirm.isPending}
        failure={confirm.error}
        onCode={(code) => confirm.mutate(code)}
        onTyped={() => confirm.reset()}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={text('account.security.twoStep.turnOn')}
      confirm={text('account.continue')}
      busy={setUp.isPending}
      refused={own.refused === null ? null : sentence(own.refused)}
      onSend={() => own.check() && setUp.mutate(own.password)}
      onClose={onClose}
    >
      <p>{text('account.twoStep.what')}</p>
      <OwnPasswordField own={own} autoFocus onTyped={() => setUp.reset()} />
    </FormDialog>
  );
}

interface AppStepProps {
  secret: string;
  url: string;
  busy: boolean;
  failure: unknown;
  onCode(code: string): void;
  onTyped(): void;
  onClose(): void;
}

function AppStep({ secret, url, busy, failure, onCode, onTyped, onClose }: AppStepProps) {
  const text = useText();
  const sentence = useFaultText();
  const [code, setCode] = useState('');
  const [checked, setChecked] = useState(false);
  const bad = checked && !/^\d{3}\s?\d{3}$/.test(code.trim());
  const error = bad
    ? text('account.code.sixDigits')
    : failure === null
      ? null
      : sentence(CallFailure.from(failure));
  return (
    <FormDialog
      title={text('account.security.twoStep.turnOn')}
      confirm={text('account.twoStep.confirm')}
      busy={busy}
      width={520}
      onSend={() => {
        setChecked(true);
        if (/^\d{3}\s?\d{3}$/.test(code.trim())) {
          onCode(code.trim());
        }
      }}
      onClose={onClose}
    >
      <div className="two-step">
        {/* Always dark on white: cameras cannot read inverted codes. */}
        <Box className="two-step-square" p={12} radius="xl">
          <QRCode
            aria-label={text('account.twoStep.square')}
            value={url}
            size={176}
            bordered={false}
            color="#000000"
            bgColor="#ffffff"
            type="svg"
          />
        </Box>
        <Stack className="two-step-text" align="start" gap={8}>
          <p>{text('account.twoStep.scan')}</p>
          <p className="caption">{text('account.twoStep.type')}</p>
          <CopyButton value={secret.replace(/(.{4})(?=.)/g, '$1 ')} />
        </Stack>
      </div>
      <CodeField
        autoFocus
        label={text('account.twoStep.code')}
        value={code}
        error={error}
        onChange={(typed) => {
          setCode(typed);
          onTyped();
        }}
      />
    </FormDialog>
  );
}
