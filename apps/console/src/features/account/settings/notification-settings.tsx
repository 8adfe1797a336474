import type { AnswerOf } from '@bowerbird/contract/route';
import type { NotificationEvent } from '@bowerbird/contract/system/notifications';
import { getNoticeChoices, setNoticeChoice } from '@bowerbird/contract/system/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { call } from '../../../lib/api/call.ts';
import { noticeKeys } from '../../../lib/data/use-notices.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Text } from '../../../ui/text/text.tsx';
import './notification-settings.css';

type Choices = AnswerOf<typeof getNoticeChoices>;
type Choice = Choices['choices'][number];

/** What the person is notified of, in the console and by mail. Every tick is saved at once. */
export default function NotificationSettings() {
  const text = useText();
  const { data, error, refetch } = useQuery({
    queryKey: noticeKeys.choices,
    queryFn: ({ signal }) => call(getNoticeChoices, {}, { signal }),
  });
  const choose = useChoose();
  if (error !== null) {
    return <SectionFault failure={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) {
    return <SkeletonLines lines={6} />;
  }
  const groups = [...new Set(data.choices.map(({ group }) => group))];
  return (
    <div className="notice-choices">
      <Text as="p" mb={12} font="small" tone="t2">
        {text('notices.choices.hint', { address: data.mailTo })}
      </Text>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('notices.choices.event')}</th>
            <th scope="col">{text('notices.choices.console')}</th>
            <th scope="col">{text('notices.choices.mail')}</th>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={3} className="notice-choices-group">
                {text.named(`notices.group.${group}`)}
              </th>
            </tr>
            {data.choices
              .filter((choice) => choice.group === group)
              .map((choice) => (
                <ChoiceRow key={choice.event} choice={choice} onChoose={choose} />
              ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface ChoiceRowProps {
  choice: Choice;
  onChoose(choice: Choice): void;
}

function ChoiceRow({ choice, onChoose }: ChoiceRowProps) {
  const text = useText();
  const name = text.named(`notices.event.${choice.event}`);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Checkbox
          aria-label={text('notices.choices.console.of', { name })}
          checked={choice.console}
          onChange={({ target }) => onChoose({ ...choice, console: target.checked })}
        />
      </td>
      <td>
        <Checkbox
          aria-label={text('notices.choices.mail.of', { name })}
          checked={choice.mail}
          onChange={({ target }) => onChoose({ ...choice, mail: target.checked })}
        />
      </td>
    </tr>
  );
}

/**
 * Returns a function that saves a choice. The choice is shown before the server has responded, and reverted if the
 * server refuses it.
 */
function useChoose(): (choice: Choice) => void {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  const { mutate } = useMutation({
    mutationFn: ({ event, console: inConsole, mail }: { event: NotificationEvent } & Choice) =>
      call(setNoticeChoice, { body: { event, console: inConsole, mail } }),
    onMutate: async (choice) => {
      await cache.cancelQueries({ queryKey: noticeKeys.choices });
      const before = cache.getQueryData<Choices>(noticeKeys.choices);
      cache.setQueryData<Choices>(
        noticeKeys.choices,
        before && {
          ...before,
          choices: before.choices.map((each) => (each.event === choice.event ? choice : each)),
        },
      );
      return before;
    },
    onError: (failure, _choice, before) => {
      cache.setQueryData(noticeKeys.choices, before);
      reportFailure(failure);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: noticeKeys.choices }),
  });
  return mutate;
}
