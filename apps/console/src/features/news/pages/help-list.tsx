import { ownPages } from '@bowerbird/contract/system/console-settings';
import type { HelpItem } from '@bowerbird/contract/system/public-pages';
import { listHelp } from '@bowerbird/contract/system/public-pages';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../../lib/api/call.ts';
import { useTexts } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';

/** Help articles about the console: tutorials first, then single questions. */
export function HelpList({ tutorialsAlone }: { tutorialsAlone: boolean }) {
  const text = useText();
  const { language } = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: ['help', language],
    queryFn: ({ signal }) => call(listHelp, {}, { signal }),
  });
  return (
    <div className="article">
      <Text as="h1" className="article-title" weight={650} anywhere>
        {text(tutorialsAlone ? 'footer.tutorials' : 'footer.help')}
      </Text>
      {data !== undefined ? (
        <>
          <Items
            items={data.filter(({ kind }) => kind === 'tutorial')}
            heading={tutorialsAlone ? null : text('footer.tutorials')}
          />
          {tutorialsAlone ? (
            <Box as={Link} className="public-back" mb={16} font="small" to={ownPages.help}>
              {text('pages.allHelp')}
            </Box>
          ) : (
            <Items items={data.filter(({ kind }) => kind === 'help')} heading={text('pages.questions')} />
          )}
        </>
      ) : error !== null ? (
        <SectionFault failure={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </div>
  );
}

function Items({ items, heading }: { items: readonly HelpItem[]; heading: string | null }) {
  return (
    <Box as="section" className="public-items" mt={28}>
      {heading !== null && (
        <Text as="h2" font="head" weight={600}>
          {heading}
        </Text>
      )}
      <ul>
        {items.map(({ name, title, summary, language }) => (
          <li key={name} lang={language}>
            <Row
              as={Link}
              className="news-row"
              hover="plain"
              gap={18}
              p={[16, 0]}
              borderBottom
              tone="inherit"
              to={`${ownPages.help}/${name}`}
            >
              <Stack as="span" gap={4} shrink maxW={680}>
                <Text className="news-row-title" font="head" weight={600} anywhere>
                  {title}
                </Text>
                <Box as="span" lines={2} tone="t2">
                  {summary}
                </Box>
              </Stack>
            </Row>
          </li>
        ))}
      </ul>
    </Box>
  );
}
