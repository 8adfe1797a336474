import type { Invitation } from '@bowerbird/contract/team/invitations';
import { resendInvitation, withdrawInvitation } from '@bowerbird/contract/team/invitations';
import { Button } from 'antd';
import { call } from '../../../lib/api/call.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { useAccessChange, useInvitations } from '../queries.ts';
import { useAccessText } from '../texts.ts';

/** Lists invited people who have not joined yet; shows nothing if there are none. */
export function InvitationList() {
  const text = useText();
  const { data = [] } = useInvitations();
  if (data.length === 0) {
    return null;
  }
  return (
    <Box as="section" className="invitations" mb={28}>
      <SectionHead title={text('access.invitations')} count={data.length} />
      <ul>
        {data.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Box>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const text = useText();
  const may = useMay();
  const format = useFormat();
  const words = useAccessText();
  const { email, state, expiresAt, role } = invitation;
  return (
    <Row
      as="li"
      className="invitation"
      wrap
      align="center"
      gap={8}
      minH={52}
      p={[6, 0]}
      borderBottom
      font="small"
    >
      <StateGlyph state={state === 'waiting' ? 'scheduled' : 'gone'} />
      <Stack as="span" basis={130} shrink>
        <span className="cut" title={email}>
          {email}
        </span>
        <span className="caption">
          {words.role(role)} ·{' '}
          {text(state === 'waiting' ? 'access.invitation.until' : 'access.invitation.expired', {
            time: format.full(expiresAt),
          })}
        </span>
      </Stack>
      {may('user', 'add') && <ResendButton invitation={invitation} />}
      {may('user', 'delete') && <WithdrawButton invitation={invitation} />}
    </Row>
  );
}

function ResendButton({ invitation: { id, email } }: { invitation: Invitation }) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const resend = useAccessChange(() => call(resendInvitation, { params: { id } }));
  return (
    <Button
      size="small"
      loading={resend.isPending}
      onClick={() =>
        resend.mutate(undefined, {
          onError: reportFailure,
          onSuccess: () => toast({ state: 'complete', text: text('access.invitation.resent', { email }) }),
        })
      }
    >
      {text('access.invitation.resend')}
    </Button>
  );
}

function WithdrawButton({ invitation: { id, email } }: { invitation: Invitation }) {
  const text = useText();
  const confirm = useConfirm();
  const reportFailure = useReportFailure();
  const withdraw = useAccessChange(() => call(withdrawInvitation, { params: { id } }));
  const requestConfirmation = async () => {
    const sure = await confirm({
      title: text('access.invitation.withdraw.title', { email }),
      content: text('access.invitation.withdraw.content'),
      confirm: text('access.invitation.withdraw'),
      danger: true,
    });
    if (sure) {
      withdraw.mutate(undefined, { onError: reportFailure });
    }
  };
  return (
    <Button size="small" loading={withdraw.isPending} onClick={() => void requestConfirmation()}>
      {text('access.invitation.withdraw')}
    </Button>
  );
}
