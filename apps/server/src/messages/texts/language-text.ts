import type { Template } from './template.ts';

/** One message in one language. `{name}` stands for a value; a paragraph whose value is missing is left out. */
export interface Words {
  subject: string;
  /** Paragraphs of the mail; one that is only `{link}` becomes a link, and `{code}` is shown large. */
  mail: readonly string[];
  /** One line. */
  sms: string;
}

export interface LanguageText {
  product: string;
  /** At the foot of each mail. */
  foot: string;
  templates: Record<Template, Words>;
}
