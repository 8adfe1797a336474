import { useText } from '../../lib/text/text.ts';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Box, Row } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import type { Right } from './connect-fault.ts';

interface RightsListProps {
  rights: Right[];
  platform: string;
  connection: string;
}

/** Each permission: granted, missing with what to do about it, or missing but not needed for listing. */
export function RightsList({ rights, platform, connection }: RightsListProps) {
  const text = useText();
  return (
    <ul aria-label={text('stores.rights')}>
      {rights.map(({ right, held, needed }) => (
        <Row as="li" key={right} className="right" align="start" gap={10} p={[8, 0]} font="small">
          <StateGlyph state={held ? 'complete' : needed ? 'refused' : 'none'} />
          <Box grow shrink>
            <Row wrap gap={[2, 10]}>
              <span>{text.named(`stores.right.${right}`, {}, right)}</span>
              <Text as="code" tone="t3">
                {right}
              </Text>
            </Row>
            {!held && (
              <p className={needed ? 'right-todo tone-red' : 'right-todo quiet'}>
                {needed
                  ? text.named(
                      `stores.todo.${platform}.${connection}`,
                      { right },
                      text('fault.store.scope-missing', { scope: right }),
                    )
                  : text.named(`stores.optional.${right}`, {}, text('stores.right.optional'))}
              </p>
            )}
          </Box>
          <span className="caption">{text(held ? 'stores.right.held' : 'stores.right.missing')}</span>
        </Row>
      ))}
    </ul>
  );
}
