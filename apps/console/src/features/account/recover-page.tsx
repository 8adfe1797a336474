import { Link, useLocation } from 'react-router';
import { guestLink } from '../../lib/guard.ts';
import { useText } from '../../lib/text.ts';
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
      <p className="guest-tagline">{text('user.recover.tagline')}</p>
      <RecoverForm />
      <p className="guest-other">
        <Link to={guestLink('/user/login', search)}>{text('user.recover.back')}</Link>
      </p>
    </GuestLayout>
  );
}
