import { useText } from '../../lib/text.ts';
import { platformName } from '../../lib/use-platforms.ts';
import { Icon, isIconName } from '../../ui/images/icon.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
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
          <span className={entry.id === markedId ? 'menu-entry marked' : 'menu-entry'}>
            {entry.section === 'platforms' ? (
              <PlatformMark platform={platformOf(entry.id)} size={20} named />
            ) : (
              <Icon name={isIconName(entry.icon) ? entry.icon : 'box'} size={17} />
            )}
            <span className="cut" title={name(entry)}>
              {name(entry)}
            </span>
          </span>
          {entry.children.length > 0 && (
            <ul className="menu-children">
              {entry.children.map((child) => (
                <li key={child.id}>
                  <span className={child.id === markedId ? 'menu-entry marked' : 'menu-entry'}>
                    <span className="cut" title={name(child)}>
                      {name(child)}
                    </span>
                  </span>
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
    <div className="menu-preview">
      {part(menu.filter(({ section }) => section !== 'foot'))}
      {foot.length > 0 && <div className="menu-foot">{part(foot)}</div>}
    </div>
  );
}

function platformOf(entryId: string): string {
  return entryId.replace(/^platform-/, '');
}
