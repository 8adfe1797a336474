import { confirmTwoStep, setUpTwoStep } from '@bowerbird/contract/account/security';
import { bodySchema } from '@bowerbird/contract/route';
import { QRCode } from 'antd';
import { extend, regex, string } from 'zod/mini';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Box, Stack } from '../../../ui/layout/box.tsx';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { CodeInput } from '../fields/code-input.tsx';
import { FormDialog } from '../fields/form-dialog.tsx';
import { SecretInput } from '../fields/secret-input.tsx';
import { useRefusal } from '../fields/use-refusal.ts';
import { useConfirmTwoStep, useSetUpTwoStep } from '../settings/own-account-queries.ts';
import { CodesShown } from './recovery-codes.tsx';

/** A code of the app; a recovery code cannot confirm it. */
const AppCode = extend(bodySchema(confirmTwoStep), { code: string().check(regex(/^\d{6}$/)) });

/** Sets up the second step: the password, the QR code, a first code of the app, the recovery codes. */
export function TwoStepDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const setUp = useSetUpTwoStep();
  const confirm = useConfirmTwoStep();
  const form = useSchemaForm({ schema: bodySchema(setUpTwoStep), initial: { password: '' } });
  const refuse = useRefusal(form, { 'account.password-wrong': 'password' });

  if (confirm.data !== undefined) {
    return <CodesShown codes={confirm.data.recoveryCodes} onClose={onClose} />;
  }
  if (setUp.data !== undefined) {
    return (
      <AppStep
        {...setUp.data}
        busy={confirm.isPending}
        onCode={(code, onError) => confirm.mutate(code, { onError })}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      form={form}
      title={text('account.security.twoStep.turnOn')}
      ok={text('account.continue')}
      busy={setUp.isPending}
      onSubmit={({ password }) => setUp.mutate(password, { onError: refuse })}
      onClose={onClose}
    >
      <p>{text('account.twoStep.what')}</p>
      <FormField
        form={form}
        name="password"
        label={text('account.password.own')}
        missing={text('user.password.required')}
      >
        {(control) => <SecretInput {...control} autoFocus autoComplete="current-password" />}
      </FormField>
    </FormDialog>
  );
}

interface AppStepProps {
  secret: string;
  url: string;
  busy: boolean;
  onCode(code: string, onError: (thrown: unknown) => void): void;
  onClose(): void;
}

function AppStep({ secret, url, busy, onCode, onClose }: AppStepProps) {
  const text = useText();
  const sentence = useFaultText();
  const form = useSchemaForm({ schema: AppCode, initial: { code: '' } });
  return (
    <FormDialog
      form={form}
      title={text('account.security.twoStep.turnOn')}
      ok={text('account.twoStep.confirm')}
      busy={busy}
      width={520}
      onSubmit={({ code }) =>
        onCode(code, (thrown) => form.setError('code', { message: sentence(CallFailure.from(thrown)) }))
      }
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
      <FormField
        form={form}
        name="code"
        label={text('account.twoStep.code')}
        missing={text('account.code.sixDigits')}
        wrong={text('account.code.sixDigits')}
      >
        {(control) => <CodeInput {...control} autoFocus />}
      </FormField>
    </FormDialog>
  );
}
