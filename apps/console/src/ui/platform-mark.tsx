import type { CSSProperties } from 'react';
import { usePlatform } from '../lib/use-platforms.ts';
import './platform-mark.css';

interface PlatformMarkProps {
  /** The platform's id. */
  platform: string;
  size?: 16 | 18 | 20 | 24;
  /** The name stands beside it, so that it need not be said again. */
  named?: boolean;
}

/** A platform's tile: two letters in its hue, never a brand's logo. */
export function PlatformMark({ platform, size = 18, named = false }: PlatformMarkProps) {
  const info = usePlatform(platform);
  const name = info?.name ?? platform;
  const style = {
    width: size,
    height: size,
    fontSize: Math.round(size * 0.5),
    borderRadius: size > 20 ? 7 : 5,
    '--hue': info?.hue ?? '#5b6775',
  } as CSSProperties;
  return (
    <span className="platform-mark" style={style} title={name} aria-hidden={named || undefined}>
      <span aria-hidden="true">{info?.letters ?? platform.slice(0, 2)}</span>
      {!named && <span className="only-read">{name}</span>}
    </span>
  );
}
