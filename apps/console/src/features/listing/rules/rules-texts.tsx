import { templateNames } from '@bowerbird/catalog/listing-rules/texts';
import { Input, InputNumber } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Chip } from '../../../ui/form/chip.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import type { RulesPartProps } from './rules-section.tsx';
import { RulesSection } from './rules-section.tsx';

/** Title and description by templates. */
export function RulesTexts({ rules, onRules, reported }: RulesPartProps) {
  const text = useText();
  const { texts } = rules;
  const change = (part: Partial<typeof texts>) => onRules({ ...rules, texts: { ...texts, ...part } });
  const insert = (name: string) => change({ title: `${texts.title || '{title}'} {${name}}` });
  return (
    <RulesSection title={text('listing.rules.texts')} reported={reported} of={/^(title|descriptionHtml)$/}>
      <Field label={text('listing.rules.title')}>
        {(control) => (
          <Input
            {...control}
            placeholder="{title}"
            value={texts.title}
            onChange={({ target }) => change({ title: target.value })}
          />
        )}
      </Field>
      <Row as="span" className="rules-map-chips" wrap gap={6}>
        {templateNames
          .filter((name) => name !== 'title')
          .filter((name) => !texts.title.includes(`{${name}}`))
          .map((name) => (
            <Chip key={name} add onClick={() => insert(name)}>
              {text(`listing.rules.name.${name}`)}
            </Chip>
          ))}
      </Row>
      <div className="rules-line">
        <span className="rules-word">{text('listing.rules.titleMax')}</span>
        <InputNumber
          aria-label={text('listing.rules.titleMax')}
          min={10}
          max={1000}
          placeholder="—"
          value={texts.titleMax}
          onChange={(titleMax) => change({ titleMax })}
        />
      </div>
      <Field
        label={text('listing.rules.before')}
        hint={text('listing.rules.paragraphs', { example: '{vendor}' })}
      >
        {(control) => (
          <Input.TextArea
            {...control}
            autoSize={{ minRows: 1, maxRows: 6 }}
            value={texts.before}
            onChange={({ target }) => change({ before: target.value })}
          />
        )}
      </Field>
      <Field label={text('listing.rules.after')}>
        {(control) => (
          <Input.TextArea
            {...control}
            autoSize={{ minRows: 1, maxRows: 6 }}
            value={texts.after}
            onChange={({ target }) => change({ after: target.value })}
          />
        )}
      </Field>
    </RulesSection>
  );
}
