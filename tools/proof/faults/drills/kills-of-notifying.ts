import type { Drill } from '../drill.ts';
import { death, succeed } from '../stage/killed.ts';
import { until } from '../stage/until.ts';

const Zero = { count: -1 };

export const killsOfNotifying: readonly Drill[] = [
  {
    name: 'killed-notifying',
    expectation:
      'SIGKILL while people are notified that a run has ended: another process notifies them, once.',
    defence: {
      is: 'a notification is removed from the list in the same transaction',
      without: 'notices-come-off-the-list-first',
    },
    kills: ['notifications'],
    async run(stage) {
      const shop = await stage.shop(1);
      const first = await stage.installed({ reaches: [shop.host], edits: ['kill-notice'] });
      await first.merchant.collect(shop.address);
      await death(first.program, 'while it sends notifications');
      const { began } = await succeed(stage, first);
      await until('every notification to be sent', async () => {
        const [{ count } = Zero] = await first.database.rows<{ count: number }>(
          "select count(*)::integer as count from notification_due where event = 'run-ended'",
        );
        const [run] = await first.database.rows<{ state: string }>('select state from run');
        return count === 0 && run?.state === 'complete';
      });
      const recoveredMs = performance.now() - began;
      const [{ count } = Zero] = await first.database.rows<{ count: number }>(
        "select count(*)::integer as count from notification where event = 'run-ended'",
      );
      return { wrong: count === 1 ? [] : [`it was sent ${count} times`], recoveredMs };
    },
  },
  {
    name: 'killed-reminding',
    expectation:
      "SIGKILL between advancing a project's reminder and recording it: another process reminds, once.",
    defence: { is: 'both are one transaction', without: 'reminders-are-set-on-first' },
    kills: ['reminders'],
    async run(stage) {
      const first = await stage.installed();
      const [user] = await first.database.rows<{ id: string }>(
        'select id from "user" where username = \'demo\'',
      );
      const id = user?.id ?? '';
      await first.merchant.call('POST', '/projects', {
        name: 'Spring',
        storeIds: [],
        leadId: id,
        approverId: id,
        startsOn: '2099-01-01',
        endsOn: '2099-01-01',
        kind: 'listing',
        task: {
          name: 'Mugs',
          description: '',
          executorId: id,
          ownerId: id,
          remindAt: '09:30',
          timeZone: 'Europe/Lisbon',
          kind: 'once',
        },
        members: [],
      });
      await first.program.end('SIGTERM');
      await first.database.rows("update team_project set remind_at = now() - interval '1 minute'");
      const killed = stage.begin({ ...first.options, edits: ['kill-reminder'] });
      await death(killed, 'while it reminds');
      const { began } = await succeed(stage, first);
      await until('the reminder to be advanced', async () => {
        const [due] = await first.database.rows('select id from team_project where remind_at < now()');
        return due === undefined;
      });
      const reported = () =>
        first.database.rows<{ id: string }>("select id from notification where event = 'project-reminder'");
      await until('the reminder to be sent', async () => (await reported()).length > 0);
      const recoveredMs = performance.now() - began;
      const { length } = await reported();
      return { wrong: length === 1 ? [] : [`it was sent ${length} times`], recoveredMs };
    },
  },
];
