import type { CollectedFilter } from '@bowerbird/contract/collect/collected';
import { Checkbox, Input, Popover } from 'antd';
import { useState } from 'react';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Chip } from '../../../ui/form/chip.tsx';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { useTraits } from '../queries.ts';
import { factText } from './fact-columns.tsx';

export type Traits = NonNullable<CollectedFilter['attributes']>;

interface TraitChipsProps {
  platform: string | undefined;
  attributes: Traits;
  facts: Traits;
  onAttributes(attributes: Traits): void;
  onFacts(facts: Traits): void;
}

/** Filters by attributes, and by facts that only one platform has. The choices are loaded when a filter is opened. */
export function TraitChips({ platform, attributes, facts, onAttributes, onFacts }: TraitChipsProps) {
  const text = useText();
  const [opened, setOpened] = useState(false);
  const { data, error, refetch } = useTraits(platform, opened || facts.length > 0 || platform !== undefined);
  const content = (inside: React.ReactNode) =>
    error !== null && data === undefined ? (
      <SectionFault failure={error} onRetry={() => void refetch()} />
    ) : data === undefined ? (
      <div style={{ width: 240 }}>
        <SkeletonLines lines={4} />
      </div>
    ) : (
      inside
    );
  return (
    <>
      {(platform === undefined ? [] : (data?.facts ?? [])).map(({ name, values }) => {
        const title = text.named(`box.fact.${name}`, {}, name);
        const chosen = facts.find((one) => one.name === name)?.values ?? [];
        const choose = (next: string[]) => onFacts(withTrait(facts, name, next));
        // Either yes or not given: there is only one value to choose.
        return values.every(({ value }) => value === 'yes') ? (
          <Chip key={name} set={chosen.length > 0} onClick={() => choose(chosen.length > 0 ? [] : ['yes'])}>
            {title}
          </Chip>
        ) : (
          <OneTrait
            key={name}
            title={title}
            chosen={chosen}
            onChoose={choose}
            choices={values.map((one) => ({ ...one, words: factText(name, one.value, text) }))}
          />
        );
      })}
      <AttributeChip
        attributes={attributes}
        onAttributes={onAttributes}
        onOpen={() => setOpened(true)}
        all={data?.attributes ?? []}
        newest={data?.newest ?? null}
        content={content}
      />
    </>
  );
}

function withTrait(traits: Traits, name: string, values: string[]): Traits {
  const others = traits.filter((one) => one.name !== name);
  return values.length === 0 ? others : [...others, { name, values }];
}

interface Choice {
  value: string;
  count: number;
  words: string;
}

interface OneTraitProps {
  title: string;
  chosen: string[];
  onChoose(chosen: string[]): void;
  choices: Choice[];
}

function OneTrait({ title, choices, chosen, onChoose }: OneTraitProps) {
  const text = useText();
  return (
    <Popover
      trigger="click"
      arrow={false}
      placement="bottomLeft"
      content={<Choices choices={choices} chosen={chosen} onChoose={onChoose} />}
    >
      {chosen.length === 0 ? (
        <Chip opens>{title}</Chip>
      ) : (
        <Chip set opens name={title} onRemove={() => onChoose([])}>
          {`${title}: ${text('box.trait.chosen', { n: chosen.length })}`}
        </Chip>
      )}
    </Popover>
  );
}

function Choices({
  choices,
  chosen,
  onChoose,
}: {
  choices: Choice[];
  chosen: string[];
  onChoose(chosen: string[]): void;
}) {
  const format = useFormat();
  return (
    <Stack gap={8} maxW="min(360px, 80vw)" maxH={320} overflow="auto">
      {choices.map(({ value, count, words }) => (
        <Checkbox
          key={value}
          checked={chosen.includes(value)}
          onChange={({ target }) =>
            onChoose(target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
          }
        >
          <Row as="span" inline align="center" gap={8} maxW="100%">
            <span className="cut">{words}</span>
            <span className="num quiet">{format.number(count)}</span>
          </Row>
        </Checkbox>
      ))}
    </Stack>
  );
}

interface AttributeChipProps {
  attributes: Traits;
  onAttributes(attributes: Traits): void;
  onOpen(): void;
  all: { name: string; count: number; values: { value: string; count: number }[] }[];
  /** The newest products, in which these were counted; null where it was all. */
  newest: number | null;
  content(inside: React.ReactNode): React.ReactNode;
}

/** Chooses one attribute by name, then its values; without a value, any product that has the attribute. */
function AttributeChip({ attributes, onAttributes, onOpen, all, newest, content }: AttributeChipProps) {
  const text = useText();
  const format = useFormat();
  const [sought, setSought] = useState('');
  const [name, setName] = useState<string | null>(null);
  const named = all.find((one) => one.name === name);
  const found = all.filter((one) => one.name.toLowerCase().includes(sought.trim().toLowerCase()));
  const chosen = attributes.find((one) => one.name === name);
  const inside = named ? (
    <Stack gap={8} w="min(280px, 80vw)">
      <Box as="button" type="button" className="trait-back" weight={500} onClick={() => setName(null)}>
        {named.name}
      </Box>
      <Checkbox
        checked={chosen?.values.length === 0}
        onChange={({ target }) =>
          onAttributes([
            ...attributes.filter((one) => one.name !== named.name),
            ...(target.checked ? [{ name: named.name, values: [] }] : []),
          ])
        }
      >
        {text('box.trait.all')}
      </Checkbox>
      <Choices
        choices={named.values.map(({ value, count }) => ({ value, count, words: value }))}
        chosen={chosen?.values ?? []}
        onChoose={(values) => onAttributes(withTrait(attributes, named.name, values))}
      />
    </Stack>
  ) : (
    <Stack gap={8} w="min(280px, 80vw)">
      {all.length > 8 && (
        <Input
          aria-label={text('box.trait.search')}
          placeholder={text('box.trait.search')}
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
      )}
      {all.length === 0 && <p className="quiet">{text('box.trait.none')}</p>}
      {newest !== null && <p className="quiet">{text('box.trait.newest', { n: newest })}</p>}
      <Stack gap={8} maxW="min(360px, 80vw)" maxH={320} overflow="auto">
        {found.map((one) => (
          <Row
            as="button"
            key={one.name}
            type="button"
            justify="between"
            gap={8}
            shrink
            p={[4, 6]}
            radius="s"
            textAlign="start"
            hover="ground"
            onClick={() => setName(one.name)}
          >
            <span className="cut">{one.name}</span>
            <span className="num quiet">{format.number(one.count)}</span>
          </Row>
        ))}
      </Stack>
    </Stack>
  );
  return (
    <Popover
      trigger="click"
      arrow={false}
      placement="bottomLeft"
      onOpenChange={(open) => open && onOpen()}
      content={content(inside)}
    >
      {attributes.length === 0 ? (
        <Chip opens>{text('box.fact.attributes')}</Chip>
      ) : (
        <Chip set opens name={text('box.fact.attributes')} onRemove={() => onAttributes([])}>
          {attributes.map((one) => [one.name, one.values.join(' / ')].filter(Boolean).join(': ')).join(', ')}
        </Chip>
      )}
    </Popover>
  );
}
