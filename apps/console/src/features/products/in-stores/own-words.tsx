import { Select } from 'antd';
import { CellFrame, type CellFrameProps } from './cell-frame.tsx';

interface OwnWordsProps extends Omit<CellFrameProps, 'children'> {
  /** What the store gets; changing it makes it the product's own there. */
  words: readonly string[];
  onEnter(words: string[]): void;
}

/** A list of words, such as tags: it begins with what the rules of the store give. */
export function OwnWords({ words, onEnter, ...frame }: OwnWordsProps) {
  return (
    <CellFrame {...frame}>
      <Select
        size="small"
        mode="tags"
        open={false}
        suffixIcon={null}
        aria-label={frame.name}
        disabled={frame.readOnly}
        tokenSeparators={[',', '，', '\n']}
        value={[...words]}
        onChange={(entered: string[]) =>
          onEnter(entered.map((word) => word.trim()).filter((word) => word !== ''))
        }
      />
    </CellFrame>
  );
}
