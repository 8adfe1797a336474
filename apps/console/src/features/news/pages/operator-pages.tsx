import { ownPages } from '@bowerbird/contract/system/console-settings';
import type { ProviderSettings } from '@bowerbird/contract/system/provider-settings';
import type { OperatorPageName } from '@bowerbird/contract/system/public-pages';
import { Button } from 'antd';
import { useState } from 'react';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { OperatorPageDrawer } from './operator-page-drawer.tsx';
import { pageTitles } from './operator-page-titles.ts';

type Page = ProviderSettings['pages'][number];

/** The operator's pages; those that still use our template are marked. */
export function OperatorPages({ pages }: { pages: readonly Page[] }) {
  const text = useText();
  const [open, setOpen] = useState<OperatorPageName | null>(null);
  return (
    <Box as="section" mb={36}>
      <SectionHead title={text('workplace.pages')} note={text('workplace.pages.about')} />
      <ul>
        {pages.map((page) => (
          <PageRow key={page.name} page={page} onEdit={() => setOpen(page.name)} />
        ))}
      </ul>
      {open !== null && <OperatorPageDrawer key={open} name={open} onClose={() => setOpen(null)} />}
    </Box>
  );
}

function PageRow({
  page: { name, isTemplate, version, savedBy, savedAt },
  onEdit,
}: {
  page: Page;
  onEdit(): void;
}) {
  const text = useText();
  const format = useFormat();
  const title = text(pageTitles[name]);
  return (
    <Row as="li" wrap align="center" gap={8} p={[10, 0]} borderBottom>
      <Stack as="span" basis={240} shrink>
        <span>{title}</span>
        <span className={isTemplate ? 'caption operator-page-template' : 'caption'}>
          {isTemplate || savedAt === null
            ? text('workplace.page.template')
            : text('workplace.page.saved', { version, name: savedBy ?? '', time: format.full(savedAt) })}
        </span>
      </Stack>
      <Button size="small" type="text" href={ownPages[name]} target="_blank" rel="noreferrer">
        {text('workplace.page.view')}
        <span className="only-read">{title}</span>
      </Button>
      <Button size="small" aria-label={text('workplace.page.edit', { name: title })} onClick={onEdit}>
        {text('workplace.edit')}
      </Button>
    </Row>
  );
}
