import { bodySchema } from '@bowerbird/contract/route';
import {
  type Announcement,
  addAnnouncement,
  announcementLevels,
  saveAnnouncement,
} from '@bowerbird/contract/system/workplace-config';
import { Input, Segmented } from 'antd';
import {
  enum as enumOf,
  extend,
  type input,
  type output,
  pipe,
  record,
  refine,
  string,
  transform,
} from 'zod/mini';
import { call } from '../../lib/api/call.ts';
import { languageNames, languages } from '../../lib/text/language.ts';
import { useText } from '../../lib/text/text.ts';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { FormField } from '../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Grid } from '../../ui/layout/box.tsx';
import { useConfigChange } from './queries.ts';

const [firstLanguage] = languages;
const sent = bodySchema(addAnnouncement);

/** A time as the browser's field of date and time writes it; empty: none. */
const TypedTime = pipe(
  string(),
  transform((typed: string) => (typed === '' ? null : new Date(typed).toISOString())),
);

/** What the form of an announcement holds, and what is sent: at least one sentence, and an end after the beginning. */
const AnnouncementFields = extend(sent, {
  texts: pipe(
    record(enumOf(languages), string()),
    transform((texts) =>
      Object.fromEntries(Object.entries(texts).filter(([, words]) => words.trim() !== '')),
    ),
  ).check(refine((texts) => Object.keys(texts).length > 0, { path: [firstLanguage] })),
  link: pipe(
    pipe(
      string(),
      transform((typed: string) => typed.trim() || null),
    ),
    sent.shape.link,
  ),
  from: pipe(TypedTime, sent.shape.from),
  to: pipe(TypedTime, sent.shape.to),
}).check(refine(({ from, to }) => to === null || !(to <= from), { path: ['to'], when: () => true }));

interface AnnouncementDrawerProps {
  /** Null: a new one. */
  announcement: Announcement | null;
  onClose(): void;
}

/** Edits one announcement: a sentence in each language, its urgency, and when it is shown. */
export function AnnouncementDrawer({ announcement, onClose }: AnnouncementDrawerProps) {
  const text = useText();
  const reportFailure = useReportFailure();
  const form = useSchemaForm({ schema: AnnouncementFields, initial: draftOf(announcement) });
  const change = useConfigChange((body: output<typeof AnnouncementFields>) =>
    announcement === null
      ? call(addAnnouncement, { body })
      : call(saveAnnouncement, {
          params: { id: announcement.id },
          body: { revision: announcement.revision, ...body },
        }),
  );

  return (
    <FormDrawer
      form={form}
      title={text(announcement === null ? 'workplace.announce' : 'workplace.announcement.edit')}
      busy={change.isPending}
      className="announcement-form"
      gap={16}
      onSave={(body) => change.mutate(body, { onSuccess: onClose, onError: reportFailure })}
      onClose={onClose}
    >
      <Segmented
        aria-label={text('workplace.level')}
        value={form.watch('level')}
        onChange={(level) => form.setValue('level', level)}
        options={announcementLevels.map((value) => ({ value, label: text(`workplace.level.${value}`) }))}
      />
      {languages.map((language, index) => (
        <FormField
          key={language}
          form={form}
          name={`texts.${language}`}
          label={languageNames[language]}
          hint={index === 0 ? text('workplace.announcement.one') : undefined}
          missing={text('workplace.announcement.empty')}
          affects={[`texts.${firstLanguage}`]}
        >
          {(control) => (
            <Input.TextArea
              {...control}
              lang={language}
              aria-label={languageNames[language]}
              autoSize={{ minRows: 2, maxRows: 5 }}
              maxLength={300}
            />
          )}
        </FormField>
      ))}
      <FormField
        form={form}
        name="link"
        label={text('workplace.link')}
        optional
        hint={text('workplace.link.hint')}
        wrong={text('workplace.link.wrong')}
      >
        {(control) => <Input {...control} placeholder="/news" maxLength={500} />}
      </FormField>
      <Grid oneUnder={576} columns={2} gap={16}>
        <FormField form={form} name="from" label={text('workplace.from')} affects={['to']}>
          {(control) => <Input {...control} type="datetime-local" />}
        </FormField>
        <FormField
          form={form}
          name="to"
          label={text('workplace.to')}
          optional
          wrong={text('workplace.to.wrong')}
          hint={text('workplace.to.hint')}
        >
          {(control) => <Input {...control} type="datetime-local" />}
        </FormField>
      </Grid>
    </FormDrawer>
  );
}

function draftOf(announcement: Announcement | null): input<typeof AnnouncementFields> {
  return {
    level: announcement?.level ?? 'info',
    texts: { 'zh-CN': '', 'zh-TW': '', 'en-US': '', 'pt-BR': '', ...announcement?.texts },
    link: announcement?.link ?? '',
    from: localOf(announcement?.from ?? new Date().toISOString()),
    to: announcement?.to ? localOf(announcement.to) : '',
  };
}

/** Formats an instant for the browser's date and time field. */
function localOf(instant: string): string {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
