import type { PlatformInfo, PlatformUse } from '@bowerbird/contract/collect/platforms';
import { Link } from 'react-router';
import { usePlatforms } from '../../lib/data/use-platforms.ts';
import { useMay, useSession } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Grid, Row } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import { NothingFound } from './more-button.tsx';
import { usePlatformUse } from './queries.ts';

/** The platforms that this server supports, with what each can do and how much it is used. */
export function FoundPlatforms({ words }: { words: string }) {
  const may = useMay();
  const use = usePlatformUse(may('collect', 'query')).data ?? [];
  const wanted = words.toLocaleLowerCase();
  const found = usePlatforms().filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  return found.length === 0 ? (
    <NothingFound words={words} />
  ) : (
    <Grid as="ul" columns="repeat(auto-fill, minmax(260px, 1fr))" gap={16} pt={8}>
      {found.map((platform) => (
        <FoundPlatform key={platform.id} platform={platform} use={use.find(({ id }) => id === platform.id)} />
      ))}
    </Grid>
  );
}

function FoundPlatform({ platform, use }: { platform: PlatformInfo; use: PlatformUse | undefined }) {
  const text = useText();
  const format = useFormat();
  const { navigation } = useSession();
  const group = navigation.find(({ path }) => path === `/platform/${platform.id}`);
  const facts = [
    { what: text('platforms.fact.stores'), value: format.number(use?.stores ?? 0) },
    { what: text('platforms.fact.runs'), value: format.number(use?.collectRuns ?? 0) },
    {
      what: text('platforms.fact.last'),
      value: use?.lastCollectedAt ? format.relative(use.lastCollectedAt) : '—',
    },
  ];
  return (
    <li className="box">
      <Row align="center" gap={10}>
        <PlatformMark platform={platform.id} size={24} named />
        <Text as="h2" font="head" weight={600}>
          {group?.redirect === undefined ? platform.name : <Link to={group.redirect}>{platform.name}</Link>}
        </Text>
      </Row>
      <p className="caption">
        {[
          platform.collects ? text('platforms.can.collect') : '',
          platform.lists ? text('platforms.can.list') : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Grid as="dl" columns="repeat(3, 1fr)" gap={12} pt={12}>
        {facts.map(({ what, value }) => (
          <div key={what}>
            <Text as="dt" font="caption" tone="t3">
              {what}
            </Text>
            <Text as="dd" font="head" weight={600}>
              {value}
            </Text>
          </div>
        ))}
      </Grid>
    </li>
  );
}
