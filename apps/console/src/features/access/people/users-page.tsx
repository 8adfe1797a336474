import type { Person } from '@bowerbird/contract/team/people';
import { Button } from 'antd';
import { useState } from 'react';
import { useMay, useSession } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Allowed } from '../../../ui/access/allowed.tsx';
import { Empty, EmptyFiltered } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { PeopleFilter } from '../queries.ts';
import { usePeople } from '../queries.ts';
import { FreezeDialog } from './freeze-dialog.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteDrawer } from './invite-drawer.tsx';
import { AccountState, usePeopleColumns } from './people-columns.tsx';
import { PeopleFilterBar } from './people-filter-bar.tsx';
import { PersonCell } from './person-cell.tsx';
import { PersonDrawer } from './person-drawer.tsx';
import { PersonMenu } from './person-menu.tsx';
import '../access.css';

/** A merchant's people, or every account for an administrator; pending invitations are above them. */
export default function UsersPage() {
  const text = useText();
  const may = useMay();
  const format = useFormat();
  const { user } = useSession();
  const [filter, setFilter] = useState<PeopleFilter>({});
  const people = usePeople(filter);
  const [inviting, setInviting] = useState(false);
  const [edited, setEdited] = useState<Person | null>(null);
  const [frozen, setFrozen] = useState<Person | null>(null);
  const rows = people.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = people.data?.pages[0]?.total;
  const menuOf = (person: Person) => (
    <PersonMenu person={person} onEdit={() => setEdited(person)} onFreeze={() => setFrozen(person)} />
  );
  const columns = usePeopleColumns(user.ownerId === null, menuOf);
  const filtered = Object.values(filter).some((value) => value !== undefined);

  return (
    <div className="page">
      <PageHead
        title={text('menu.team.users')}
        hint={total === undefined ? undefined : text('access.people.count', { n: total })}
        actions={
          <Allowed action="add">
            <Button type="primary" icon={<Icon name="plus" />} onClick={() => setInviting(true)}>
              {text('access.invite')}
            </Button>
          </Allowed>
        }
      />
      <InvitationList />
      <PeopleFilterBar filter={filter} onFilter={setFilter} />
      {people.isError && people.data === undefined ? (
        <SectionFault failure={people.error} onRetry={() => void people.refetch()} />
      ) : (
        <DataTable
          label={text('menu.team.users')}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          total={total ?? rows.length}
          loading={people.isPending}
          loadingMore={people.isFetchingNextPage}
          {...(may('user', 'edit') && { onOpen: (person: Person) => setEdited(person) })}
          onEnd={() => {
            if (people.hasNextPage && !people.isFetching) {
              void people.fetchNextPage();
            }
          }}
          narrow={(person) => (
            <Row className="person-row" align="center" gap={8} shrink>
              <PersonCell person={person} />
              <Stack as="span" rigid align="end" maxW="34%">
                <AccountState person={person} />
                <span className="caption">
                  {person.lastSignedInAt === null
                    ? text('access.never')
                    : format.relative(person.lastSignedInAt)}
                </span>
              </Stack>
              {menuOf(person)}
            </Row>
          )}
          empty={
            filtered ? (
              <EmptyFiltered onRemove={() => setFilter({})} />
            ) : (
              <Empty>{text('access.people.empty')}</Empty>
            )
          }
        />
      )}
      {inviting && <InviteDrawer onClose={() => setInviting(false)} />}
      {edited !== null && <PersonDrawer key={edited.id} person={edited} onClose={() => setEdited(null)} />}
      {frozen !== null && <FreezeDialog person={frozen} onClose={() => setFrozen(null)} />}
    </div>
  );
}
