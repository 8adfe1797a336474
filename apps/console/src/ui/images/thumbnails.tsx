import { Row } from '../layout/box.tsx';
import { Image } from './image.tsx';
import './thumbnails.css';

interface ThumbnailsProps {
  urls: readonly string[];
  /** Size of one square in pixels. */
  size?: number;
  /** Side by side instead of overlapping. */
  apart?: boolean;
}

/** A few small decorative product images; the text next to them says what they are. Nothing if there are none. */
export function Thumbnails({ urls, size = 24, apart = false }: ThumbnailsProps) {
  return urls.length === 0 ? null : (
    <Row as="span" className={apart ? 'thumbnails apart' : 'thumbnails'} inline rigid aria-hidden="true">
      {[...new Set(urls)].map((url) => (
        <Image key={url} url={url} size={size} />
      ))}
    </Row>
  );
}
