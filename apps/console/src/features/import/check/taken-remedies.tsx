import { Button } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { Import } from '../queries.ts';
import { useRemedyText } from './remedy-text.ts';
import { useRemedies } from './use-remedies.ts';

/** The remedies that are taken; they are kept with the supplier, so that the next file needs none. */
export function TakenRemedies({ of }: { of: Import }) {
  const text = useText();
  const remedyText = useRemedyText();
  const { giveUp, busy } = useRemedies(of);
  const { remedies } = of.mapping;
  if (remedies.length === 0) {
    return null;
  }
  return (
    <Section
      title={text('import.taken')}
      count={remedies.length}
      note={of.into.as === 'source' ? text('import.taken.note') : undefined}
    >
      <Stack as="ul" m={0} p={0}>
        {remedies.map((remedy, index) => (
          <Row
            as="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: remedies are known by their place.
            key={index}
            align="center"
            gap={10}
            p={[6, 0]}
            borderBottom
            font="small"
          >
            <StateGlyph state="complete" />
            <Text grow shrink anywhere>
              {remedy.column !== null && (
                <Text weight={500} me={8}>
                  {remedy.column}
                </Text>
              )}
              {remedyText(remedy)}
            </Text>
            <Button size="small" type="text" loading={busy} onClick={() => giveUp(index)}>
              {text('import.taken.giveUp')}
            </Button>
          </Row>
        ))}
      </Stack>
    </Section>
  );
}
