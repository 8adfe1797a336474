import { Picture } from './picture.tsx';
import './thumbnails.css';

interface ThumbnailsProps {
  urls: readonly string[];
  /** Pixels of one square. */
  size?: number;
  /** Side by side in place of one over the other. */
  apart?: boolean;
}

/** A few small images of products, for the eye: what they are is written beside them. Nothing where there is none. */
export function Thumbnails({ urls, size = 24, apart = false }: ThumbnailsProps) {
  return urls.length === 0 ? null : (
    <span className={apart ? 'thumbnails apart' : 'thumbnails'} aria-hidden="true">
      {[...new Set(urls)].map((url) => (
        <Picture key={url} url={url} size={size} />
      ))}
    </span>
  );
}
