import type { Session } from '@bowerbird/contract/account/security';
import { Button } from 'antd';
import { useFormat } from '../../../lib/text/format.ts';
import { type Text, useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Row } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { useEndOtherSessions, useEndSession, useSessions } from '../settings/own-account-queries.ts';

/** Lists the active sessions, each with a way to end it. */
export function SessionList() {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const confirm = useConfirm();
  const sessions = useSessions();
  const endOthers = useEndOtherSessions();
  const others = (sessions.data?.length ?? 0) - 1;

  const confirmEndOthers = async () => {
    const sure = await confirm({
      title: text('account.sessions.endOthers.title', { n: others }),
      content: text('account.sessions.endOthers.content'),
      confirm: text('account.sessions.endOthers'),
      danger: true,
    });
    if (sure) {
      endOthers.mutate(undefined, {
        onError: reportFailure,
        onSuccess: ({ ended }) =>
          toast({ state: 'complete', text: text('account.sessions.ended', { n: ended }) }),
      });
    }
  };
  return (
    <section>
      <SectionHead
        title={text('account.sessions')}
        {...(sessions.data === undefined ? {} : { count: sessions.data.length })}
        action={
          others > 0 && (
            <button type="button" className="link-button" onClick={() => void confirmEndOthers()}>
              {text('account.sessions.endOthers')}
            </button>
          )
        }
      />
      {sessions.data !== undefined ? (
        <ul className="settings-rows">
          {sessions.data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : sessions.isError ? (
        <SectionFault failure={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </section>
  );
}

function SessionRow({ session }: { session: Session }) {
  const text = useText();
  const format = useFormat();
  const reportFailure = useReportFailure();
  const end = useEndSession();
  const name = deviceName(text, session);
  return (
    <li className="settings-row">
      <div className="settings-row-text">
        <span className="settings-row-title">
          {name}
          {session.current && <span className="count-tag">{text('account.sessions.this')}</span>}
        </span>
        <span className="settings-row-value">
          {session.ip !== null && <span>{text('account.sessions.ip', { ip: session.ip })}</span>}
          <span title={format.full(session.lastSeenAt)}>
            {text('account.sessions.seen', { time: format.relative(session.lastSeenAt) })}
          </span>
          <span>{text('account.sessions.began', { time: format.full(session.createdAt) })}</span>
        </span>
      </div>
      {!session.current && (
        <Row rigid align="center" gap={16}>
          <Button
            size="small"
            aria-label={text('account.sessions.end.name', { device: name })}
            loading={end.isPending}
            onClick={() => end.mutate(session.id, { onError: reportFailure })}
          >
            {text('account.sessions.end')}
          </Button>
        </Row>
      )}
    </li>
  );
}

function deviceName(text: Text, { browser, system, device }: Session): string {
  if (browser !== null && system !== null) {
    return text('account.sessions.device', { browser, system });
  }
  return browser ?? system ?? text(`account.sessions.device.${device}`);
}
