import { ruleJob } from '../../src/edit-rules/rule-job.ts';
import type { JobKind } from '../../src/runs/jobs.ts';
import type { Services } from '../../src/services/services.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type AsMerchant = <Answer>(method: Method, path: string, payload?: object) => Promise<Answer>;

/** Creates a rule, and attaches it to the product. */
export async function oneEditRule(
  services: Services,
  call: AsMerchant,
  work: (kind: JobKind, runId: string) => Promise<void>,
  product: string,
): Promise<{ editRule: string; ruleAttachment: string; ruleChange: string }> {
  const rule = await call<{ id: string }>('POST', '/edit-rules', {
    name: 'Secret mug rule',
    description: 'Secret mug prices',
    steps: [{ edit: { kind: 'add-tags', tags: ['secret-rule'] } }],
  });
  const { runId, attachmentId } = await call<{ runId: string; attachmentId: string }>(
    'POST',
    `/edit-rules/${rule.id}/attach`,
    { version: 1, selection: { ids: [product] } },
  );
  await work(ruleJob(services), runId);
  return { editRule: rule.id, ruleAttachment: attachmentId, ruleChange: runId };
}
