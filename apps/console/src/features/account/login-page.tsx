import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { guestLink } from '../../lib/guard.ts';
import { useText } from '../../lib/text.ts';
import { TabRow } from '../../ui/tab-row.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { GuestLayout } from './guest-layout.tsx';
import { MobileForm } from './mobile-form.tsx';
import './guest-form.css';

type Way = 'credentials' | 'mobile';

/** Signing in, by password or by a code sent to the telephone. */
export default function LoginPage() {
  const text = useText();
  const { search } = useLocation();
  const [way, setWay] = useState<Way>('credentials');
  return (
    <GuestLayout>
      <h1 className="guest-title">{text('user.login.title')}</h1>
      <p className="guest-tagline">{text('layouts.userLayout.title')}</p>
      <TabRow<Way>
        label={text('user.login.tabs')}
        value={way}
        onChange={setWay}
        tabs={[
          { key: 'credentials', title: text('user.login.tab-login-credentials') },
          { key: 'mobile', title: text('user.login.tab-login-mobile') },
        ]}
      />
      {way === 'credentials' ? <CredentialsForm /> : <MobileForm />}
      <p className="guest-other">
        <span>{text('user.login.new-here')}</span>
        <Link to={guestLink('/user/register', search)}>{text('user.login.signup')}</Link>
      </p>
    </GuestLayout>
  );
}
