import type { ReactNode } from 'react';
import { Row } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';

/** One line of a list of facts: name and value. */
export function Fact({ name, value, strong = false }: { name: string; value: ReactNode; strong?: boolean }) {
  return (
    <Row
      className={strong ? 'fact strong' : 'fact'}
      wrap
      align="center"
      justify="between"
      gap={[2, 16]}
      font="small"
    >
      <Text as="dt" tone="t2">
        {name}
      </Text>
      <Text as="dd" shrink anywhere>
        {value}
      </Text>
    </Row>
  );
}
