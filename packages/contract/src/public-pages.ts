import { z } from 'zod/mini';
import { languages } from './account.ts';
import { Instant } from './list.ts';
import { ArticleText } from './news.ts';
import { route } from './route.ts';

/** Pages that the operator writes. Each shows a template until then. */
export const operatorPages = ['about', 'contact', 'privacy', 'terms'] as const;
export type OperatorPageName = (typeof operatorPages)[number];

/** Names one state of a page: `v3` was saved third, `template-…` is ours. */
const Version = z.string().check(z.minLength(1), z.maxLength(500));

const params = z.object({ name: z.enum(operatorPages) });
const words = {
  title: z.string(),
  summary: z.string(),
  /** The reader's own language, or the nearest there is. */
  language: z.enum(languages),
};

/** One page of the operator's, for everybody. The text is sanitised HTML. */
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

/** A help article as a list shows it. */
export const HelpItem = z.object({ name: z.string(), kind: z.enum(helpKinds), ...words });
export type HelpItem = z.infer<typeof HelpItem>;

/** Every help article, for everybody: tutorials first, in the order they are read. */
export const listHelp = route({ method: 'GET', path: '/help', needs: 'guest', answer: z.array(HelpItem) });

/** One help article to read; `not-found` for a name that none has. The text is sanitised HTML. */
export const getHelp = route({
  method: 'GET',
  path: '/help/:name',
  needs: 'guest',
  params: z.object({ name: z.string().check(z.maxLength(80)) }),
  answer: z.extend(HelpItem, { bodyHtml: z.string() }),
});

/** A page of the operator's in all languages, for whoever writes it. */
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
 * Saves a page whole as its next version; what a reader's browser could run is taken out. `version` is the one that was
 * read: `workplace.changed-meanwhile` when somebody saved since. At least one language is whole, or else
 * `article.incomplete`. Earlier versions are kept, because people have accepted them.
 */
export const saveOperatorPage = route({
  method: 'PUT',
  path: '/workplace/pages/:name',
  needs: { permission: 'support', action: 'edit' },
  params,
  body: z.object({ version: Version, texts: z.record(z.enum(languages), ArticleText) }),
  answer: OperatorPage,
});
