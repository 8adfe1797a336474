import { useText } from '../../lib/text.ts';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import type { Right } from './connect-fault.ts';

interface RightsListProps {
  rights: Right[];
  platform: string;
  connection: string;
}

/** Each permission: granted, missing with what to do about it, or missing but not needed for listing. */
export function RightsList({ rights, platform, connection }: RightsListProps) {
  const text = useText();
  return (
    <ul className="rights" aria-label={text('stores.rights')}>
      {rights.map(({ right, held, needed }) => (
        <li key={right} className="right">
          <StateGlyph state={held ? 'complete' : needed ? 'refused' : 'none'} />
          <div className="right-text">
            <div className="right-name">
              <span>{text.named(`stores.right.${right}`, {}, right)}</span>
              <code>{right}</code>
            </div>
            {!held && (
              <p className={needed ? 'right-todo tone-red' : 'right-todo quiet'}>
                {needed
                  ? text.named(
                      `stores.todo.${platform}.${connection}`,
                      { right },
                      text('fault.store.scope-missing', { scope: right }),
                    )
                  : text.named(`stores.optional.${right}`, {}, text('stores.right.optional'))}
              </p>
            )}
          </div>
          <span className="caption">{text(held ? 'stores.right.held' : 'stores.right.missing')}</span>
        </li>
      ))}
    </ul>
  );
}
