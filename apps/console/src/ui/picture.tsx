import type { CSSProperties, SyntheticEvent } from 'react';
import { useState } from 'react';
import { imageSource } from '../lib/image-source.ts';
import { useText } from '../lib/text.ts';
import { edgeColour } from './edge-colour.ts';
import { Icon } from './icon.tsx';
import './picture.css';

interface PictureProps {
  url: string | null;
  /** Empty where the name stands beside it. */
  alt?: string;
  /** Pixels of a fixed square; left out, it fills its column. */
  size?: number;
  /** Above the fold: load at once. */
  eager?: boolean;
}

/** A product's picture: square, whole, on a ground of its own edge colour. A broken one says so by its shape. */
export function Picture({ url, alt = '', size, eager = false }: PictureProps) {
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
      <span
        className="picture picture-missing"
        style={style}
        title={url === null ? undefined : text('picture.missing')}
      >
        <Icon name="image" size={Math.max(14, Math.min(28, (size ?? 84) / 2.4))} />
        {alt !== '' && <span className="only-read">{alt}</span>}
      </span>
    );
  }
  const loaded = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) =>
    setGround(edgeColour(currentTarget));
  return (
    <span className="picture" style={style}>
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
    </span>
  );
}
