import type { Role } from '@bowerbird/contract/team/roles';
import { seeAsRole } from '@bowerbird/contract/team/roles';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { useTexts } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Box } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { MenuPreview } from '../navigation/menu-preview.tsx';
import { menuOf } from '../navigation/menu-tree.ts';
import { accessKeys } from '../queries.ts';
import { useAccessText } from '../texts.ts';

/** The menu that the people of a role currently get. */
export function RoleMenuDrawer({ role, onClose }: { role: Role; onClose(): void }) {
  const text = useText();
  const words = useAccessText();
  const { language } = useTexts();
  const navigation = useQuery({
    queryKey: [...accessKeys.roles, role.id, 'navigation', language],
    queryFn: ({ signal }) => call(seeAsRole, { params: { id: role.id } }, { signal }),
  });
  const menu = menuOf(navigation.data ?? []);
  return (
    <Drawer
      title={text('access.role.sees.title', { name: words.role(role) })}
      open
      onClose={onClose}
      width={320}
      flush
    >
      {navigation.isError ? (
        <SectionFault failure={navigation.error} onRetry={() => void navigation.refetch()} />
      ) : navigation.data === undefined ? (
        <SkeletonLines lines={8} />
      ) : menu.length === 0 ? (
        <Empty>{text('access.role.sees.nothing')}</Empty>
      ) : (
        <Box
          as="section"
          className="role-menu"
          grow
          p={[20, 16]}
          overflow="auto"
          tabIndex={0}
          aria-label={text('access.nav.preview')}
        >
          <MenuPreview menu={menu} />
        </Box>
      )}
    </Drawer>
  );
}
