import type { Language } from '@bowerbird/contract/account/account';
import type { OperatorPage, OperatorPageName } from '@bowerbird/contract/system/public-pages';
import { Button } from 'antd';
import { useState } from 'react';
import { languageNames, languages, useTexts } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { Notice, SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { TabRow } from '../../../ui/layout/tab-row.tsx';
import { TextEditor } from '../articles/text-editor.tsx';
import { stateOfText } from '../articles/text-state.ts';
import { pageTitles } from './operator-page-titles.ts';
import { useOperatorPage, usePageSaving } from './provider-queries.ts';
import '../articles/articles.css';

interface OperatorPageDrawerProps {
  name: OperatorPageName;
  onClose(): void;
}

/** Edits one page in four languages; each save creates a new version. */
export function OperatorPageDrawer({ name, onClose }: OperatorPageDrawerProps) {
  const text = useText();
  const { data, error, refetch } = useOperatorPage(name);
  if (data !== undefined) {
    return <PageEditor saved={data} onClose={onClose} />;
  }
  return (
    error !== null && (
      <Drawer title={text(pageTitles[name])} open width={960} onClose={onClose}>
        <SectionFault failure={error} onRetry={() => void refetch()} />
      </Drawer>
    )
  );
}

function PageEditor({ saved, onClose }: { saved: OperatorPage; onClose(): void }) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const confirm = useConfirm();
  const shown = useTexts().language;
  const saving = usePageSaving(saved.name);
  const [texts, setTexts] = useState(saved.texts);
  const [language, setLanguage] = useState<Language>(shown);
  const changed = JSON.stringify(texts) !== JSON.stringify(saved.texts);

  const close = async () => {
    const sure =
      !changed ||
      (await confirm({
        title: text('workplace.page.leave'),
        content: text('workplace.page.leave.note'),
        confirm: text('workplace.page.leave.confirm'),
        danger: true,
      }));
    if (sure) {
      onClose();
    }
  };
  const save = () =>
    saving.mutate(
      { version: saved.version, texts },
      {
        onSuccess: () => {
          toast({ state: 'complete', text: text('workplace.page.done') });
          onClose();
        },
        onError: reportFailure,
      },
    );
  return (
    <Drawer
      title={text(pageTitles[saved.name])}
      open
      width={960}
      onClose={() => void close()}
      footer={
        <Row className="drawer-actions" justify="end" gap={10}>
          <Button onClick={() => void close()}>{text('act.cancel')}</Button>
          <Button type="primary" disabled={!changed} loading={saving.isPending} onClick={save}>
            {text('act.save')}
          </Button>
        </Row>
      }
    >
      <Stack gap={14}>
        {saved.isTemplate && <Notice tone="amber">{text('workplace.page.fill')}</Notice>}
        {(saved.name === 'privacy' || saved.name === 'terms') && (
          <p className="caption">{text('workplace.page.versions')}</p>
        )}
        <TabRow<Language>
          label={text('news.languages')}
          value={language}
          onChange={setLanguage}
          tabs={languages.map((each) => {
            const state = stateOfText('news', texts[each]);
            return {
              key: each,
              title: languageNames[each],
              before: (
                <Box
                  as="span"
                  className={`language-dot ${state}`}
                  w={8}
                  h={8}
                  radius="round"
                  aria-hidden="true"
                />
              ),
              ...(state === 'whole' ? {} : { count: text(`news.text.${state}`) }),
            };
          })}
        />
        <TextEditor
          key={language}
          kind="news"
          language={language}
          value={texts[language]}
          onChange={(part) => setTexts((held) => ({ ...held, [language]: { ...held[language], ...part } }))}
        />
      </Stack>
    </Drawer>
  );
}
