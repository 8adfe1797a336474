import type { ErrorCode } from './errors.ts';

interface RowLimit {
  limit: number;
  /** Reported when there is no place for one more; its parameter `limit` is the number. */
  tooMany: ErrorCode;
}

/**
 * The most rows of what people write themselves, by table: of a merchant, unless said otherwise. What grows with the
 * merchant's products, or is the history of what was done, is limited by plans and by the pace of calls instead.
 */
export const rowLimits = {
  /** Tokens of one kind that one person has. */
  api_token: { limit: 20, tooMany: 'token.too-many' },
  /** Rules that were not deleted. */
  edit_rule: { limit: 500, tooMany: 'edit-rule.too-many' },
  /** Versions of one rule. */
  edit_rule_version: { limit: 500, tooMany: 'edit-rule.too-many-versions' },
  /** Links that are open. */
  export_link: { limit: 200, tooMany: 'export-link.too-many' },
  export_schedule: { limit: 50, tooMany: 'export-schedule.too-many' },
  export_template: { limit: 100, tooMany: 'export-template.too-many' },
  /** Suppliers of files. */
  file_source: { limit: 1000, tooMany: 'import.too-many-sources' },
  file_watch: { limit: 100, tooMany: 'import.watch-too-many' },
  listing_schedule: { limit: 100, tooMany: 'schedule.too-many' },
  merge_rule: { limit: 1000, tooMany: 'merge-rule.too-many' },
  organisation: { limit: 500, tooMany: 'organisation.too-many' },
  /** Quick links of one person. */
  own_link: { limit: 12, tooMany: 'workplace.too-many-links' },
  product_group: { limit: 500, tooMany: 'group.too-many' },
  /** As many as a person can still distinguish. */
  role: { limit: 100, tooMany: 'role.too-many' },
  /** Attachments in force: each is looked at for every new product. */
  rule_attachment: { limit: 500, tooMany: 'edit-rule.attached-too-often' },
  /** Items of one kind that one person saved. */
  saved_item: { limit: 100, tooMany: 'saved-item.too-many' },
  source_access: { limit: 100, tooMany: 'source.too-many-connections' },
  store_rules: { limit: 200, tooMany: 'rules.too-many' },
  task: { limit: 5000, tooMany: 'task.too-many' },
  team_project: { limit: 500, tooMany: 'project.too-many' },
  uploaded_image: { limit: 100_000, tooMany: 'image.too-many' },
  watch: { limit: 100, tooMany: 'watch.too-many' },
} as const satisfies Record<string, RowLimit>;

export type LimitedTable = keyof typeof rowLimits;

/** Room for a merchant's uploaded images, in bytes; beyond it, uploading fails with `image.files-too-large`. */
export const imageRoom = { bytes: 50 * 1024 ** 3 };
