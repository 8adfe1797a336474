import { Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import { useMay, useSession } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import { usePartOptions } from '../organisation/part-options.ts';
import type { PeopleFilter } from '../queries.ts';
import { useRoles } from '../queries.ts';
import { useAccessText } from '../texts.ts';

/** Delay between the last keystroke and the request, in milliseconds. */
const pauseMs = 200;

interface PeopleFilterBarProps {
  filter: PeopleFilter;
  onFilter(filter: PeopleFilter): void;
}

export function PeopleFilterBar({ filter, onFilter }: PeopleFilterBarProps) {
  const text = useText();
  const may = useMay();
  const words = useAccessText();
  const { user } = useSession();
  const roles = useRoles();
  const parts = usePartOptions();
  const [typed, setTyped] = useState(filter.search ?? '');
  const administrator = user.ownerId === null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the pause again.
  useEffect(() => {
    const search = typed.trim() || undefined;
    if (search === filter.search) {
      return;
    }
    const timer = setTimeout(() => onFilter(given({ ...filter, search })), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  // Clears the field when the condition was removed elsewhere.
  const [shown, setShown] = useState(filter.search);
  if (shown !== filter.search) {
    setShown(filter.search);
    if (filter.search === undefined) {
      setTyped('');
    }
  }

  const choice = (name: 'status' | 'role' | 'organisation' | 'merchant', label: string) => ({
    'aria-label': label,
    placeholder: label,
    allowClear: true,
    value: filter[name] ?? null,
    popupMatchSelectWidth: false,
    className: 'access-choice',
    onChange: (value: string | null | undefined) =>
      onFilter(given({ ...filter, [name]: value ?? undefined })),
  });
  return (
    <Row wrap gap={8} mb={16}>
      <Input
        className="access-search"
        allowClear
        prefix={<Icon name="search" />}
        data-page-search
        aria-label={text('access.people.search')}
        placeholder={text('access.people.search')}
        maxLength={120}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Select
        {...choice('status', text('access.state'))}
        options={[
          { value: 'active', label: text('access.state.active') },
          { value: 'disabled', label: text('access.state.disabled') },
        ]}
      />
      {may('role', 'query') && (
        <Select
          {...choice('role', text('access.role'))}
          options={roles.data?.roles.map((role) => ({ value: role.id, label: words.role(role) })) ?? []}
        />
      )}
      {administrator ? (
        <Select
          {...choice('merchant', text('access.accounts'))}
          options={[{ value: 'none', label: text('access.administrators') }]}
        />
      ) : (
        parts.length > 0 && <Select {...choice('organisation', text('access.part'))} options={parts} />
      )}
    </Row>
  );
}

function given(filter: { [Name in keyof PeopleFilter]: PeopleFilter[Name] | undefined }): PeopleFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
