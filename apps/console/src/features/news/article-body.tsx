import type { ArticleKind } from '@bowerbird/contract/news';
import { usePage } from '../../lib/page.ts';
import { useText } from '../../lib/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { SafeHtml } from '../../ui/text/safe-html.tsx';
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
      {summary !== '' && <p className="article-summary">{summary}</p>}
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
        <a className="article-video" href={videoUrl} target="_blank" rel="noopener noreferrer">
          <Cover url={coverUrl} kind={kind} size="wide" />
          <span className="article-video-text">
            <Icon name="external" />
            {text('news.watch', { host: hostOf(videoUrl) })}
          </span>
        </a>
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
