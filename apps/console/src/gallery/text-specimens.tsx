import { Row, Stack } from '../ui/layout/box.tsx';
import { CopyButton } from '../ui/text/copy-button.tsx';
import { CountSentence } from '../ui/text/count-sentence.tsx';
import { ChangedText, TextDiff, ValueDiff, WordDiff } from '../ui/text/diff.tsx';
import { CellDifferences, Difference } from '../ui/text/difference.tsx';
import { DriftNote } from '../ui/text/drift-note.tsx';
import { LinkList } from '../ui/text/link-list.tsx';
import { OriginMark } from '../ui/text/origin-mark.tsx';
import { SafeHtml } from '../ui/text/safe-html.tsx';
import { Text } from '../ui/text/text.tsx';
import { VariantGapLines } from '../ui/text/variant-gap-lines.tsx';
import { Why } from '../ui/text/why.tsx';
import { description, lamp, titles, variants } from './sample-data.ts';
import type { Section } from './specimen.ts';

const [, before = ''] = titles;
const after = before.replace('natural rattan', 'bamboo').replace(' and hallway', '');

export const text: Section = {
  folder: 'text',
  without: { ShopName: 'asks the server for the names of suppliers' },
  specimens: ({ text: say, format }) => [
    {
      name: 'Text',
      states: {
        'in every size': (
          <Stack gap={8}>
            {(['caption', 'small', 'body', 'head', 'large', 'title', 'figure'] as const).map((font) => (
              <Text key={font} font={font}>
                {font} · {say('products.empty')}
              </Text>
            ))}
          </Stack>
        ),
        'in every colour': (
          <Row gap={[4, 16]} wrap>
            {(['t1', 'ink2', 't2', 't3', 'green', 'amber', 'red', 'violet', 'primary-read'] as const).map(
              (tone) => (
                <Text key={tone} tone={tone}>
                  {tone}
                </Text>
              ),
            )}
          </Row>
        ),
        'cut and of two lines': (
          <Stack gap={8} maxW={240}>
            <Text cut>{before}</Text>
            <Text lines={2}>{before}</Text>
          </Stack>
        ),
      },
    },
    { name: 'CopyButton', states: { plain: <CopyButton value="bb_live_9f2c" /> } },
    {
      name: 'CountSentence',
      states: {
        plain: <CountSentence figure={format.number(1284)} sentence={say('menu.products')} />,
        'with parts': (
          <CountSentence
            figure={format.number(1284)}
            sentence={say('menu.products')}
            parts={[
              `${say('state.listed')} 960`,
              `${say('state.refused')} 24`,
              `${say('state.waiting')} 300`,
            ]}
          />
        ),
        stale: <CountSentence stale figure={format.number(1284)} sentence={say('menu.products')} />,
      },
    },
    { name: 'TextDiff', states: { changed: <TextDiff before={before} after={after} /> } },
    { name: 'WordDiff', states: { changed: <WordDiff before={before} after={after} /> } },
    {
      name: 'ChangedText',
      states: {
        before: <ChangedText before={before} after={after} side="before" whole />,
        after: <ChangedText before={before} after={after} side="after" whole />,
      },
    },
    {
      name: 'ValueDiff',
      states: {
        changed: <ValueDiff before="19.90" after="24.90" />,
        added: <ValueDiff before={null} after="24.90" />,
        removed: <ValueDiff before="19.90" after={null} />,
      },
    },
    {
      name: 'Difference',
      states: {
        'of the title': <Difference field="title" before={before} after={after} />,
        'of tags': <Difference field="tags" before={['lamp', 'linen']} after={['lamp', 'sale']} />,
        'of images': (
          <Difference
            field="images"
            before={[]}
            after={[{ url: lamp, alt: '', width: null, height: null }]}
          />
        ),
      },
    },
    {
      name: 'CellDifferences',
      states: {
        'of two fields': (
          <CellDifferences
            variants={{ v1: ['S', 'Natural'] }}
            cells={[
              { path: 'title', before, after, undone: false },
              { path: 'variants/v1/price', before: '19.90', after: '24.90', undone: false },
            ]}
          />
        ),
      },
    },
    {
      name: 'DriftNote',
      states: {
        'of two fields': (
          <DriftNote
            drift={[
              { field: 'price', before: 1, now: 0.42 },
              { field: 'description', before: 0.98, now: 0 },
            ]}
          />
        ),
      },
    },
    {
      name: 'LinkList',
      states: {
        'in a row': (
          <Row gap={16} wrap>
            <LinkList
              links={[
                { name: 'about', label: say('footer.about'), address: '/about' },
                { name: 'help', label: say('footer.help'), address: '/help' },
              ]}
            />
          </Row>
        ),
      },
    },
    {
      name: 'OriginMark',
      states: {
        'of every origin': (
          <Row gap={12} wrap>
            {(['source', 'person', 'rule', 'created', 'store'] as const).map((from) => (
              <OriginMark key={from} from={from} />
            ))}
          </Row>
        ),
        'with a name': <OriginMark from="rule" name="× 2.8, .90" />,
        'with details': <OriginMark from="source" details="lamps.example" />,
      },
    },
    { name: 'SafeHtml', states: { 'a description': <SafeHtml html={description} /> } },
    {
      name: 'VariantGapLines',
      states: {
        'a price is missing': (
          <VariantGapLines
            className="caption"
            product={{ variants, options: [{ name: 'Size', values: ['S', 'M', 'L'] }] }}
          />
        ),
      },
    },
    {
      name: 'Why',
      states: {
        'a price': (
          <Why
            title={say('products.column.price')}
            lines={[
              { what: say('collect.claim.cost'), value: '8.89' },
              { what: say('collect.claim.factor'), value: '2.8' },
              { what: say('products.column.margin'), value: format.percent(0.64), good: true },
            ]}
          >
            24.90
          </Why>
        ),
      },
    },
  ],
};
