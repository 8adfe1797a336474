import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { guestLink } from '../../lib/guard.ts';
import { useText } from '../../lib/text.ts';
import { readLeftSession } from '../../lib/window-person.ts';
import { TabRow } from '../../ui/layout/tab-row.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { GuestLayout } from './guest-layout.tsx';
import { MobileForm } from './mobile-form.tsx';
import './guest-form.css';

type Way = 'credentials' | 'mobile';

/** Sign-in by password or by a code sent to the phone. */
export default function LoginPage() {
  const text = useText();
  const { search } = useLocation();
  const [lostTabs] = useState(() => readLeftSession()?.unsavedTabs ?? 0);
  const [way, setWay] = useState<Way>('credentials');
  const [switched, setSwitched] = useState(false);
  return (
    <GuestLayout>
      <h1 className="guest-title">{text('user.login.title')}</h1>
      <p className="guest-tagline">{text('layouts.userLayout.title')}</p>
      {lostTabs > 0 && (
        <p className="guest-note" role="status">
          {text('user.login.unsaved-lost', { n: lostTabs })}
        </p>
      )}
      <TabRow<Way>
        label={text('user.login.tabs')}
        value={way}
        onChange={(next) => {
          setWay(next);
          setSwitched(true);
        }}
        tabs={[
          { key: 'credentials', title: text('user.login.tab-login-credentials') },
          { key: 'mobile', title: text('user.login.tab-login-mobile') },
        ]}
      />
      {way === 'credentials' ? <CredentialsForm takesFocus={!switched} /> : <MobileForm />}
      <p className="guest-other">
        <span>{text('user.login.new-here')}</span>
        <Link to={guestLink('/user/register', search)}>{text('user.login.signup')}</Link>
      </p>
    </GuestLayout>
  );
}
