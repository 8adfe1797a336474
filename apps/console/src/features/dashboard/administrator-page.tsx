import { Button } from 'antd';
import { usePage } from '../../lib/page.ts';
import { useMay } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { FaultRow, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import type { StateName } from '../../ui/feedback/state-glyph.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Box, Grid, Row, Stack } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { Text } from '../../ui/text/text.tsx';
import { Announcements } from './announcements.tsx';
import { type Overview, useOverview } from './board-queries.ts';
import { LatestNews } from './latest-news.tsx';
import { QuickLinks } from './quick-links.tsx';
import { WorkplaceHead } from './workplace-head.tsx';
import './workplace.css';

const nothingWaits: Overview = {
  act: [],
  openOrders: 0,
  frozen: 0,
  keptMessages: 0,
  merchants: 0,
  people: 0,
  newAccounts: [],
  newAccountsTotal: 0,
  failedMessages: [],
  failedMessagesTotal: 0,
};

/** An administrator's start page: open tasks and new people. Products belong to merchants. */
export function AdministratorPage({ greeting }: { greeting: string }) {
  const text = useText();
  const may = useMay();
  const looksAfter = may('support', 'get');
  const { data, error, refetch } = useOverview(looksAfter);
  const tasks = useTasks(data ?? nothingWaits).length;
  return (
    <div className="page reading">
      <Grid oneUnder={1100} columns="minmax(0, 1fr) minmax(240px, 300px)" align="start" gap={[28, 44]}>
        <Box shrink>
          <WorkplaceHead greeting={greeting} problems={tasks} />
          <Text as="p" className="workplace-today" m={[2, 0, 16]} tone="t2">
            {text('dashboard.administrator.products')}
          </Text>
          <Announcements />
          {looksAfter &&
            (data !== undefined ? (
              <OverviewParts overview={data} />
            ) : error !== null ? (
              <SectionFault failure={error} onRetry={() => void refetch()} />
            ) : (
              <SkeletonLines lines={6} />
            ))}
        </Box>
        <Stack as="aside" gap={32} shrink>
          <QuickLinks />
          <LatestNews />
        </Stack>
      </Grid>
    </div>
  );
}

function OverviewParts({ overview }: { overview: Overview }) {
  const text = useText();
  const format = useFormat();
  const { merchants, people, newAccountsTotal } = overview;
  return (
    <>
      <Row wrap gap={[12, 44]} m={[18, 0, 28]}>
        {(
          [
            ['merchants', merchants],
            ['people', people],
            ['new', newAccountsTotal],
          ] as const
        ).map(([name, count]) => (
          <span key={name} className="admin-figure">
            <Text as="b" font="figure" weight={650}>
              {format.number(count)}
            </Text>
            <span className="quiet">{text(`dashboard.admin.${name}`)}</span>
          </span>
        ))}
      </Row>
      <Grid
        className="workplace-columns"
        oneUnder={768}
        columns="minmax(0, 1.15fr) minmax(0, 1fr)"
        align="start"
        mt={28}
      >
        <WaitingTasks overview={overview} />
        <NewAccounts overview={overview} />
      </Grid>
    </>
  );
}

interface Task {
  key: string;
  state: StateName;
  what: string;
  why: string;
  path: string;
  action: string;
}

/** Every open task of an administrator, each with a link to its page. */
function WaitingTasks({ overview }: { overview: Overview }) {
  const text = useText();
  const page = usePage();
  const format = useFormat();
  const tasks = useTasks(overview);
  return (
    <section>
      <SectionHead
        title={text('dashboard.admin.tasks')}
        {...(tasks.length > 0 && { count: format.number(tasks.length) })}
        action={
          <button type="button" className="link-button" onClick={() => page.open('/system/status')}>
            {text('dashboard.admin.system.all')}
          </button>
        }
      />
      {tasks.length === 0 && (
        <p className="workplace-none">
          <StateGlyph state="complete" /> {text('dashboard.admin.tasks.none')}
        </p>
      )}
      {tasks.map(({ key, state, what, why, path, action }) => (
        <FaultRow
          key={key}
          state={state}
          what={what}
          why={why}
          act={<Button onClick={() => page.open(path)}>{action}</Button>}
        />
      ))}
    </section>
  );
}

function useTasks(overview: Overview): Task[] {
  const text = useText();
  const format = useFormat();
  const { act, openOrders, frozen, keptMessages, failedMessages, failedMessagesTotal } = overview;
  const see = text('dashboard.admin.system.see');
  const outbox = { path: '/system/outbox', action: text('dashboard.admin.messages.see') };
  const task = (count: number, given: Task): Task[] => (count > 0 ? [given] : []);
  return [
    ...task(openOrders, {
      key: 'orders',
      state: 'paused',
      what: text('dashboard.admin.orders', { n: openOrders }),
      why: text('dashboard.admin.orders.why'),
      path: '/system/orders',
      action: text('dashboard.admin.orders.see'),
    }),
    ...act
      .filter(({ name }) => name !== 'outbox.failed')
      .map(({ name, part }) => ({
        key: name,
        state: 'failed' as const,
        what: `${text(`system.part.${part}`)} · ${text(`system.figure.${name}`)}`,
        why: text.named(`system.act.${name}`),
        path: '/system/status',
        action: see,
      })),
    ...task(failedMessagesTotal, {
      key: 'failed',
      state: 'failed',
      what: text('dashboard.admin.messages', { n: failedMessagesTotal }),
      why: text('dashboard.admin.messages.last', {
        time: format.relative(failedMessages[0]?.createdAt ?? new Date().toISOString()),
      }),
      ...outbox,
    }),
    ...task(keptMessages, {
      key: 'kept',
      state: 'paused',
      what: text('dashboard.admin.kept', { n: keptMessages }),
      why: text('dashboard.admin.kept.why'),
      ...outbox,
    }),
    ...task(frozen, {
      key: 'frozen',
      state: 'paused',
      what: text('dashboard.admin.frozen', { n: frozen }),
      why: text('dashboard.admin.frozen.why'),
      path: '/system/orders?tab=owners',
      action: see,
    }),
  ];
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
          <Row
            as="li"
            key={id}
            className="admin-account"
            align="baseline"
            justify="between"
            gap={12}
            p={[8, 0]}
            borderBottom
          >
            <span>
              {name} <span className="caption">{username}</span>
              <span className="caption">
                {' · '}
                {merchant ?? text('dashboard.admin.accounts.organisation')}
                {!activated && ` · ${text('dashboard.admin.accounts.waiting')}`}
              </span>
            </span>
            <time className="caption" dateTime={createdAt} title={format.full(createdAt)}>
              {format.relative(createdAt)}
            </time>
          </Row>
        ))}
      </ul>
    </section>
  );
}
