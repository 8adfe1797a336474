import type { Language } from '@bowerbird/contract/account/account';
import type { ArticleKind, ArticleText } from '@bowerbird/contract/system/news';
import { Input, Segmented } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Stack } from '../../../ui/layout/box.tsx';

const HtmlEditor = lazy(() => import('../../../ui/form/html/html-editor.tsx'));

interface TextEditorProps {
  kind: ArticleKind;
  language: Language;
  value: ArticleText;
  onChange(part: Partial<ArticleText>): void;
}

/** Title, summary and text of one language. */
export function TextEditor({ kind, language, value, onChange }: TextEditorProps) {
  const text = useText();
  const [view, setView] = useState<'visual' | 'source'>('visual');
  return (
    <Stack shrink gap={18}>
      <Field label={text('news.field.title')}>
        {(control) => (
          <Input
            {...control}
            lang={language}
            aria-label={text('news.field.title')}
            maxLength={200}
            value={value.title}
            onChange={({ target }) => onChange({ title: target.value })}
          />
        )}
      </Field>
      <Field label={text('news.field.summary')} optional hint={text('news.field.summary.hint')}>
        {(control) => (
          <Input.TextArea
            {...control}
            lang={language}
            aria-label={text('news.field.summary')}
            autoSize={{ minRows: 2, maxRows: 5 }}
            maxLength={500}
            value={value.summary}
            onChange={({ target }) => onChange({ summary: target.value })}
          />
        )}
      </Field>
      <Field
        label={text('news.field.body')}
        optional={kind === 'video'}
        beside={
          <Segmented
            size="small"
            aria-label={text('news.view')}
            value={view}
            onChange={setView}
            options={(['visual', 'source'] as const).map((each) => ({
              value: each,
              label: text(`news.view.${each}`),
            }))}
          />
        }
      >
        {(control) =>
          view === 'visual' ? (
            <div id={control.id} lang={language}>
              <Suspense fallback={<SkeletonLines lines={6} />}>
                <HtmlEditor
                  label={text('news.field.body')}
                  html={value.bodyHtml}
                  editable
                  ownPaths
                  onChange={(bodyHtml) => onChange({ bodyHtml })}
                  onSource={() => setView('source')}
                />
              </Suspense>
            </div>
          ) : (
            <Input.TextArea
              {...control}
              className="article-source"
              aria-label={text('news.field.body')}
              autoSize={{ minRows: 12, maxRows: 28 }}
              spellCheck={false}
              maxLength={200_000}
              value={value.bodyHtml}
              onChange={({ target }) => onChange({ bodyHtml: target.value })}
            />
          )
        }
      </Field>
    </Stack>
  );
}
