import { Tooltip } from 'antd';
import { lazy, useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Stack } from '../../ui/layout/box.tsx';
import { OnceOpened } from '../../ui/layout/once-opened.tsx';
import { Text } from '../../ui/text/text.tsx';
import { MenuLink } from './menu-link.tsx';
import type { MenuEntry } from './navigation.ts';
import { menuPlatforms, platformIdOf, usePlatformUse } from './platform-use.ts';

const PlatformSheet = lazy(async () => ({ default: (await import('./platform-sheet.tsx')).PlatformSheet }));

interface PlatformMenuProps {
  /** The platform groups of the navigation. */
  entries: MenuEntry[];
  currentId: string | null;
  folded: boolean;
  onGo?(): void;
}

/** Platforms in use or pinned, four at most; the others are behind one line. */
export function PlatformMenu({ entries, currentId, folded, onGo }: PlatformMenuProps) {
  const text = useText();
  const { data: use = [] } = usePlatformUse(entries.length > 0);
  const [open, setOpen] = useState(false);
  if (entries.length === 0) {
    return null;
  }
  const shownIds = menuPlatforms(entries.map(platformIdOf), use);
  const shown = shownIds.flatMap((id) => entries.find((entry) => platformIdOf(entry) === id) ?? []);
  const others = entries.length - shown.length;
  const all = others > 0 ? text('platforms.others', { n: others }) : text('platforms.all');
  return (
    <>
      {!folded && (
        <Text as="p" p={[10, 20, 2]} font="caption" tone="t3">
          {text('platforms.title')}
        </Text>
      )}
      <Stack as="ul" className="side-list side-platforms" aria-label={text('platforms.title')}>
        {shown.map((entry) => (
          <li key={entry.id}>
            <PlatformLink
              entry={entry}
              current={entry.id === currentId}
              folded={folded}
              {...(onGo === undefined ? {} : { onGo })}
            />
          </li>
        ))}
        <li>
          <Tooltip title={folded ? all : null} placement="right">
            <button
              type="button"
              className={folded ? 'side-entry icon-only' : 'side-entry quiet'}
              aria-label={folded ? all : undefined}
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >
              <Icon name={others > 0 ? 'plus' : 'cards'} size={17} />
              {!folded && <span className="cut">{all}</span>}
            </button>
          </Tooltip>
        </li>
      </Stack>
      <OnceOpened open={open}>
        <PlatformSheet
          entries={entries}
          use={use}
          open={open}
          onClose={() => setOpen(false)}
          {...(onGo === undefined ? {} : { onGo })}
        />
      </OnceOpened>
    </>
  );
}

interface PlatformLinkProps {
  entry: MenuEntry;
  current: boolean;
  folded: boolean;
  onGo?(): void;
}

function PlatformLink({ entry, current, folded, onGo }: PlatformLinkProps) {
  const name = useText().named(entry.title);
  const className = `side-entry${folded ? ' icon-only' : ''}${current ? ' current' : ''}`;
  return (
    <Tooltip title={folded ? name : null} placement="right">
      <MenuLink
        entry={entry}
        className={className}
        aria-current={current ? 'page' : undefined}
        {...(onGo === undefined ? {} : { onClick: onGo })}
      >
        <PlatformMark platform={platformIdOf(entry)} size={18} named />
        <span className={folded ? 'only-read' : 'cut'}>{name}</span>
      </MenuLink>
    </Tooltip>
  );
}
