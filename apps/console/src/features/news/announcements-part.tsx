import type { AnnouncementLevel } from '@bowerbird/contract/system/workplace-config';
import { type Announcement, deleteAnnouncement } from '@bowerbird/contract/system/workplace-config';
import { Button } from 'antd';
import { useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useTexts } from '../../lib/text/language.ts';
import { useText } from '../../lib/text/text.ts';
import { useConfirm } from '../../ui/feedback/dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { AnnouncementDrawer } from './announcement-drawer.tsx';
import { LanguageMarks } from './articles/language-marks.tsx';
import { useConfigChange } from './queries.ts';

/** Announcements, including past ones, until they are deleted. */
export function AnnouncementsPart({ announcements }: { announcements: Announcement[] }) {
  const text = useText();
  // Null: a new one; undefined: none is open.
  const [open, setOpen] = useState<Announcement | null | undefined>(undefined);
  const add = (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => setOpen(null)}>
      {text('workplace.announce')}
    </Button>
  );
  return (
    <Box as="section" mb={36}>
      <SectionHead
        title={text('workplace.announcements')}
        count={announcements.length}
        action={announcements.length > 0 && add}
      />
      {announcements.length === 0 ? (
        <Empty act={add}>{text('workplace.announcements.none')}</Empty>
      ) : (
        <ul>
          {announcements.map((each) => (
            <AnnouncementRow key={each.id} announcement={each} onOpen={() => setOpen(each)} />
          ))}
        </ul>
      )}
      {open !== undefined && (
        <AnnouncementDrawer key={open?.id ?? 'new'} announcement={open} onClose={() => setOpen(undefined)} />
      )}
    </Box>
  );
}

const levelIcons = { info: 'info', attention: 'warning', urgent: 'warning' } as const satisfies Record<
  AnnouncementLevel,
  string
>;

function AnnouncementRow({ announcement, onOpen }: { announcement: Announcement; onOpen(): void }) {
  const text = useText();
  const confirm = useConfirm();
  const reportFailure = useReportFailure();
  const { language } = useTexts();
  const { id, level, texts, dismissed } = announcement;
  const words = texts[language] ?? Object.values(texts)[0] ?? '';
  const remove = useConfigChange(() => call(deleteAnnouncement, { params: { id } }));
  const confirmDelete = async () => {
    const sure = await confirm({
      title: text('workplace.announcement.delete.title'),
      content: words,
      confirm: text('news.delete'),
      danger: true,
    });
    if (sure) {
      remove.mutate(undefined, { onError: reportFailure });
    }
  };
  return (
    <Row
      as="li"
      className={`announcement-row ${level}`}
      wrap
      align="center"
      gap={[8, 14]}
      p={[12, 0]}
      borderBottom
    >
      <Icon name={levelIcons[level]} size={18} />
      <Stack basis={280} shrink anywhere>
        <Stack as="span" basis={280} shrink anywhere>
          {words}
        </Stack>
        <span className="caption">
          {text(`workplace.level.${level}`)} · <Period announcement={announcement} />
          {dismissed > 0 && ` · ${text('workplace.dismissed', { n: dismissed })}`}
        </span>
      </Stack>
      <LanguageMarks
        states={{
          'zh-CN': stateOf(texts['zh-CN']),
          'zh-TW': stateOf(texts['zh-TW']),
          'en-US': stateOf(texts['en-US']),
          'pt-BR': stateOf(texts['pt-BR']),
        }}
      />
      <Row as="span" inline align="center" gap={4}>
        <Button size="small" onClick={onOpen}>
          {text('workplace.edit')}
        </Button>
        <Button
          size="small"
          type="text"
          icon={<Icon name="trash" />}
          aria-label={text('workplace.delete.named', { name: words })}
          title={text('news.delete')}
          loading={remove.isPending}
          onClick={() => void confirmDelete()}
        />
      </Row>
    </Row>
  );
}

function stateOf(text: string | undefined): 'whole' | 'missing' {
  return text === undefined || text === '' ? 'missing' : 'whole';
}

function Period({ announcement: { from, to } }: { announcement: Announcement }) {
  const text = useText();
  const format = useFormat();
  const now = Date.now();
  if (to !== null && Date.parse(to) <= now) {
    return text('workplace.period.over', { to: format.full(to) });
  }
  if (Date.parse(from) > now) {
    return text('workplace.period.later', { from: format.full(from) });
  }
  return to === null
    ? text('workplace.period.open')
    : text('workplace.period.until', { to: format.full(to) });
}
