import { Link, useLocation } from 'react-router';
import { guestLink } from '../../../../lib/person/guard.ts';
import { useText } from '../../../../lib/text/text.ts';
import { Text } from '../../../../ui/text/text.tsx';
import { GuestLayout } from '../guest-layout.tsx';
import { RegisterForm } from './register-form.tsx';
import '../guest-form.css';

/** Sign-up; the result is sent by mail. */
export default function RegisterPage() {
  const text = useText();
  const { search } = useLocation();
  return (
    <GuestLayout>
      <h1 className="guest-title">{text('user.register.title')}</h1>
      <Text as="p" className="guest-tagline" mt={4} tone="t2">
        {text('layouts.userLayout.title')}
      </Text>
      <RegisterForm
        beside={<Link to={guestLink('/user/login', search)}>{text('user.register.sign-in')}</Link>}
      />
    </GuestLayout>
  );
}
