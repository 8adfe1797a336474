import { type ComponentProps, lazy, Suspense } from 'react';
import type { RuleForm } from './rule-form.tsx';

const Loaded = lazy(async () => ({ default: (await import('./rule-form.tsx')).RuleForm }));

/** The form of a rule, with the editor of steps loaded when it is first opened. */
export function LazyRuleForm(props: ComponentProps<typeof RuleForm>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
