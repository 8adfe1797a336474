import type { ArticleKind } from '@bowerbird/contract/system/news';
import { usePage } from '../../../lib/page.ts';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import { SafeHtml } from '../../../ui/text/safe-html.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { Cover } from './cover.tsx';

interface ArticleBodyProps {
  kind: ArticleKind;
  summary: string;
  bodyHtml: string;
  coverUrl: string | null;
  videoUrl: string | null;
}

/**
 * The content under an article's title. A tutorial video of this server plays here; every other video is a link to
 * where it is published: no foreign frame is embedded.
 */
export function ArticleBody({ kind, summary, bodyHtml, coverUrl, videoUrl }: ArticleBodyProps) {
  const text = useText();
  const page = usePage();
  return (
    <>
      {summary !== '' && (
        <Text as="p" className="article-summary" mb={20} font="large" tone="t2">
          {summary}
        </Text>
      )}
      {kind === 'video' && videoUrl?.startsWith('/') === true ? (
        // biome-ignore lint/a11y/useMediaCaption: the captions are part of the film, and stand below as text
        <video
          className="article-film"
          src={videoUrl}
          poster={coverUrl ?? undefined}
          controls
          preload="metadata"
        />
      ) : kind === 'video' && videoUrl !== null ? (
        <Text as="a" block mb={20} href={videoUrl} target="_blank" rel="noopener noreferrer">
          <Cover url={coverUrl} kind={kind} size="wide" />
          <Row as="span" align="center" gap={8} mt={10}>
            <Icon name="external" />
            {text('news.watch', { host: hostOf(videoUrl) })}
          </Row>
        </Text>
      ) : (
        coverUrl !== null && <Cover url={coverUrl} kind={kind} size="wide" />
      )}
      <SafeHtml html={bodyHtml} className="article-body" onPath={page.open} />
    </>
  );
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
