import { Input, Segmented } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { FieldOriginMark } from '../editor/field-origin.tsx';
import { issuesAt, issueText } from '../editor/product-issues.ts';
import { SourceBeside } from '../editor/source-beside.tsx';

const HtmlEditor = lazy(() => import('../../../ui/form/html/html-editor.tsx'));

type View = 'visual' | 'source' | 'beside';

/** The description as a shopper sees it, as HTML source, or next to the source page's text. */
export function DescriptionSection() {
  const text = useText();
  const { draft, detail, issues, removed, mayEdit } = useEditor();
  const [view, setView] = useState<View>('visual');
  const { descriptionHtml } = draft.product;
  const wrong = issuesAt(issues, ['descriptionHtml']);
  const write = (html: string) => draft.change((held) => ({ ...held, descriptionHtml: html }));
  const views: View[] = detail?.product.source ? ['visual', 'source', 'beside'] : ['visual', 'source'];
  return (
    <>
      <SectionHead
        bare
        title={text('products.section.description')}
        note={<FieldOriginMark field="descriptionHtml" />}
        action={
          <Segmented
            size="small"
            aria-label={text('products.description.view')}
            value={view}
            onChange={setView}
            options={views.map((value) => ({ value, label: text(`products.description.${value}`) }))}
          />
        }
      />
      <div
        className={draft.changed.has('descriptionHtml') ? 'editor-field changed' : 'editor-field'}
        data-field="descriptionHtml"
      >
        {removed.length > 0 && (
          <Text as="p" mb={6} font="caption" tone="amber" role="status">
            {text('products.description.removed', {
              what: removed.map(({ name, count }) => `${name} × ${count}`).join(', '),
            })}
          </Text>
        )}
        {view === 'visual' && (
          <Suspense fallback={<SkeletonLines lines={5} />}>
            <HtmlEditor
              label={text('products.section.description')}
              html={descriptionHtml}
              editable={mayEdit}
              onChange={write}
              onSource={() => setView('source')}
            />
          </Suspense>
        )}
        {view === 'source' && (
          <Input.TextArea
            className="editor-source code"
            aria-label={text('products.section.description')}
            autoSize={{ minRows: 8, maxRows: 28 }}
            spellCheck={false}
            readOnly={!mayEdit}
            value={descriptionHtml}
            onChange={({ target }) => write(target.value)}
          />
        )}
        {view === 'beside' && detail !== null && <SourceBeside detail={detail} html={descriptionHtml} />}
        {wrong.map((issue) => (
          <p key={issue.code} className="editor-wrong">
            {issueText(text, issue)}
          </p>
        ))}
      </div>
    </>
  );
}
