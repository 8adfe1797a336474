import type { Notification } from '@bowerbird/contract/system/notifications';
import { noticeEvents } from '@bowerbird/contract/system/notifications';
import { Button, Tooltip } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useNotices, useNoticeText, useReadAll, useUnread } from '../../lib/data/use-notices.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import type { StateName } from '../../ui/feedback/state-glyph.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import type { IconName } from '../../ui/images/icon.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import { useCloseOutside } from '../frame/use-close-outside.ts';
import { routeFor } from '../navigation/navigation.ts';
import { useNavigation } from '../navigation/navigation-context.ts';
import './bell.css';

const settingsPath = '/account/settings/notification';

/** The bell: a dot while there are unread messages; the messages when opened. */
export function Bell() {
  const text = useText();
  const unread = useUnread();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useCloseOutside(place, open, () => setOpen(false));
  const name = unread > 0 ? text('notices.bell.new') : text('notices.bell');
  return (
    <Box className="bell" relative rigid ref={place}>
      <Tooltip title={open ? '' : text('notices.bell')}>
        <button
          type="button"
          className="head-button"
          aria-label={name}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Icon name="bell" size={17} />
          {unread > 0 && <Box as="span" className="bell-dot" w={8} h={8} radius="round" ground="primary" />}
        </button>
      </Tooltip>
      {open && <BellPanel onClose={() => setOpen(false)} />}
    </Box>
  );
}

function BellPanel({ onClose }: { onClose(): void }) {
  const text = useText();
  const navigation = useNavigation();
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useNotices();
  const readAll = useReadAll();
  const notices = data?.pages.flatMap(({ items }) => items) ?? [];
  const newest = notices[0]?.at;
  const someNew = notices.some(({ readAt }) => readAt === null);

  useEffect(() => {
    if (newest !== undefined && someNew) {
      readAll(newest);
    }
  }, [newest, someNew, readAll]);

  return (
    <Stack
      as="section"
      className="tray-panel bell-panel"
      w={404}
      maxW="calc(100vw - 16px)"
      maxH="min(640px, calc(100dvh - 80px))"
      radius="xl"
      ground="raised"
      overflow="hidden"
      aria-label={text('notices.bell')}
    >
      <Row className="tray-head" align="center" justify="between" p={[10, 16]} borderBottom font="small">
        <h2>{text('notices.bell')}</h2>
        {routeFor(navigation, settingsPath)?.component && (
          <Link to={settingsPath} onClick={onClose}>
            {text('notices.settings')}
          </Link>
        )}
      </Row>
      <Box overflow="auto">
        {isPending && (
          <Box px={16}>
            <SkeletonLines lines={4} />
          </Box>
        )}
        {error !== null && <SectionFault failure={error} onRetry={() => void refetch()} />}
        {data !== undefined && notices.length === 0 && (
          <Box as="p" p={[28, 24]} font="small" textAlign="center" tone="t2">
            {text('notices.empty')}
          </Box>
        )}
        <ul>
          {notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} onClose={onClose} />
          ))}
        </ul>
        {hasNextPage && (
          <Button type="link" block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text('notices.older')}
          </Button>
        )}
      </Box>
    </Stack>
  );
}

function NoticeRow({ notice, onClose }: { notice: Notification; onClose(): void }) {
  const text = useText();
  const format = useFormat();
  const sentence = useNoticeText();
  const { group } = noticeEvents[notice.event];
  const inside = (
    <>
      <NoticeGlyph notice={notice} />
      <Stack as="span" className="tray-text" shrink tone="t1">
        <Text
          className={notice.readAt === null ? 'bell-sentence new' : 'bell-sentence'}
          font="small"
          anywhere
        >
          {sentence(notice)}
        </Text>
        <Text font="caption" tone="t2" title={format.full(notice.at)}>
          {format.relative(notice.at)}
        </Text>
      </Stack>
      {notice.link !== null && <span className="bell-action">{text(`notices.act.${group}`)}</span>}
    </>
  );
  return (
    <li>
      {notice.link === null ? (
        <div className="tray-row">{inside}</div>
      ) : (
        <Link className="tray-row" to={notice.link} onClick={onClose}>
          {inside}
        </Link>
      )}
    </li>
  );
}

const runStates: Record<string, StateName> = {
  failed: 'failed',
  partial: 'partial',
  held: 'held',
  complete: 'complete',
};
const icons: Record<(typeof noticeEvents)[Notification['event']]['group'], IconName> = {
  runs: 'clock',
  sources: 'collect',
  stores: 'store',
  team: 'people',
  account: 'shield',
  plan: 'file',
};

function NoticeGlyph({ notice: { event, params } }: { notice: Notification }) {
  const { group } = noticeEvents[event];
  const state = group === 'runs' ? runStates[String(params.state)] : undefined;
  return state === undefined ? <Icon name={icons[group]} size={17} /> : <StateGlyph state={state} />;
}
