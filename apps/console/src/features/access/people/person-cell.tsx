import { useText } from '../../../lib/text/text.ts';
import { Row, Stack } from '../../../ui/layout/box.tsx';

interface PersonCellProps {
  person: { name: string; username: string; email: string; avatar: string | null; self: boolean };
}

/** Shows a person: avatar or initial, name, and sign-in name. */
export function PersonCell({ person }: PersonCellProps) {
  const text = useText();
  return (
    <Row as="span" className="person" align="center" gap={10} shrink>
      <Row
        as="span"
        className="person-face"
        inline
        rigid
        align="center"
        justify="center"
        w={34}
        h={34}
        radius="round"
        overflow="hidden"
        font="body"
        weight={600}
        tone="t2"
        ground="canvas"
        aria-hidden="true"
      >
        {person.avatar === null ? (
          [...person.name][0]?.toUpperCase()
        ) : (
          <img src={person.avatar} alt="" referrerPolicy="no-referrer" />
        )}
      </Row>
      <Stack as="span" shrink>
        <Row as="span" className="person-name" align="center" gap={6} shrink font="small" weight={500}>
          <span className="cut" title={person.name}>
            {person.name}
          </span>
          {person.self && <span className="count-tag">{text('access.you')}</span>}
        </Row>
        <span className="caption cut" title={`${person.username} · ${person.email}`}>
          {person.username} · {person.email}
        </span>
      </Stack>
    </Row>
  );
}
