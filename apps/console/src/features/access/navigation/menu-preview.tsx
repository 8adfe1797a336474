import { platformName } from '../../../lib/data/use-platforms.ts';
import { useText } from '../../../lib/text/text.ts';
import { Icon, isIconName } from '../../../ui/images/icon.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import type { PreviewEntry } from './menu-tree.ts';

interface MenuPreviewProps {
  menu: PreviewEntry[];
  /** The entry being edited. */
  markedId?: string | null;
}

/** Shows a menu as the frame draws it, with every group open and nothing clickable. */
export function MenuPreview({ menu, markedId = null }: MenuPreviewProps) {
  const text = useText();
  const name = ({ id, section, title }: PreviewEntry) =>
    section === 'platforms' ? platformName(text, { id: platformOf(id), name: title }) : text.named(title);
  const part = (entries: PreviewEntry[]) => (
    <ul>
      {entries.map((entry) => (
        <li key={entry.id}>
          <Row
            as="span"
            className={entry.id === markedId ? 'menu-entry marked' : 'menu-entry'}
            align="center"
            gap={10}
            minH={32}
            p={[4, 10]}
            radius="m"
            tone="ink2"
          >
            {entry.section === 'platforms' ? (
              <PlatformMark platform={platformOf(entry.id)} size={20} named />
            ) : (
              <Icon name={isIconName(entry.icon) ? entry.icon : 'box'} size={17} />
            )}
            <span className="cut" title={name(entry)}>
              {name(entry)}
            </span>
          </Row>
          {entry.children.length > 0 && (
            <ul className="menu-children">
              {entry.children.map((child) => (
                <li key={child.id}>
                  <Row
                    as="span"
                    className={child.id === markedId ? 'menu-entry marked' : 'menu-entry'}
                    align="center"
                    gap={10}
                    minH={32}
                    p={[4, 10]}
                    radius="m"
                    tone="ink2"
                  >
                    <span className="cut" title={name(child)}>
                      {name(child)}
                    </span>
                  </Row>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
  const foot = menu.filter(({ section }) => section === 'foot');
  return (
    <Box className="menu-preview" font="small">
      {part(menu.filter(({ section }) => section !== 'foot'))}
      {foot.length > 0 && (
        <Box mt={12} pt={12} borderTop>
          {part(foot)}
        </Box>
      )}
    </Box>
  );
}

function platformOf(entryId: string): string {
  return entryId.replace(/^platform-/, '');
}
