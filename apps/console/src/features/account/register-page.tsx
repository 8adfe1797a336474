import { Link, useLocation } from 'react-router';
import { guestLink } from '../../lib/guard.ts';
import { useText } from '../../lib/text.ts';
import { GuestLayout } from './guest-layout.tsx';
import { RegisterForm } from './register-form.tsx';
import './guest-form.css';

/** Sign-up; the result is sent by mail. */
export default function RegisterPage() {
  const text = useText();
  const { search } = useLocation();
  return (
    <GuestLayout>
      <h1 className="guest-title">{text('user.register.title')}</h1>
      <p className="guest-tagline">{text('layouts.userLayout.title')}</p>
      <RegisterForm
        beside={<Link to={guestLink('/user/login', search)}>{text('user.register.sign-in')}</Link>}
      />
    </GuestLayout>
  );
}
