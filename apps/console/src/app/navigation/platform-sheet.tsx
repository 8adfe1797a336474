import type { PlatformUse } from '@bowerbird/contract/collect/platforms';
import { Button } from 'antd';
import { usePlatforms } from '../../lib/data/use-platforms.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Row, Stack } from '../../ui/layout/box.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { MenuLink } from './menu-link.tsx';
import type { MenuEntry } from './navigation.ts';
import { platformIdOf, usePinPlatform } from './platform-use.ts';

interface PlatformSheetProps {
  entries: MenuEntry[];
  use: PlatformUse[];
  open: boolean;
  onClose(): void;
  onGo?(): void;
}

/** Lists every platform with what it supports; the plus button pins a platform to the menu. */
export function PlatformSheet({ entries, use, open, onClose, onGo }: PlatformSheetProps) {
  const text = useText();
  return (
    <Drawer title={text('platforms.all')} open={open} onClose={onClose} width={480}>
      <ul className="platform-sheet">
        {entries.map((entry) => (
          <Platform
            key={entry.id}
            entry={entry}
            use={use.find(({ id }) => id === platformIdOf(entry))}
            onGo={() => {
              onClose();
              onGo?.();
            }}
          />
        ))}
      </ul>
    </Drawer>
  );
}

interface PlatformProps {
  entry: MenuEntry;
  use: PlatformUse | undefined;
  onGo(): void;
}

function Platform({ entry, use, onGo }: PlatformProps) {
  const text = useText();
  const format = useFormat();
  const pin = usePinPlatform();
  const id = platformIdOf(entry);
  const name = text.named(entry.title);
  const info = usePlatforms().find((platform) => platform.id === id);
  const abilities = [
    info?.collects === true ? text('platforms.can.collect') : '',
    info?.lists === true ? text('platforms.can.list') : '',
  ].filter(Boolean);
  const facts = [
    use !== undefined && use.stores > 0 ? text('platforms.stores', { n: use.stores }) : '',
    use?.lastCollectedAt ? text('platforms.collected', { when: format.relative(use.lastCollectedAt) }) : '',
  ].filter(Boolean);
  const pinned = use?.pinned === true;
  return (
    <Row as="li" align="center" gap={12} minH={60} p={[8, 0]} borderBottom>
      <PlatformMark platform={id} size={24} named />
      <Stack as="span" grow shrink>
        <MenuLink entry={entry} onClick={onGo}>
          {name}
        </MenuLink>
        <span className="caption">{[...abilities, ...facts].join(' · ')}</span>
      </Stack>
      <Button
        type="text"
        aria-pressed={pinned}
        icon={<Icon name={pinned ? 'check' : 'plus'} />}
        disabled={use === undefined}
        onClick={() => pin.mutate({ id, pinned: !pinned })}
      >
        {text(pinned ? 'platforms.pinned' : 'platforms.pin')}
      </Button>
    </Row>
  );
}
