import { Button, Input, Segmented } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';

const HtmlEditor = lazy(() => import('../../../ui/form/html/html-editor.tsx'));

interface OwnDescriptionProps {
  /** Names the description and its store. */
  name: string;
  /** What the store gets now. */
  html: string;
  isOwn: boolean;
  /** Takes the description over as the product's own in this store; null: the rules of the store decide again. */
  onDone(html: string | null): void;
  onClose(): void;
}

/** Edits the description of a product in one store; it begins with what the rules of the store give. */
export default function OwnDescription({ name, html: given, isOwn, onDone, onClose }: OwnDescriptionProps) {
  const text = useText();
  const [html, setHtml] = useState(given);
  const [view, setView] = useState<'visual' | 'source'>('visual');
  return (
    <Drawer
      open
      title={name}
      width={720}
      onClose={onClose}
      footer={
        <Row gap={8} wrap>
          <Button type="primary" disabled={html === given} onClick={() => onDone(html)}>
            {text('products.inStores.description.use')}
          </Button>
          {isOwn && (
            <Button onClick={() => onDone(null)}>{text('products.inStores.description.byRules')}</Button>
          )}
        </Row>
      }
    >
      <Stack gap={12}>
        <Row>
          <Segmented
            size="small"
            aria-label={text('products.description.view')}
            value={view}
            onChange={setView}
            options={(['visual', 'source'] as const).map((value) => ({
              value,
              label: text(`products.description.${value}`),
            }))}
          />
        </Row>
        {view === 'visual' ? (
          <Suspense fallback={<SkeletonLines lines={5} />}>
            <HtmlEditor
              label={name}
              html={html}
              editable
              onChange={setHtml}
              onSource={() => setView('source')}
            />
          </Suspense>
        ) : (
          <Input.TextArea
            className="editor-source code"
            aria-label={name}
            autoSize={{ minRows: 8, maxRows: 28 }}
            spellCheck={false}
            value={html}
            onChange={({ target }) => setHtml(target.value)}
          />
        )}
      </Stack>
    </Drawer>
  );
}
