import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { guestLink } from '../../../lib/person/guard.ts';
import { readLeftSession } from '../../../lib/person/window-person.ts';
import { useText } from '../../../lib/text/text.ts';
import { Box, Row } from '../../../ui/layout/box.tsx';
import { TabRow } from '../../../ui/layout/tab-row.tsx';
import { Text } from '../../../ui/text/text.tsx';
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
      <Text as="p" className="guest-tagline" mt={4} tone="t2">
        {text('layouts.userLayout.title')}
      </Text>
      {lostTabs > 0 && (
        <Box
          as="p"
          className="guest-note"
          mt={14}
          p={[8, 12]}
          radius="m"
          font="small"
          ground="amber-s"
          role="status"
        >
          {text('user.login.unsaved-lost', { n: lostTabs })}
        </Box>
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
      <Row as="p" wrap justify="center" gap={[0, 6]} mt={18} font="small" tone="t2">
        <span>{text('user.login.new-here')}</span>
        <Link to={guestLink('/user/register', search)}>{text('user.login.signup')}</Link>
      </Row>
    </GuestLayout>
  );
}
