import type { ArticleKind } from '@bowerbird/contract/system/news';
import { useState } from 'react';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import './cover.css';

interface CoverProps {
  url: string | null;
  kind: ArticleKind;
  /** `wide`: as wide as its column; `small`: for a table row. */
  size?: 'wide' | 'small';
}

/** An article's cover; a missing or broken one is replaced by a symbol of the article's kind. */
export function Cover({ url, kind, size }: CoverProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const className = size === undefined ? 'news-cover' : `news-cover ${size}`;
  if (url === null || url === broken) {
    return (
      <span className={`${className} none`}>
        <Icon name={kind === 'video' ? 'play' : 'text'} size={size === 'small' ? 16 : 22} />
      </span>
    );
  }
  return (
    <span className={className}>
      <img
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setBroken(url)}
      />
      {kind === 'video' && size !== 'small' && (
        <Row as="span" className="news-cover-play" p={4} radius="round">
          <Icon name="play" size={16} />
        </Row>
      )}
    </span>
  );
}
