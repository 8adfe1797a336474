import { Link, useLocation } from 'react-router';
import { guestLink } from '../../../lib/person/guard.ts';
import { useText } from '../../../lib/text/text.ts';
import { Row } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { GuestLayout } from './guest-layout.tsx';
import { RecoverForm } from './recover-form.tsx';
import './guest-form.css';

/** Page for people who have forgotten their password. */
export default function RecoverPage() {
  const text = useText();
  const { search } = useLocation();
  return (
    <GuestLayout>
      <h1 className="guest-title">{text('user.recover.title')}</h1>
      <Text as="p" className="guest-tagline" mt={4} tone="t2">
        {text('user.recover.tagline')}
      </Text>
      <RecoverForm />
      <Row as="p" wrap justify="center" gap={[0, 6]} mt={18} font="small" tone="t2">
        <Link to={guestLink('/user/login', search)}>{text('user.recover.back')}</Link>
      </Row>
    </GuestLayout>
  );
}
