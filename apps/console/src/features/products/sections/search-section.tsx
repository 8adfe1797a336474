import type { Product } from '@bowerbird/catalog/product';
import { Input } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { FieldOriginMark } from '../editor/field-origin.tsx';
import { issuesAt, issueText } from '../editor/product-issues.ts';

/** Search engine title and description, with a preview of the search result. */
export function SearchSection() {
  const text = useText();
  const { draft, issues } = useEditor();
  const { product, base } = draft;
  const set = (seo: Partial<Product['seo']>) =>
    draft.change((held) => ({ ...held, seo: { ...held.seo, ...seo } }));
  const plain = textOf(product.descriptionHtml);
  const wrong = issuesAt(issues, ['seo']);
  return (
    <>
      <SectionHead title={text('products.section.seo')} />
      <Stack maxW={600} m={[12, 0]} aria-label={text('products.seo.preview')} role="img">
        <span className="caption">{text('products.seo.address', { handle: product.handle })}</span>
        <Text className="editor-search-title" tone="primary-read" cut>
          {product.seo.title || product.title || '—'}
        </Text>
        <Box as="span" lines={2} font="small" tone="t2">
          {product.seo.description || plain || '—'}
        </Box>
      </Stack>
      <div className={product.seo.title !== base.seo.title ? 'editor-field changed' : 'editor-field'}>
        <Row className="editor-label" align="center" justify="between" gap={8} minH={26} font="small">
          <span>
            {text('products.field.seoTitle')} <span className="quiet">{text('required.not')}</span>
          </span>
          <Row as="span" align="center" gap={8}>
            <FieldOriginMark field="seo" path="seo/title" />
            <span className="caption">{(product.seo.title ?? '').length} / 60</span>
          </Row>
        </Row>
        <Input
          aria-label={text('products.field.seoTitle')}
          placeholder={product.title}
          value={product.seo.title ?? ''}
          onChange={({ target }) => set({ title: target.value || null })}
        />
      </div>
      <div
        className={product.seo.description !== base.seo.description ? 'editor-field changed' : 'editor-field'}
      >
        <Row className="editor-label" align="center" justify="between" gap={8} minH={26} font="small">
          <span>
            {text('products.field.seoDescription')} <span className="quiet">{text('required.not')}</span>
          </span>
          <Row as="span" align="center" gap={8}>
            <FieldOriginMark field="seo" path="seo/description" />
            <span className="caption">{(product.seo.description ?? '').length} / 160</span>
          </Row>
        </Row>
        <Input.TextArea
          aria-label={text('products.field.seoDescription')}
          autoSize={{ minRows: 2, maxRows: 6 }}
          placeholder={plain.slice(0, 160)}
          value={product.seo.description ?? ''}
          onChange={({ target }) => set({ description: target.value || null })}
        />
      </div>
      {wrong.map((issue) => (
        <p key={issue.path.join('.')} className="editor-wrong">
          {issueText(text, issue)}
        </p>
      ))}
    </>
  );
}

/** Returns the visible text of a description, its first 300 characters. */
function textOf(html: string): string {
  const holder = document.createElement('template');
  // Keeps a space between the words of neighbouring blocks.
  holder.innerHTML = html.replace(/</g, ' <');
  return (holder.content.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 300);
}
