import type { OrganisationNode } from '@bowerbird/contract/team/organisation';
import type { Person } from '@bowerbird/contract/team/people';
import { updatePerson } from '@bowerbird/contract/team/people';
import { Button, Select } from 'antd';
import { call } from '../../../lib/api/call.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { PersonCell } from '../people/person-cell.tsx';
import { useAccessChange, usePeople } from '../queries.ts';
import { useAccessText } from '../texts.ts';

/** The people in one part, and a field to add others. */
export function PartMembers({ part }: { part: OrganisationNode }) {
  const text = useText();
  const may = useMay();
  const words = useAccessText();
  const maySee = may('user', 'query');
  const people = usePeople({ organisation: part.id }, maySee);
  const place = usePlace();
  const rows = people.data?.pages.flatMap(({ items }) => items) ?? [];
  const mayEdit = may('user', 'edit');
  return (
    <section className="part-members">
      <SectionHead title={part.name} count={part.people} />
      {!maySee ? (
        <p className="quiet">{text('access.part.hidden')}</p>
      ) : people.isError && people.data === undefined ? (
        <SectionFault failure={people.error} onRetry={() => void people.refetch()} />
      ) : people.data === undefined ? (
        <SkeletonLines lines={4} />
      ) : (
        <>
          {mayEdit && <AddMember part={part} onAdd={(id) => place(id, part.id)} />}
          {rows.length === 0 && (
            <Box as="p" className="quiet" p={[12, 0]}>
              {text('access.part.nobody')}
            </Box>
          )}
          <ul>
            {rows.map((person) => (
              <Row
                as="li"
                key={person.id}
                className="part-member"
                align="center"
                gap={12}
                minH={52}
                borderBottom
              >
                <PersonCell person={person} />
                <span className="caption cut">{words.role(person.role)}</span>
                {mayEdit && person.withinReach && (
                  <Button
                    type="text"
                    icon={<Icon name="close" />}
                    aria-label={text('access.part.takeOut', { name: person.name })}
                    title={text('access.part.takeOut', { name: person.name })}
                    onClick={() => place(person.id, null)}
                  />
                )}
              </Row>
            ))}
          </ul>
          {people.hasNextPage && (
            <Button loading={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
              {text('access.more')}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

function usePlace(): (personId: string, partId: string | null) => void {
  const reportFailure = useReportFailure();
  const change = useAccessChange(({ id, organisationId }: { id: string; organisationId: string | null }) =>
    call(updatePerson, { params: { id }, body: { organisationId } }),
  );
  return (id, organisationId) => change.mutate({ id, organisationId }, { onError: reportFailure });
}

/** Offers everyone who is not in this part yet, by name. */
function AddMember({ part, onAdd }: { part: OrganisationNode; onAdd(id: string): void }) {
  const text = useText();
  const people = usePeople({});
  const others = (people.data?.pages.flatMap(({ items }) => items) ?? []).filter(
    (person: Person) => person.withinReach && person.organisation?.id !== part.id,
  );
  return (
    <Select
      className="part-add"
      aria-label={text('access.part.put')}
      placeholder={text('access.part.put')}
      value={null}
      showSearch={{ optionFilterProp: 'label' }}
      options={others.map(({ id, name, username }) => ({ value: id, label: `${name} (${username})` }))}
      onChange={(id: string | null) => {
        if (id !== null) {
          onAdd(id);
        }
      }}
    />
  );
}
