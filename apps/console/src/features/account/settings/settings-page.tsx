import type { ComponentType } from 'react';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { sameTab } from '../../../lib/page.ts';
import { useText } from '../../../lib/text/text.ts';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Box, Grid, Stack } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { BasicSettings } from './basic-settings.tsx';
import './settings.css';

const parts = ['basic', 'security', 'custom', 'binding', 'notification'] as const;
type Part = (typeof parts)[number];

const partViews: Record<Part, ComponentType> = {
  basic: BasicSettings,
  security: lazy(() => import('../security/security-settings.tsx')),
  custom: lazy(() => import('./custom-settings.tsx')),
  binding: lazy(() => import('../security/binding-settings.tsx')),
  notification: lazy(() => import('./notification-settings.tsx')),
};

/** On a phone, the row of sections is wider than the screen. */
function intoView(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/**
 * The person's own settings: the sections on the left, the chosen one next to them. On a phone the sections are a row
 * on top.
 */
export default function SettingsPage() {
  const text = useText();
  const { pathname } = useLocation();
  const part = parts.find((each) => pathname.endsWith(`/${each}`)) ?? 'basic';
  const View = partViews[part];
  return (
    <div className="page reading settings">
      <PageHead title={text('menu.account.settings')} />
      <Grid className="settings-columns" oneUnder={992} columns="248px minmax(0, 1fr)" gap={36} align="start">
        <Stack as="nav" className="settings-parts" gap={2} aria-label={text('menu.account.settings')}>
          {parts.map((each) => (
            <Box
              as={Link}
              key={each}
              {...sameTab}
              to={`/account/settings/${each}`}
              className="settings-part"
              p={[6, 12]}
              radius="m"
              tone="ink2"
              cut
              aria-current={each === part ? 'page' : undefined}
              ref={each === part ? intoView : undefined}
            >
              {text.named(`account.settings.menuMap.${each}`)}
            </Box>
          ))}
        </Stack>
        <Box shrink maxW={860}>
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <View />
          </Suspense>
        </Box>
      </Grid>
    </div>
  );
}
