import { Button } from 'antd';
import { useFormat } from '../../lib/format.ts';
import { usePage } from '../../lib/page.ts';
import { useMay } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { FaultRow, SectionFault } from '../../ui/fault-row.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { Announcements } from './announcements.tsx';
import { type Overview, useOverview } from './board-queries.ts';
import { LatestNews } from './latest-news.tsx';
import { QuickLinks } from './quick-links.tsx';
import './workplace.css';

/** An administrator's day: how the system is, who is new, what could not be sent; goods belong to merchants. */
export function AdministratorPage({ greeting }: { greeting: string }) {
  const text = useText();
  const may = useMay();
  const looksAfter = may('support', 'get');
  const { data, error, refetch } = useOverview(looksAfter);
  return (
    <div className="page reading">
      <div className="workplace-sides">
        <div>
          <h1 className="workplace-greeting">{greeting}</h1>
          <p className="workplace-today">{text('dashboard.administrator.goods')}</p>
          <Announcements />
          {looksAfter &&
            (data !== undefined ? (
              <OverviewParts overview={data} />
            ) : error !== null ? (
              <SectionFault failure={error} onRetry={() => void refetch()} />
            ) : (
              <SkeletonLines lines={6} />
            ))}
        </div>
        <aside className="workplace-side">
          <QuickLinks />
          <LatestNews />
        </aside>
      </div>
    </div>
  );
}

function OverviewParts({ overview }: { overview: Overview }) {
  const text = useText();
  const format = useFormat();
  const { merchants, people, newAccountsTotal } = overview;
  return (
    <>
      <div className="admin-figures">
        {(
          [
            ['merchants', merchants],
            ['people', people],
            ['new', newAccountsTotal],
          ] as const
        ).map(([name, count]) => (
          <span key={name} className="admin-figure">
            <b>{format.number(count)}</b>
            <span className="quiet">{text(`dashboard.admin.${name}`)}</span>
          </span>
        ))}
      </div>
      <div className="workplace-columns">
        <SystemState overview={overview} />
        <NewAccounts overview={overview} />
      </div>
    </>
  );
}

function SystemState({ overview: { act, failedMessages, failedMessagesTotal } }: { overview: Overview }) {
  const text = useText();
  const page = usePage();
  const format = useFormat();
  const others = act.filter(({ name }) => name !== 'outbox.failed');
  return (
    <section>
      <SectionHead
        title={text('dashboard.admin.system')}
        action={
          <button type="button" className="link-button" onClick={() => page.open('/system/status')}>
            {text('dashboard.admin.system.all')}
          </button>
        }
      />
      {others.length === 0 && failedMessagesTotal === 0 && (
        <p className="workplace-none">
          <StateGlyph state="complete" /> {text('system.well')}
        </p>
      )}
      {others.map(({ name, part }) => (
        <FaultRow
          key={name}
          state="failed"
          what={`${text(`system.part.${part}`)} · ${text(`system.figure.${name}`)}`}
          why={text.named(`system.act.${name}`)}
          act={
            <Button onClick={() => page.open('/system/status')}>{text('dashboard.admin.system.see')}</Button>
          }
        />
      ))}
      {failedMessagesTotal > 0 && (
        <FaultRow
          state="failed"
          what={text('dashboard.admin.messages', { n: failedMessagesTotal })}
          why={text('dashboard.admin.messages.last', {
            time: format.relative(failedMessages[0]?.createdAt ?? new Date().toISOString()),
          })}
          act={
            <Button onClick={() => page.open('/system/outbox')}>
              {text('dashboard.admin.messages.see')}
            </Button>
          }
        />
      )}
    </section>
  );
}

function NewAccounts({ overview: { newAccounts } }: { overview: Overview }) {
  const text = useText();
  const format = useFormat();
  return (
    <section>
      <SectionHead title={text('dashboard.admin.accounts')} note={text('dashboard.admin.accounts.days')} />
      {newAccounts.length === 0 && <p className="workplace-none">{text('dashboard.admin.accounts.none')}</p>}
      <ul>
        {newAccounts.map(({ id, name, username, merchant, createdAt, activated }) => (
          <li key={id} className="admin-account">
            <span>
              {name} <span className="caption">{username}</span>
              <span className="caption">
                {' · '}
                {merchant ?? text('dashboard.admin.accounts.house')}
                {!activated && ` · ${text('dashboard.admin.accounts.waiting')}`}
              </span>
            </span>
            <time className="caption" dateTime={createdAt} title={format.full(createdAt)}>
              {format.relative(createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
