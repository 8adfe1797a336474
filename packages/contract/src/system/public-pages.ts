import { z } from 'zod/mini';
import { languages } from '../account/account.ts';
import { Instant } from '../list.ts';
import { route } from '../route.ts';
import { ArticleText } from './news.ts';

/** Pages that the operator writes. Each shows a template until then. */
export const operatorPages = ['about', 'contact', 'privacy', 'terms'] as const;
export type OperatorPageName = (typeof operatorPages)[number];

/** Names one version of a page: `v3` was saved third, `template-…` is our template. */
const Version = z.string().check(z.minLength(1), z.maxLength(500));

const params = z.object({ name: z.enum(operatorPages) });
const words = {
  title: z.string(),
  summary: z.string(),
  /** The reader's own language, or the closest one available. */
  language: z.enum(languages),
};

/** Returns one of the operator's pages; public. The text is sanitised HTML. */
export const getPublicPage = route({
  method: 'GET',
  path: '/pages/:name',
  needs: 'guest',
  params,
  answer: z.object({
    ...words,
    bodyHtml: z.string(),
    version: Version,
    /** The operator has not written this page yet. */
    isTemplate: z.boolean(),
    savedAt: z.nullable(Instant),
  }),
});

export const helpKinds = ['tutorial', 'help'] as const;

/** A help article as shown in a list. */
export const HelpItem = z.object({ name: z.string(), kind: z.enum(helpKinds), ...words });
export type HelpItem = z.infer<typeof HelpItem>;

/** Returns all help articles; public. Tutorials come first, in reading order. */
export const listHelp = route({ method: 'GET', path: '/help', needs: 'guest', answer: z.array(HelpItem) });

/** Returns one help article; `not-found` for an unknown name. The text is sanitised HTML. */
export const getHelp = route({
  method: 'GET',
  path: '/help/:name',
  needs: 'guest',
  params: z.object({ name: z.string().check(z.maxLength(80)) }),
  answer: z.extend(HelpItem, { bodyHtml: z.string() }),
});

/** One of the operator's pages in all languages, for its editors. */
export const OperatorPage = z.object({
  name: z.enum(operatorPages),
  texts: z.record(z.enum(languages), ArticleText),
  version: Version,
  isTemplate: z.boolean(),
  savedBy: z.nullable(z.string()),
  savedAt: z.nullable(Instant),
});
export type OperatorPage = z.infer<typeof OperatorPage>;

export const getOperatorPage = route({
  method: 'GET',
  path: '/workplace/pages/:name',
  needs: { permission: 'support', action: 'get' },
  params,
  answer: OperatorPage,
});

/**
 * Saves a complete page as its next version; anything that a reader's browser could execute is removed. `version` is
 * the one that was read: fails with `workplace.changed-meanwhile` when somebody saved since. At least one language must
 * be complete, otherwise it fails with `article.incomplete`. Earlier versions are kept, because people have accepted
 * them.
 */
export const saveOperatorPage = route({
  method: 'PUT',
  path: '/workplace/pages/:name',
  needs: { permission: 'support', action: 'edit' },
  params,
  body: z.object({ version: Version, texts: z.record(z.enum(languages), ArticleText) }),
  answer: OperatorPage,
});
