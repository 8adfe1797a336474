import type { ReactNode } from 'react';
import type { StateName } from '../../ui/feedback/state-glyph.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Row, Stack } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import './results.css';

interface ResultViewProps {
  state: StateName;
  title: string;
  what: ReactNode;
  /** The figure, the facts or the reasons. */
  children?: ReactNode;
  /** At most three, the main one last. */
  actions: ReactNode;
}

/** The result of a wizard. */
export function ResultView({ state, title, what, children, actions }: ResultViewProps) {
  return (
    <Stack className="page result" align="center" gap={8} textAlign="center">
      <StateGlyph state={state} size={44} />
      <Text as="h1" mt={8} font="title" weight={650}>
        {title}
      </Text>
      <Text as="p" maxW={520} tone="t2">
        {what}
      </Text>
      {children}
      <Row wrap justify="center" gap={10} mt={20}>
        {actions}
      </Row>
    </Stack>
  );
}

export function ResultFacts({ facts }: { facts: { name: string; value: ReactNode }[] }) {
  return (
    <Stack as="dl" className="box" gap={8} w="min(480px, 100%)" mt={12} textAlign="start" font="small">
      {facts.map(({ name, value }) => (
        <Row wrap justify="between" gap={[2, 16]} key={name}>
          <Text as="dt" tone="t2">
            {name}
          </Text>
          <Text as="dd" shrink anywhere>
            {value}
          </Text>
        </Row>
      ))}
    </Stack>
  );
}
