import { Button } from 'antd';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useText } from '../../../../lib/text/text.ts';
import { Row } from '../../../../ui/layout/box.tsx';
import { Envelope } from '../envelope.tsx';
import { GuestLayout } from '../guest-layout.tsx';
import { mailboxOf } from '../mailbox.ts';
import { ActivationAgain } from './activation-again.tsx';
import '../guest-form.css';

/** What follows after sign-up: the mail. */
export default function RegisterResultPage() {
  const text = useText();
  const navigate = useNavigate();
  const { state } = useLocation();
  const email = handedEmail(state);
  if (email === null) {
    return <Navigate to="/user/register" replace />;
  }
  const mailbox = mailboxOf(email);
  return (
    <GuestLayout>
      <div className="guest-result">
        <Envelope />
        <h1 className="guest-title">{text('user.register-result.msg', { email })}</h1>
        <p>{text('user.register-result.activation-email')}</p>
        <Row wrap gap={12} mt={4}>
          {mailbox !== null && (
            <Button type="primary" size="large" href={mailbox} target="_blank" rel="noreferrer">
              {text('user.register-result.view-mailbox')}
            </Button>
          )}
          <Button
            size="large"
            type={mailbox === null ? 'primary' : 'default'}
            onClick={() => void navigate('/')}
          >
            {text('user.register-result.back-home')}
          </Button>
        </Row>
        <ActivationAgain email={email} />
      </div>
    </GuestLayout>
  );
}

function handedEmail(state: unknown): string | null {
  const held = typeof state === 'object' && state !== null && 'email' in state ? state.email : null;
  return typeof held === 'string' ? held : null;
}
