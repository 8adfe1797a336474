import type { CSSProperties, SyntheticEvent } from 'react';
import { useState } from 'react';
import { imageSource } from '../../lib/image-source.ts';
import { useText } from '../../lib/text/text.ts';
import { Box } from '../layout/box.tsx';
import { edgeColour } from './edge-colour.ts';
import { Icon } from './icon.tsx';
import './image.css';

interface ImageProps {
  url: string | null;
  /** Empty if the name is shown next to it. */
  alt?: string;
  /** Pixels of a fixed square; if left out, it fills its column. */
  size?: number;
  /** Above the fold: load at once. */
  eager?: boolean;
}

/**
 * A product's image: square, uncropped, on a background of its own edge colour. A broken image is shown by a symbol.
 */
export function Image({ url, alt = '', size, eager = false }: ImageProps) {
  const text = useText();
  const [broken, setBroken] = useState<string | null>(null);
  const [ground, setGround] = useState<string | null>(null);
  const radius = size === undefined || size > 100 ? 12 : size > 60 ? 10 : 8;
  const style: CSSProperties = {
    borderRadius: radius,
    ...(size === undefined ? {} : { width: size, height: size }),
    ...(ground === null ? {} : { background: ground }),
  };
  if (url === null || url === broken) {
    return (
      <Box
        as="span"
        className="image image-missing"
        relative
        rigid
        w="100%"
        overflow="hidden"
        justify="center"
        tone="t4"
        style={style}
        title={url === null ? undefined : text('image.missing')}
      >
        <Icon name="image" size={Math.max(14, Math.min(28, (size ?? 84) / 2.4))} />
        {alt !== '' && <span className="only-read">{alt}</span>}
      </Box>
    );
  }
  const loaded = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) =>
    setGround(edgeColour(currentTarget));
  return (
    <Box as="span" className="image" relative rigid w="100%" overflow="hidden" style={style}>
      <img
        src={imageSource(url)}
        alt={alt}
        width={size ?? 240}
        height={size ?? 240}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        referrerPolicy="no-referrer"
        draggable={false}
        onLoad={loaded}
        onError={() => setBroken(url)}
      />
    </Box>
  );
}
