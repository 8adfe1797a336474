import { Input, Modal } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Box, Stack } from '../../../ui/layout/box.tsx';
import type { RefusedSignIn } from '../guest/use-sign-in.ts';

interface SecondStepDialogProps {
  /** The refused call that waits for the code; null: nothing is waiting. */
  waiting: Pick<RefusedSignIn, 'code' | 'reported'> | null;
  busy: boolean;
  onCode(code: string): void;
  onGiveUp(): void;
}

/** Asks for the code of the authenticator app, or for a recovery code if the phone is lost. */
export function SecondStepDialog({ waiting, busy, onCode, onGiveUp }: SecondStepDialogProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  if (waiting !== null && !open) {
    setOpen(true);
  }
  if (waiting === null && !busy && open) {
    setOpen(false);
  }
  const [lost, setLost] = useState(false);
  const [code, setCode] = useState('');
  const [sent, setSent] = useState<string | null>(null);
  const typed = code.trim();
  const complete = lost ? typed !== '' : /^\d{6}$/.test(typed);
  const missing = text(lost ? 'user.second-step.recovery.required' : 'user.second-step.required');
  const refused = waiting?.code === 'auth.second-step-wrong' && sent === typed ? waiting.reported : null;
  const error = sent === typed ? (complete ? refused : missing) : null;

  const submit = () => {
    setSent(typed);
    if (complete) {
      onCode(typed);
    }
  };
  const switchWay = () => {
    setLost(!lost);
    setCode('');
    setSent(null);
  };
  return (
    <Modal
      open={open}
      title={text('user.second-step.title')}
      width={400}
      centered
      destroyOnHidden
      okText={text('user.second-step.go-on')}
      cancelText={text('user.second-step.back')}
      confirmLoading={busy}
      onOk={submit}
      onCancel={onGiveUp}
      afterClose={() => {
        setLost(false);
        setCode('');
        setSent(null);
      }}
    >
      <Stack
        as="form"
        className="guest-second-step"
        gap={14}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p>{text(lost ? 'user.second-step.recovery.hint' : 'user.second-step.hint')}</p>
        <Field label={text(lost ? 'user.second-step.recovery' : 'user.second-step.code')} error={error}>
          {(control) => (
            <Input
              {...control}
              key={lost ? 'recovery' : 'app'}
              size="large"
              autoFocus
              name="code"
              autoComplete="one-time-code"
              inputMode={lost ? 'text' : 'numeric'}
              maxLength={lost ? 40 : 6}
              spellCheck={false}
              status={error === null ? '' : 'error'}
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
          )}
        </Field>
        <Box
          as="button"
          type="button"
          className="guest-link"
          self="start"
          font="small"
          tone="primary-read"
          onClick={switchWay}
        >
          {text(lost ? 'user.second-step.app' : 'user.second-step.lost')}
        </Box>
      </Stack>
    </Modal>
  );
}
