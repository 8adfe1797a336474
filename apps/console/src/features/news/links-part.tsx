import { LinkTarget, saveWorkplaceLinks, type WorkplaceConfig } from '@bowerbird/contract/workplace-config';
import { Button } from 'antd';
import { useState } from 'react';
import { safeParse } from 'zod/mini';
import { call } from '../../lib/call.ts';
import { useText } from '../../lib/text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Row } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { LinkRow } from './link-row.tsx';
import { useConfigChange } from './queries.ts';
import { useUnsavedPart, type WatchPart } from './use-unsaved-parts.ts';

type InstallationLink = WorkplaceConfig['links'][number];

interface Held {
  key: number;
  link: InstallationLink;
}

/** Maximum number of links that a Workplace shows well. */
const linksMax = 20;

interface LinksPartProps {
  links: InstallationLink[];
  revision: number;
  watch: WatchPart;
}

/** The quick links for everyone, in their order; a person sees those whose page they may open. */
export function LinksPart({ links, revision, watch }: LinksPartProps) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const [held, setHeld] = useState<Held[]>(() => links.map((link, key) => ({ key, link })));
  const [nextKey, setNextKey] = useState(links.length);
  const [tried, setTried] = useState(false);
  const save = useConfigChange((body: { revision: number; links: InstallationLink[] }) =>
    call(saveWorkplaceLinks, { body }),
  );
  const now = held.map(({ link }) => link);
  const changed = JSON.stringify(now) !== JSON.stringify(links);
  const right = now.every(({ path }) => safeParse(LinkTarget, path).success);

  const saveLinks = async (): Promise<boolean> => {
    setTried(true);
    if (!right) {
      return false;
    }
    try {
      await save.mutateAsync({ revision, links: now });
      toast({ state: 'complete', text: text('workplace.links.saved') });
      return true;
    } catch (thrown) {
      reportFailure(thrown);
      return false;
    }
  };
  useUnsavedPart(watch, 'links', changed ? saveLinks : null);

  const move = (from: number, to: number) => {
    const next = [...held];
    const [one] = next.splice(from, 1);
    if (one !== undefined) {
      next.splice(to, 0, one);
      setHeld(next);
    }
  };
  const add = (
    <Button
      icon={<Icon name="plus" />}
      disabled={held.length >= linksMax}
      onClick={() => {
        setHeld([...held, { key: nextKey, link: { path: '', titles: {} } }]);
        setNextKey(nextKey + 1);
      }}
    >
      {text('workplace.links.add')}
    </Button>
  );

  return (
    <Box as="section" mb={36}>
      <SectionHead title={text('workplace.links')} note={text('workplace.links.about')} />
      {held.length === 0 ? (
        <Empty>{text('workplace.links.none')}</Empty>
      ) : (
        <ul>
          {held.map(({ key, link }, place) => (
            <LinkRow
              key={key}
              link={link}
              wrong={tried && !safeParse(LinkTarget, link.path).success}
              onChange={(next) =>
                setHeld(held.map((each) => (each.key === key ? { key, link: next } : each)))
              }
              onUp={place === 0 ? undefined : () => move(place, place - 1)}
              onDown={place === held.length - 1 ? undefined : () => move(place, place + 1)}
              onRemove={() => setHeld(held.filter((each) => each.key !== key))}
            />
          ))}
        </ul>
      )}
      <Row justify="between" gap={10} pt={14}>
        {add}
        <Button
          type={changed ? 'primary' : 'default'}
          disabled={!changed}
          loading={save.isPending}
          onClick={() => void saveLinks()}
        >
          {text('act.save')}
        </Button>
      </Row>
    </Box>
  );
}
