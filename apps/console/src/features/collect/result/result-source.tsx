import type { getCollected } from '@bowerbird/contract/collect/collected';
import type { AnswerOf } from '@bowerbird/contract/route';
import DOMPurify from 'dompurify';
import { useMemo, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Image } from '../../../ui/images/image.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { ShopName } from '../../../ui/text/shop-name.tsx';

export type CollectedDetail = AnswerOf<typeof getCollected>;

const thumbsMax = 24;

/** The page it was read from: images, text and the link. */
export function ResultSource({ detail: { row, product, rawHash } }: { detail: CollectedDetail }) {
  const text = useText();
  const [at, setAt] = useState(0);
  const html = useMemo(() => safeHtml(product.descriptionHtml), [product.descriptionHtml]);
  const shown = product.images[at] ?? product.images[0];
  return (
    <section>
      <SectionHead
        title={text('collect.result.source')}
        action={
          <a href={row.url} target="_blank" rel="noreferrer">
            {text('collect.openSource')}
          </a>
        }
      />
      <Row as="span" inline align="center" gap={8} maxW="100%">
        <PlatformMark platform={row.platform} />
        <span className="cut">{product.source?.storeName ?? <ShopName shop={row.shop} />}</span>
      </Row>
      <Image url={shown?.url ?? null} alt={shown?.alt ?? ''} eager />
      {product.images.length > 1 && (
        <Row wrap gap={8}>
          {product.images.slice(0, thumbsMax).map((image, index) => (
            <Box
              as="button"
              key={image.url}
              type="button"
              className="result-thumb"
              radius="m"
              aria-pressed={index === at}
              aria-label={text('collect.result.image', { n: index + 1 })}
              onClick={() => setAt(index)}
            >
              <Image url={image.url} size={48} />
            </Box>
          ))}
        </Row>
      )}
      {html === '' ? (
        <p className="quiet">{text('collect.result.noText')}</p>
      ) : (
        <Box
          as="section"
          className="result-source-text"
          maxH={420}
          overflow="auto"
          font="small"
          tone="ink2"
          anywhere
          tabIndex={0}
          aria-label={text('collect.result.text')}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: made safe by the server and once more here.
          dangerouslySetInnerHTML={{ __html: html }}
        />
      )}
      <p className="caption">
        {text('collect.result.hash')} <code>{rawHash.slice(0, 16)}</code>
      </p>
    </section>
  );
}

function safeHtml(html: string): string {
  return DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'iframe'],
    FORBID_ATTR: ['style', 'id', 'class'],
  });
}
