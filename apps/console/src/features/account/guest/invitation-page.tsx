import type { AnswerOf } from '@bowerbird/contract/route';
import { acceptInvitation, openInvitation } from '@bowerbird/contract/team/invitations';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../../lib/api/call.ts';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { loginPath } from '../../../lib/person/guard.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { Envelope } from './envelope.tsx';
import { GuestLayout } from './guest-layout.tsx';
import type { NewMember } from './invitation-form.tsx';
import { InvitationForm } from './invitation-form.tsx';
import { useSignIn } from './use-sign-in.ts';
import './guest-form.css';

/** Target page of an invitation link: the person joins the inviting merchant's people and is signed in. */
export default function InvitationPage() {
  const { search } = useLocation();
  const token = new URLSearchParams(search).get('token') ?? '';
  const opened = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(openInvitation, { body: { token } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return (
    <GuestLayout>
      {opened.isError ? (
        <NotOpened failure={CallFailure.from(opened.error)} onRetry={() => void opened.refetch()} />
      ) : opened.data === undefined ? (
        <SkeletonLines lines={5} />
      ) : (
        <Opened token={token} invitation={opened.data} />
      )}
    </GuestLayout>
  );
}

interface OpenedProps {
  token: string;
  invitation: AnswerOf<typeof openInvitation>;
}

function Opened({ token, invitation: { email, merchant, invitedBy, role } }: OpenedProps) {
  const text = useText();
  const navigate = useNavigate();
  // A person who has joined but cannot be signed in here signs in on the login page.
  const { signIn, busy } = useSignIn(() => void navigate(loginPath, { state: { account: email } }));
  const accept = useMutation({
    mutationFn: (member: NewMember) => call(acceptInvitation, { body: { token, ...member } }),
    onSuccess: ({ username }, { password }) => signIn({ username, password, rememberMe: true }),
  });
  const organisation = merchant ?? text('product.title');
  const values = { role: text.named(`access.builtIn.${role.id}`, {}, role.name) };
  return (
    <>
      <h1 className="guest-title">{text('user.invitation.title', { merchant: organisation })}</h1>
      <Text as="p" className="guest-tagline" mt={4} tone="t2">
        {invitedBy === null || invitedBy === merchant
          ? text('user.invitation.role', values)
          : text('user.invitation.by', { ...values, inviter: invitedBy })}
      </Text>
      <InvitationForm
        email={email}
        busy={accept.isPending || busy}
        onSend={(member, onError) => accept.mutate(member, { onError })}
      />
    </>
  );
}

/** The link is used, withdrawn or expired; or no response came and the person can retry. */
function NotOpened({ failure, onRetry }: { failure: CallFailure; onRetry(): void }) {
  const text = useText();
  const sentence = useFaultText();
  const navigate = useNavigate();
  const over = failure.code.startsWith('invitation.');
  return (
    <div className="guest-result">
      <Envelope />
      <h1 className="guest-title">{text('user.invitation.failed')}</h1>
      <p role="alert">{sentence(failure)}</p>
      <Row wrap gap={12} mt={4}>
        {!over && (
          <Button type="primary" size="large" onClick={onRetry}>
            {text('act.retry')}
          </Button>
        )}
        <Button size="large" onClick={() => void navigate(loginPath)}>
          {text('user.activation.sign-in')}
        </Button>
      </Row>
    </div>
  );
}
