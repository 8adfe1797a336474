import { activate } from '@bowerbird/contract/account/guest';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../../../lib/api/call.ts';
import { CallFailure } from '../../../../lib/api/call-failure.ts';
import { useFaultText } from '../../../../lib/text/fault-text.ts';
import { useText } from '../../../../lib/text/text.ts';
import { Field } from '../../../../ui/form/field.tsx';
import { Row, Stack } from '../../../../ui/layout/box.tsx';
import { isMailAddress } from '../../fields/phone.ts';
import { Envelope } from '../envelope.tsx';
import { GuestLayout } from '../guest-layout.tsx';
import { ActivationAgain } from './activation-again.tsx';
import '../guest-form.css';

/** Target page of the link in an activation mail. */
export default function ActivatePage() {
  const text = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const token = new URLSearchParams(search).get('token') ?? '';
  // As a query that runs once: rendering the page twice must not use up the link.
  const opened = useQuery({
    queryKey: ['activation', token],
    queryFn: () => call(activate, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

  if (opened.isPending) {
    return (
      <GuestLayout>
        <div className="guest-result" role="status">
          <Envelope />
          <h1 className="guest-title">{text('user.activation.working')}</h1>
        </div>
      </GuestLayout>
    );
  }
  if (opened.isError) {
    return (
      <GuestLayout>
        <NotOpened failure={CallFailure.from(opened.error)} onRetry={() => void opened.refetch()} />
      </GuestLayout>
    );
  }
  const { email, username, phoneKept } = opened.data;
  return (
    <GuestLayout>
      <div className="guest-result">
        <Envelope open />
        <h1 className="guest-title">{text('user.activation.done')}</h1>
        <p>{text('user.activation.done.note', { username, email })}</p>
        {!phoneKept && <p>{text('user.activation.no-phone')}</p>}
        <Button
          type="primary"
          size="large"
          onClick={() => void navigate('/user/login', { state: { account: email } })}
        >
          {text('user.activation.sign-in')}
        </Button>
      </div>
    </GuestLayout>
  );
}

/** The link did not work: offers to send it again, or to retry the call if no response came. */
function NotOpened({ failure, onRetry }: { failure: CallFailure; onRetry(): void }) {
  const text = useText();
  const sentence = useFaultText();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const over = failure.code === 'activation.expired';
  return (
    <div className="guest-result">
      <Envelope />
      <h1 className="guest-title">{text('user.activation.failed')}</h1>
      <p role="alert">{sentence(failure)}</p>
      {over && (
        <Stack className="guest-fields" gap={14}>
          <Field label={text('user.register.email.placeholder')}>
            {(control) => (
              <Input
                {...control}
                size="large"
                type="email"
                name="email"
                autoComplete="email"
                maxLength={254}
                value={email}
                onChange={({ target }) => setEmail(target.value)}
              />
            )}
          </Field>
          <ActivationAgain email={isMailAddress(email) ? email.trim() : null} />
        </Stack>
      )}
      <Row wrap gap={12} mt={4}>
        {!over && (
          <Button type="primary" size="large" onClick={onRetry}>
            {text('act.retry')}
          </Button>
        )}
        <Button size="large" onClick={() => void navigate('/user/login')}>
          {text('user.activation.sign-in')}
        </Button>
      </Row>
    </div>
  );
}
