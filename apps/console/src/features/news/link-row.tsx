import type { WorkplaceConfig } from '@bowerbird/contract/system/workplace-config';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { languageNames, languages } from '../../lib/text/language.ts';
import type { PlainTextKey } from '../../lib/text/text.ts';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Grid, Row, Stack } from '../../ui/layout/box.tsx';

type InstallationLink = WorkplaceConfig['links'][number];

/** Pages on which merchants start their work; an administrator's own menu has few of them. */
const pages: Record<string, PlainTextKey> = {
  '/collect/product': 'menu.collect.product',
  '/collect/category': 'menu.collect.category',
  '/collect/results': 'menu.collect.results',
  '/list/basic-list': 'menu.list.basic-list',
  '/products/list': 'menu.products.list',
  '/products/export': 'menu.products.export',
  '/form/step-form': 'menu.listing.bulk',
  '/list/card': 'menu.listing.stores',
  '/list/query-list': 'menu.runs',
  '/dashboard/analysis': 'menu.dashboard.analysis',
  '/dashboard/monitor': 'menu.dashboard.monitor',
  '/news': 'menu.news',
};
const other = 'other';

interface LinkRowProps {
  link: InstallationLink;
  wrong: boolean;
  onChange(link: InstallationLink): void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove(): void;
}

/** One quick link: its target, and its name if the page's own name does not fit. */
export function LinkRow({ link, wrong, onChange, onUp, onDown, onRemove }: LinkRowProps) {
  const text = useText();
  const known = Object.hasOwn(pages, link.path);
  const [free, setFree] = useState(!known && link.path !== '');
  const [titled, setTitled] = useState(Object.keys(link.titles).length > 0);
  const page = pages[link.path];
  const name = page === undefined ? link.path : text(page);
  return (
    <Grid
      as="li"
      className="link-row"
      columns="minmax(200px, 260px) minmax(0, 1fr) auto"
      align="start"
      gap={[8, 16]}
      p={[10, 0]}
      borderBottom
    >
      <Stack gap={6}>
        <Select
          aria-label={text('workplace.links.page')}
          placeholder={text('workplace.links.page')}
          status={wrong && !free ? 'error' : ''}
          value={free ? other : link.path === '' ? null : link.path}
          onChange={(path: string) => {
            setFree(path === other);
            setTitled(titled || path === other);
            onChange({ ...link, path: path === other ? '' : path });
          }}
          options={[
            ...Object.entries(pages).map(([value, key]) => ({ value, label: text(key) })),
            { value: other, label: text('workplace.links.other') },
          ]}
        />
        {free && (
          <Input
            aria-label={text('workplace.link')}
            placeholder="https://"
            maxLength={500}
            status={wrong ? 'error' : ''}
            value={link.path}
            onChange={({ target }) => onChange({ ...link, path: target.value.trim() })}
          />
        )}
        {wrong && <p className="field-error">{text('workplace.link.wrong')}</p>}
      </Stack>
      {titled ? (
        <Grid className="link-row-titles" columns={4} gap={6}>
          {languages.map((language) => (
            <Input
              key={language}
              lang={language}
              aria-label={text('workplace.links.title', { language: languageNames[language] })}
              placeholder={languageNames[language]}
              maxLength={40}
              value={link.titles[language] ?? ''}
              onChange={({ target }) => {
                const { [language]: _, ...rest } = link.titles;
                onChange({
                  ...link,
                  titles: target.value === '' ? rest : { ...rest, [language]: target.value },
                });
              }}
            />
          ))}
        </Grid>
      ) : (
        <button type="button" className="link-button" onClick={() => setTitled(true)}>
          {text('workplace.links.rename')}
        </button>
      )}
      <Row as="span" className="link-row-actions" inline align="center" gap={4} minH={34}>
        <Button
          size="small"
          type="text"
          icon={<Icon name="up" />}
          aria-label={text('workplace.links.up', { name })}
          disabled={onUp === undefined}
          onClick={onUp}
        />
        <Button
          size="small"
          type="text"
          icon={<Icon name="down" />}
          aria-label={text('workplace.links.down', { name })}
          disabled={onDown === undefined}
          onClick={onDown}
        />
        <Button
          size="small"
          type="text"
          icon={<Icon name="trash" />}
          aria-label={text('act.remove', { name })}
          onClick={onRemove}
        />
      </Row>
    </Grid>
  );
}
