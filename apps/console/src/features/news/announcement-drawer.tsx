import type { Language } from '@bowerbird/contract/account';
import {
  type Announcement,
  addAnnouncement,
  announcementLevels,
  LinkTarget,
  saveAnnouncement,
} from '@bowerbird/contract/workplace-config';
import { Button, Input, Segmented } from 'antd';
import { useState } from 'react';
import { safeParse } from 'zod/mini';
import { call } from '../../lib/call.ts';
import { languageNames, languages } from '../../lib/language.ts';
import { useText } from '../../lib/text.ts';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Field } from '../../ui/form/field.tsx';
import { Grid, Row, Stack } from '../../ui/layout/box.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { useConfigChange } from './queries.ts';

interface AnnouncementDrawerProps {
  /** Null: a new one. */
  announcement: Announcement | null;
  onClose(): void;
}

/** Edits one announcement: a sentence in each language, its urgency, and when it is shown. */
export function AnnouncementDrawer({ announcement, onClose }: AnnouncementDrawerProps) {
  const text = useText();
  const reportFailure = useReportFailure();
  const [level, setLevel] = useState(announcement?.level ?? 'info');
  const [texts, setTexts] = useState<Partial<Record<Language, string>>>(() => ({ ...announcement?.texts }));
  const [link, setLink] = useState(announcement?.link ?? '');
  const [from, setFrom] = useState(() => localOf(announcement?.from ?? new Date().toISOString()));
  const [to, setTo] = useState(() => (announcement?.to ? localOf(announcement.to) : ''));
  const [tried, setTried] = useState(false);
  const change = useConfigChange((body: Omit<Announcement, 'id' | 'revision' | 'dismissed'>) =>
    announcement === null
      ? call(addAnnouncement, { body })
      : call(saveAnnouncement, {
          params: { id: announcement.id },
          body: { revision: announcement.revision, ...body },
        }),
  );

  const saysNothing = languages.every((language) => (texts[language] ?? '').trim() === '');
  const wrongLink = link.trim() !== '' && !safeParse(LinkTarget, link.trim()).success;
  const wrongEnd = to !== '' && to <= from;
  const save = () => {
    setTried(true);
    if (!saysNothing && !wrongLink && !wrongEnd && from !== '') {
      change.mutate(
        {
          level,
          texts,
          link: link.trim() === '' ? null : link.trim(),
          from: new Date(from).toISOString(),
          to: to === '' ? null : new Date(to).toISOString(),
        },
        { onSuccess: onClose, onError: reportFailure },
      );
    }
  };

  return (
    <Drawer
      title={text(announcement === null ? 'workplace.announce' : 'workplace.announcement.edit')}
      open
      onClose={onClose}
      footer={
        <Row className="drawer-actions" justify="end" gap={10}>
          <Button onClick={onClose}>{text('act.cancel')}</Button>
          <Button type="primary" loading={change.isPending} onClick={save}>
            {text('act.save')}
          </Button>
        </Row>
      }
    >
      <Stack className="announcement-form" align="stretch" gap={16}>
        <Segmented
          aria-label={text('workplace.level')}
          value={level}
          onChange={setLevel}
          options={announcementLevels.map((value) => ({ value, label: text(`workplace.level.${value}`) }))}
        />
        {languages.map((language, index) => (
          <Field
            key={language}
            label={languageNames[language]}
            hint={index === 0 ? text('workplace.announcement.one') : undefined}
            error={tried && saysNothing && index === 0 ? text('workplace.announcement.empty') : null}
          >
            {(control) => (
              <Input.TextArea
                {...control}
                lang={language}
                aria-label={languageNames[language]}
                autoSize={{ minRows: 2, maxRows: 5 }}
                maxLength={300}
                value={texts[language] ?? ''}
                onChange={({ target }) => setTexts({ ...texts, [language]: target.value })}
              />
            )}
          </Field>
        ))}
        <Field
          label={text('workplace.link')}
          optional
          hint={text('workplace.link.hint')}
          error={tried && wrongLink ? text('workplace.link.wrong') : null}
        >
          {(control) => (
            <Input
              {...control}
              placeholder="/news"
              maxLength={500}
              value={link}
              onChange={({ target }) => setLink(target.value)}
            />
          )}
        </Field>
        <Grid oneUnder={576} columns={2} gap={16}>
          <Field label={text('workplace.from')}>
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                value={from}
                onChange={({ target }) => setFrom(target.value)}
              />
            )}
          </Field>
          <Field
            label={text('workplace.to')}
            optional
            error={wrongEnd ? text('workplace.to.wrong') : null}
            hint={text('workplace.to.hint')}
          >
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                status={wrongEnd ? 'error' : ''}
                value={to}
                onChange={({ target }) => setTo(target.value)}
              />
            )}
          </Field>
        </Grid>
      </Stack>
    </Drawer>
  );
}

/** Formats an instant for the browser's date and time field. */
function localOf(instant: string): string {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
