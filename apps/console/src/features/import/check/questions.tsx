import type { EditChoices, MatchKey } from '@bowerbird/contract/files/imports';
import { Radio } from 'antd';
import type { infer as Infer } from 'zod/mini';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { ExportedAs } from '../exported-as.tsx';
import { type Import, useCheck } from '../queries.ts';

type Choices = Infer<typeof EditChoices>;

/** What the file leaves open when it edits products: by what rows are matched, and what blank and missing things mean. */
export function Questions({ of, choices }: { of: Import; choices: Choices }) {
  const text = useText();
  const check = useCheck(of.id);
  const { file, dialect, mapping, groups } = of;
  const set = (to: Partial<Choices>, key = of.key) =>
    check.mutate({
      fileId: file.id,
      dialect,
      mapping,
      key,
      into: { as: 'edit', choices: { ...choices, ...to } },
    });
  return (
    <>
      <KeyQuestion of={of} busy={check.isPending} onKey={(key) => set({}, key)} />
      <Section title={text('import.questions')}>
        {of.emptyColumns.map(({ column, cells }) => (
          <Question
            key={column}
            ask={text('import.ask.empty', { column, n: cells })}
            value={choices.emptyCells[column] ?? 'leave'}
            busy={check.isPending}
            options={[
              ['leave', text('import.ask.leave')],
              ['clear', text('import.ask.clear')],
            ]}
            onChoose={(value) => set({ emptyCells: { ...choices.emptyCells, [column]: value } })}
          />
        ))}
        {of.otherVariants > 0 && (
          <Question
            ask={text('import.ask.variants', { n: of.otherVariants })}
            value={choices.otherVariants}
            busy={check.isPending}
            options={[
              ['leave', text('import.ask.leave')],
              ['delete', text('import.ask.delete')],
            ]}
            onChoose={(otherVariants) => set({ otherVariants })}
          />
        )}
        {groups.unmatched > 0 && (
          <Question
            ask={text('import.ask.unmatched', { n: groups.unmatched })}
            value={choices.unmatched}
            busy={check.isPending}
            options={[
              ['leave', text('import.ask.leaveOut')],
              ['create', text('import.ask.create')],
            ]}
            onChoose={(unmatched) => set({ unmatched })}
          />
        )}
        {groups.conflict > 0 && (
          <Question
            ask={text('import.ask.conflicts', { n: groups.conflict })}
            value={choices.conflicts}
            busy={check.isPending}
            options={[
              ['keep', text('import.ask.keep')],
              ['take', text('import.ask.take')],
            ]}
            onChoose={(conflicts) => set({ conflicts })}
          />
        )}
        <Text as="p" font="small" tone="t2" m={[10, 0, 0]}>
          {text('import.ask.missingColumns')}
        </Text>
      </Section>
    </>
  );
}

/** By what rows are matched with products, with how many each key would match. */
function KeyQuestion({ of, busy, onKey }: { of: Import; busy: boolean; onKey(key: MatchKey): void }) {
  const text = useText();
  const format = useFormat();
  return (
    <Section title={text('import.key.edit')} note={text('import.key.note')}>
      {of.exported !== null && (
        <Text as="p" font="small" tone="t2" m={[0, 0, 8]}>
          <ExportedAs exported={of.exported} />
        </Text>
      )}
      <Radio.Group
        className="import-keys"
        aria-label={text('import.key.edit')}
        value={of.key}
        disabled={busy}
        onChange={({ target }) => {
          const chosen = of.keys.find(({ key }) => key === target.value);
          if (chosen !== undefined) {
            onKey(chosen.key);
          }
        }}
      >
        <Grid className="import-keys-head" columns="minmax(0, 1fr) repeat(3, minmax(64px, 110px))" gap={12}>
          <span />
          {(['one', 'none', 'several'] as const).map((column) => (
            <Text key={column} font="caption" tone="t3" textAlign="end">
              {text(`import.key.${column}`)}
            </Text>
          ))}
        </Grid>
        {of.keys.map(({ key, one, none, several, examples }) => (
          <Grid
            key={key}
            className="import-key"
            columns="minmax(0, 1fr) repeat(3, minmax(64px, 110px))"
            gap={12}
            align="center"
            p={[8, 0]}
            borderBottom
          >
            <Stack gap={2} shrink>
              <Radio value={key}>{text(`import.key.${key}`)}</Radio>
              {examples.length > 0 && (
                <Text font="caption" tone="t2" anywhere>
                  {text('import.key.several.examples', {
                    examples: examples
                      .map(({ row, title, value }) => text('import.key.several.one', { row, title, value }))
                      .join(' · '),
                  })}
                </Text>
              )}
            </Stack>
            <Text className="num" font="body" weight={600} textAlign="end">
              {format.number(one)}
            </Text>
            <Text className="num" font="body" tone="t2" textAlign="end">
              {format.number(none)}
            </Text>
            <Text className="num" font="body" tone={several > 0 ? 'amber' : 't2'} textAlign="end">
              {format.number(several)}
            </Text>
          </Grid>
        ))}
      </Radio.Group>
    </Section>
  );
}

interface QuestionProps<Value extends string> {
  ask: string;
  value: Value;
  options: readonly (readonly [value: Value, label: string])[];
  busy: boolean;
  onChoose(value: Value): void;
}

function Question<Value extends string>({ ask, value, options, busy, onChoose }: QuestionProps<Value>) {
  return (
    <Row wrap align="center" justify="between" gap={[8, 20]} p={[10, 0]} borderBottom>
      <Text shrink basis={260}>
        {ask}
      </Text>
      <Radio.Group
        optionType="button"
        size="small"
        aria-label={ask}
        value={value}
        disabled={busy}
        onChange={({ target }) => {
          const chosen = options.find(([each]) => each === target.value);
          if (chosen !== undefined) {
            onChoose(chosen[0]);
          }
        }}
        options={options.map(([each, label]) => ({ value: each, label }))}
      />
    </Row>
  );
}
