import type { NavigationItem } from '@bowerbird/contract/account/access';
import { Button, Popover } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { usePage } from '../../lib/page.ts';
import { useSession } from '../../lib/person/session.ts';
import type { Text } from '../../lib/text/text.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import type { IconName } from '../../ui/images/icon.tsx';
import { Icon, isIconName } from '../../ui/images/icon.tsx';
import { Grid, Row } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { useBoard, useOrderLinks, useRemoveLink } from './board-queries.ts';
import './board.css';

const AddLink = lazy(async () => ({ default: (await import('./add-link.tsx')).AddLink }));

/** The operator's links and the person's own; only those whose page this person may open. */
export function QuickLinks() {
  const text = useText();
  const { navigation } = useSession();
  const { data, error, refetch } = useBoard();
  const [arranging, setArranging] = useState(false);
  const [adding, setAdding] = useState(false);
  const links = (data?.links ?? []).filter(
    ({ path }) => !path.startsWith('/') || itemOf(navigation, path) !== undefined,
  );
  const own = links.filter((link) => link.own);
  return (
    <section>
      <SectionHead
        title={text('workplace.links')}
        action={
          own.length > 0 && (
            <button type="button" className="link-button" onClick={() => setArranging(!arranging)}>
              {text(arranging ? 'workplace.links.done' : 'workplace.links.arrange')}
            </button>
          )
        }
      />
      {error !== null && data === undefined && (
        <SectionFault failure={error} onRetry={() => void refetch()} />
      )}
      {arranging && own.length > 0 ? (
        <Arrange
          links={own.map(({ id, path, title }) => ({ id, name: nameOf(text, navigation, path, title) }))}
        />
      ) : (
        <Grid as="ul" columns={2} gap={[2, 8]} pt={8} font="small">
          {links.map(({ id, path, title }) => (
            <li key={id}>
              <QuickLink
                path={path}
                name={nameOf(text, navigation, path, title)}
                icon={iconOf(navigation, path)}
              />
            </li>
          ))}
          {data !== undefined && (
            <li>
              <Popover
                trigger="click"
                arrow={false}
                placement="bottomRight"
                open={adding}
                onOpenChange={setAdding}
                destroyOnHidden
                content={
                  <Suspense fallback={null}>
                    <AddLink taken={links.map(({ path }) => path)} onDone={() => setAdding(false)} />
                  </Suspense>
                }
              >
                <Row
                  as="button"
                  type="button"
                  className="quick-link add"
                  align="center"
                  gap={8}
                  w="100%"
                  minH={36}
                  radius="m"
                  tone="ink2"
                >
                  <Icon name="plus" size={17} />
                  <span className="cut">{text('workplace.links.add')}</span>
                </Row>
              </Popover>
            </li>
          )}
        </Grid>
      )}
    </section>
  );
}

function QuickLink({ path, name, icon }: { path: string; name: string; icon: IconName }) {
  const page = usePage();
  const content = (
    <>
      <Icon name={icon} size={17} />
      <span className="cut" title={name}>
        {name}
      </span>
    </>
  );
  return path.startsWith('/') ? (
    <Row
      as="button"
      type="button"
      className="quick-link"
      align="center"
      gap={8}
      w="100%"
      minH={36}
      radius="m"
      tone="ink2"
      onClick={() => page.open(path)}
    >
      {content}
    </Row>
  ) : (
    <Row
      as="a"
      className="quick-link"
      align="center"
      gap={8}
      w="100%"
      minH={36}
      radius="m"
      tone="ink2"
      href={path}
      target="_blank"
      rel="noopener noreferrer"
    >
      {content}
    </Row>
  );
}

/** Moves and removes the person's own links by buttons. */
function Arrange({ links }: { links: { id: string; name: string }[] }) {
  const text = useText();
  const order = useOrderLinks();
  const remove = useRemoveLink();
  const move = (from: number, to: number) => {
    const ids = links.map(({ id }) => id);
    const [one] = ids.splice(from, 1);
    if (one !== undefined) {
      ids.splice(to, 0, one);
      order.mutate(ids);
    }
  };
  return (
    <ul className="quick-arrange">
      {links.map(({ id, name }, place) => (
        <li key={id}>
          <span className="cut">{name}</span>
          <Button
            size="small"
            type="text"
            icon={<Icon name="up" />}
            aria-label={text('workplace.links.up', { name })}
            disabled={place === 0}
            onClick={() => move(place, place - 1)}
          />
          <Button
            size="small"
            type="text"
            icon={<Icon name="down" />}
            aria-label={text('workplace.links.down', { name })}
            disabled={place === links.length - 1}
            onClick={() => move(place, place + 1)}
          />
          <Button
            size="small"
            type="text"
            icon={<Icon name="trash" />}
            aria-label={text('act.remove', { name })}
            onClick={() => remove.mutate(id)}
          />
        </li>
      ))}
    </ul>
  );
}

function itemOf(navigation: NavigationItem[], path: string): NavigationItem | undefined {
  const [plain] = path.split(/[?#]/);
  return navigation.find((item) => item.path === plain);
}

function nameOf(text: Text, navigation: NavigationItem[], path: string, title: string): string {
  const item = itemOf(navigation, path);
  return title !== '' || item === undefined ? title || path : text.named(item.meta.title);
}

/** Returns the page's own icon, or that of its group. */
function iconOf(navigation: NavigationItem[], path: string): IconName {
  const item = itemOf(navigation, path);
  const group = navigation.find(({ id }) => id === item?.parentId);
  const named = item?.meta.icon ?? group?.meta.icon;
  return isIconName(named) ? named : path.startsWith('/') ? 'right' : 'external';
}
