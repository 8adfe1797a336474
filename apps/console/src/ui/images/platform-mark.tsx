import type { NavigationItem } from '@bowerbird/contract/account/access';
import type { CSSProperties } from 'react';
import { useContext } from 'react';
import { usePlatform } from '../../lib/data/use-platforms.ts';
import { SessionContext } from '../../lib/person/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Row } from '../layout/box.tsx';
import { Icon } from './icon.tsx';
import './platform-mark.css';

interface PlatformMarkProps {
  /** The platform's id. */
  platform: string;
  size?: 16 | 18 | 20 | 24;
  /** The name is shown next to it, so that it need not be repeated. */
  named?: boolean;
}

/** Hue of the tile of products that came from files, which are no platform's. */
const fileHue = '#2f5a74';

/** A platform's tile: two letters in its hue, never a brand's logo. */
export function PlatformMark({ platform, size = 18, named = false }: PlatformMarkProps) {
  const info = usePlatform(platform);
  const session = useContext(SessionContext);
  // The menu contains the tiles' data: the list of platforms may still be loading.
  const mark = info ?? navigationMark(session?.navigation, platform);
  const text = useText();
  const isFile = platform === 'file';
  const name = isFile ? text('platform.file') : (info?.name ?? mark?.name ?? '');
  const style = {
    width: size,
    height: size,
    fontSize: Math.round(size * 0.5),
    borderRadius: size > 20 ? 7 : 5,
    '--hue': isFile ? fileHue : (mark?.hue ?? 'transparent'),
  } as CSSProperties;
  return (
    <Row
      as="span"
      className="platform-mark"
      inline
      rigid
      align="center"
      justify="center"
      weight={650}
      style={style}
      title={name}
      aria-hidden={named || undefined}
    >
      <span aria-hidden="true">{isFile ? <Icon name="file" size={12} /> : mark?.letters}</span>
      {!named && <span className="only-read">{name}</span>}
    </Row>
  );
}

/** Returns the tile data that the menu has of a platform; null if it has none. */
function navigationMark(navigation: NavigationItem[] | undefined, platform: string) {
  const path = `/platform/${platform}`;
  const meta = navigation?.find((item) => item.path === path)?.meta;
  return meta?.mark === undefined ? null : { ...meta.mark, name: meta.title };
}
