import type { Person } from '@bowerbird/contract/team/people';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateText } from '../../../ui/feedback/state-glyph.tsx';
import { Stack } from '../../../ui/layout/box.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { useAccessText } from '../texts.ts';
import { PersonCell } from './person-cell.tsx';

/** Returns the columns of the people list; an administrator sees the account's merchant instead of the organisation. */
export function usePeopleColumns(
  administrator: boolean,
  menuOf: (person: Person) => ReactNode,
): Column<Person>[] {
  const text = useText();
  const format = useFormat();
  const words = useAccessText();
  return [
    {
      key: 'person',
      title: text('access.person'),
      width: 'minmax(220px, 3fr)',
      render: (person) => <PersonCell person={person} />,
    },
    {
      key: 'role',
      title: text('access.role'),
      width: 'minmax(110px, 1.4fr)',
      render: ({ role }) => (
        <Stack as="span" shrink>
          <span className="cut" title={words.role(role)}>
            {words.role(role)}
          </span>
          {role.status === 'disabled' && <span className="caption">{text('access.role.disabled')}</span>}
        </Stack>
      ),
    },
    {
      key: 'place',
      title: text(administrator ? 'access.merchant' : 'access.part'),
      width: 'minmax(110px, 1.4fr)',
      from: 720,
      render: ({ merchant, organisation }) => {
        const place = administrator ? (merchant?.name ?? text('access.administrators')) : organisation?.name;
        return place === undefined ? (
          <span className="quiet">—</span>
        ) : (
          <span className="cut" title={place}>
            {place}
          </span>
        );
      },
    },
    {
      key: 'state',
      title: text('access.state'),
      width: 'minmax(110px, 1fr)',
      render: (person) => <AccountState person={person} />,
    },
    {
      key: 'seen',
      title: text('access.lastSignedIn'),
      width: '120px',
      from: 860,
      render: ({ lastSignedInAt }) =>
        lastSignedInAt === null ? (
          <span className="quiet">{text('access.never')}</span>
        ) : (
          <time dateTime={lastSignedInAt} title={format.full(lastSignedInAt)}>
            {format.relative(lastSignedInAt)}
          </time>
        ),
    },
    {
      key: 'since',
      title: text('access.since'),
      width: '110px',
      from: 980,
      render: ({ createdAt }) => (
        <time dateTime={createdAt} title={format.full(createdAt)}>
          {format.day(createdAt)}
        </time>
      ),
    },
    {
      key: 'menu',
      title: <span className="only-read">{text('access.action')}</span>,
      width: '52px',
      render: menuOf,
    },
  ];
}

/** Shows whether an account is active, disabled, or belongs to a frozen merchant. */
export function AccountState({ person }: { person: Person }) {
  const text = useText();
  if (person.merchant?.status === 'frozen') {
    const { reason } = person.merchant;
    return (
      <StateText state="held" {...(reason !== null && { note: <span title={reason}>{reason}</span> })}>
        {text('access.state.frozen')}
      </StateText>
    );
  }
  return person.status === 'active' ? (
    <StateText state="complete">{text('access.state.active')}</StateText>
  ) : (
    <StateText state="cancelled">{text('access.state.disabled')}</StateText>
  );
}
