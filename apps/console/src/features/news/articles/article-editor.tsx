import type { Language } from '@bowerbird/contract/account/account';
import type { Article } from '@bowerbird/contract/system/news';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { useUnsavedGuard } from '../../../lib/page.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { languageNames, languages, useTexts } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { Notice } from '../../../ui/feedback/fault-row.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Box, Grid, Row } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { TabRow } from '../../../ui/layout/tab-row.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useArticleActions } from '../queries.ts';
import { ArticleBody } from './article-body.tsx';
import { ArticleState } from './article-columns.tsx';
import { ArticleImages } from './article-images.tsx';
import { ArticleMenu } from './article-menu.tsx';
import { TextEditor } from './text-editor.tsx';
import { stateOfText, titleIn } from './text-state.ts';
import { isSecureAddress, useArticleDraft } from './use-article-draft.ts';
import './articles.css';
import '../news.css';

interface ArticleEditorProps {
  saved: Article;
  /** Reloads the article. */
  onRead(): Promise<Article | undefined>;
}

/** Edits one article in four languages: write, preview, save, publish. */
export function ArticleEditor({ saved, onRead }: ArticleEditorProps) {
  const text = useText();
  const format = useFormat();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const sentence = useFaultText();
  const shown = useTexts().language;
  const actions = useArticleActions();
  const draft = useArticleDraft(saved);
  const [language, setLanguage] = useState<Language>(shown);
  const [preview, setPreview] = useState(false);
  const [conflict, setConflict] = useState<CallFailure | null>(null);
  const { content, changes } = draft;
  const addressesRight = isSecureAddress(content.coverUrl) && isSecureAddress(content.videoUrl);

  /** Saves the draft; returns the saved article, or null if it was refused. */
  const save = async (revision = saved.revision): Promise<Article | null> => {
    if (!addressesRight) {
      toast({ state: 'failed', text: text('news.address.wrong') });
      return null;
    }
    try {
      const article = await actions.save.mutateAsync({ id: saved.id, revision, content });
      draft.reset(article);
      setConflict(null);
      return article;
    } catch (thrown) {
      const failure = CallFailure.from(thrown);
      if (failure.code === 'article.changed-meanwhile') {
        setConflict(failure);
      } else {
        reportFailure(failure);
      }
      return null;
    }
  };
  const saveAndReport = async () => {
    if ((await save()) !== null) {
      toast({ state: 'complete', text: text('news.saved') });
    }
  };
  const publish = async () => {
    const article = changes > 0 ? await save() : saved;
    if (article !== null) {
      actions.publish.mutate(article, {
        onSuccess: () => toast({ state: 'complete', text: text('news.published') }),
        onError: reportFailure,
      });
    }
  };
  useUnsavedGuard(changes, async () => (await save()) !== null);
  useSaveKey(() => void saveAndReport());

  const busy = actions.save.isPending || actions.publish.isPending;
  const live = saved.state === 'live';
  return (
    <div className="page">
      <PageHead
        title={titleIn(content.texts, language) ?? text('news.untitled')}
        hint={
          <Row as="span" inline wrap gap={[4, 14]}>
            <ArticleState state={saved.state} />
            {changes > 0 ? (
              <Text tone="amber">{text('unsaved.count', { n: changes })}</Text>
            ) : (
              <span>{text('news.savedAt', { time: format.relative(saved.updatedAt) })}</span>
            )}
          </Row>
        }
        actions={
          <>
            <ArticleMenu article={saved} changes={changes} />
            <Button onClick={() => setPreview(true)}>{text('news.preview')}</Button>
            <Button
              type={live ? 'primary' : 'default'}
              loading={actions.save.isPending}
              onClick={() => void saveAndReport()}
            >
              {text('act.save')}
            </Button>
            {!live && (
              <Button type="primary" loading={busy} onClick={() => void publish()}>
                {text('news.publish')}
              </Button>
            )}
          </>
        }
      />
      {conflict !== null && (
        <Conflict
          words={sentence(conflict)}
          onTheirs={async () => {
            const theirs = await onRead();
            if (theirs !== undefined) {
              draft.reset(theirs);
              setConflict(null);
            }
          }}
          onMine={async () => {
            const theirs = await onRead();
            if (theirs !== undefined) {
              await save(theirs.revision);
            }
          }}
        />
      )}
      <TabRow<Language>
        label={text('news.languages')}
        value={language}
        onChange={setLanguage}
        tabs={languages.map((each) => {
          const state = stateOfText(saved.kind, content.texts[each]);
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
      <Grid oneUnder={992} columns="minmax(0, 760px) minmax(240px, 320px)" gap={[20, 44]} pt={18}>
        <TextEditor
          key={language}
          kind={saved.kind}
          language={language}
          value={content.texts[language]}
          onChange={(part) => draft.setText(language, part)}
        />
        <ArticleImages kind={saved.kind} draft={draft} />
      </Grid>
      <Drawer title={text('news.preview')} open={preview} width={720} onClose={() => setPreview(false)}>
        <article className="article" lang={language}>
          <Text as="h2" className="article-title" weight={650} anywhere>
            {content.texts[language].title || text('news.untitled')}
          </Text>
          <ArticleBody
            kind={saved.kind}
            coverUrl={isSecureAddress(content.coverUrl) ? inLanguage(content.coverUrl, language) : null}
            videoUrl={isSecureAddress(content.videoUrl) ? inLanguage(content.videoUrl, language) : null}
            {...content.texts[language]}
          />
        </article>
      </Drawer>
    </div>
  );
}

interface ConflictProps {
  words: string;
  onTheirs(): Promise<void>;
  onMine(): Promise<void>;
}

/** Someone else saved meanwhile: nothing is overwritten before the person has chosen. */
function Conflict({ words, onTheirs, onMine }: ConflictProps) {
  const text = useText();
  return (
    <Notice
      tone="amber"
      act={
        <Row as="span" inline wrap gap={8}>
          <Button size="small" onClick={() => void onTheirs()}>
            {text('news.conflict.theirs')}
          </Button>
          <Button size="small" onClick={() => void onMine()}>
            {text('news.conflict.mine')}
          </Button>
        </Row>
      }
    >
      {words}
    </Notice>
  );
}

/** Calls `save` on Ctrl S, on a Mac on Cmd S. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's') {
        event.preventDefault();
        latest.current();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Returns the address of a tutorial video or of its cover in one language; any other address unchanged. */
function inLanguage(address: string | null, language: Language): string | null {
  return address?.replace('{language}', language) ?? null;
}
