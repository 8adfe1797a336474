import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { createContext, useCallback, useContext, useState } from 'react';
import { useText } from '../../lib/text/text.ts';

export interface Choice<Key extends string> {
  key: Key;
  label: string;
  kind?: 'primary' | 'danger' | 'default';
}

interface Question {
  title: string;
  content?: ReactNode;
  choices: Choice<string>[];
  answer(key: string | null): void;
}

type Params = <Key extends string>(question: {
  title: string;
  content?: ReactNode;
  choices: Choice<Key>[];
}) => Promise<Key | null>;

const ChoiceContext = createContext<(question: Question) => void>(() => undefined);

/** Returns a function that asks with a few buttons; null if the person closes the dialog without an answer. */
export function useChoice(): Params {
  const open = useContext(ChoiceContext);
  return useCallback(
    ({ choices, ...rest }) =>
      new Promise((resolve) => {
        open({
          ...rest,
          choices,
          answer: (key) => resolve(choices.find((choice) => choice.key === key)?.key ?? null),
        });
      }),
    [open],
  );
}

export interface Confirmation {
  title: string;
  content?: ReactNode;
  /** The verb; "OK" if left out. */
  confirm?: string;
  danger?: boolean;
}

/** Returns a function that asks for confirmation of what cannot be undone. */
export function useConfirm(): (confirmation: Confirmation) => Promise<boolean> {
  const choose = useChoice();
  const text = useText();
  return useCallback(
    async ({ title, content, confirm, danger = false }) => {
      const answer = await choose({
        title,
        content,
        choices: [
          { key: 'no', label: text('act.cancel') },
          { key: 'yes', label: confirm ?? text('act.confirm'), kind: danger ? 'danger' : 'primary' },
        ],
      });
      return answer === 'yes';
    },
    [choose, text],
  );
}

export function DialogProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);

  const requestConfirmation = useCallback((next: Question) => {
    // Not during the key press that chose it in a menu: the main button, focused at once, would receive that same
    // press.
    setTimeout(() => {
      setQuestion(next);
      setOpen(true);
    });
  }, []);
  const settle = (key: string | null) => {
    setOpen(false);
    question?.answer(key);
  };

  return (
    <ChoiceContext value={requestConfirmation}>
      {children}
      <Modal
        open={open}
        title={question?.title}
        width={440}
        centered
        onCancel={() => settle(null)}
        footer={question?.choices.map(({ key, label, kind = 'default' }) => (
          <Button
            key={key}
            type={kind === 'default' ? 'default' : 'primary'}
            danger={kind === 'danger'}
            autoFocus={kind === 'primary'}
            onClick={() => settle(key)}
          >
            {label}
          </Button>
        ))}
      >
        {question?.content}
      </Modal>
    </ChoiceContext>
  );
}
