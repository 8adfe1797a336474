import type { PermissionInfo } from '@bowerbird/contract/team/roles';
import { Input } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { EmptyFiltered } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { usePermissions } from '../queries.ts';
import { useAccessText } from '../texts.ts';
import '../access.css';

/**
 * Lists what each permission is for: its actions, the API calls that require it, and the roles that have it. Read-only.
 */
export default function PermissionsPage() {
  const text = useText();
  const words = useAccessText();
  const permissions = usePermissions();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = (permissions.data ?? []).filter(
    ({ permission, actions }) =>
      wanted === '' ||
      [permission, words.permission(permission)].some((name) => name.toLowerCase().includes(wanted)) ||
      actions.some(({ calls }) => calls.some(({ path }) => path.toLowerCase().includes(wanted))),
  );
  return (
    <div className="page reading">
      <PageHead title={text('menu.team.permissions')} hint={text('access.permissions.hint')} />
      <Row wrap gap={8} mb={16}>
        <Input
          className="access-search"
          allowClear
          prefix={<Icon name="search" />}
          data-page-search
          aria-label={text('access.permissions.search')}
          placeholder={text('access.permissions.search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </Row>
      {permissions.isError && permissions.data === undefined ? (
        <SectionFault failure={permissions.error} onRetry={() => void permissions.refetch()} />
      ) : permissions.data === undefined ? (
        <SkeletonRows rows={8} />
      ) : shown.length === 0 ? (
        <EmptyFiltered onRemove={() => setSearch('')} />
      ) : (
        shown.map((info) => <PermissionSection key={info.permission} info={info} />)
      )}
    </div>
  );
}

function PermissionSection({ info: { permission, actions } }: { info: PermissionInfo }) {
  const text = useText();
  const words = useAccessText();
  return (
    <Box as="section" className="permission" mb={28}>
      <SectionHead title={words.permission(permission)} note={<code>{permission}</code>} />
      <Box as="table" className="permission-table" w="100%" font="small">
        <thead className="only-read">
          <tr>
            <th scope="col">{text('access.action')}</th>
            <th scope="col">{text('access.calls')}</th>
            <th scope="col">{text('access.role')}</th>
          </tr>
        </thead>
        <tbody>
          {actions.map(({ action, calls, roles }) => (
            <tr key={action}>
              <Box as="th" scope="row" className="permission-action" w={96} weight={500}>
                {words.action(action)}
              </Box>
              <td className="permission-calls">
                {calls.length === 0 ? (
                  <span className="caption">{text('access.calls.page')}</span>
                ) : (
                  calls.map(({ method, path }) => (
                    <Text as="code" anywhere key={`${method} ${path}`}>
                      {method} {path}
                    </Text>
                  ))
                )}
              </td>
              <Box as="td" className="permission-roles" w="30%">
                {roles.length === 0 ? (
                  <span className="caption">{text('access.nobody')}</span>
                ) : (
                  roles.map((role) => (
                    <span key={role.id} className="count-tag">
                      {words.role(role)}
                    </span>
                  ))
                )}
              </Box>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
