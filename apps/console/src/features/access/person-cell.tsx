import { useText } from '../../lib/text.ts';

interface PersonCellProps {
  person: { name: string; username: string; email: string; avatar: string | null; self: boolean };
}

/** Shows a person: avatar or initial, name, and sign-in name. */
export function PersonCell({ person }: PersonCellProps) {
  const text = useText();
  return (
    <span className="person">
      <span className="person-face" aria-hidden="true">
        {person.avatar === null ? (
          [...person.name][0]?.toUpperCase()
        ) : (
          <img src={person.avatar} alt="" referrerPolicy="no-referrer" />
        )}
      </span>
      <span className="person-text">
        <span className="person-name">
          <span className="cut" title={person.name}>
            {person.name}
          </span>
          {person.self && <span className="count-tag">{text('access.you')}</span>}
        </span>
        <span className="caption cut" title={`${person.username} · ${person.email}`}>
          {person.username} · {person.email}
        </span>
      </span>
    </span>
  );
}
